import { describe, expect, test } from 'bun:test'
import {
  afterSending,
  modifiedAt,
  openingPlace,
  type Place,
  placeToOffer,
  retryPause,
  type ServerPlace,
  type UnsentPlace,
} from './place.rules'

const page = (n: number): Place => ({ page: n, percentage: null, locator: null })
const share = (percentage: number): Place => ({ page: 1, percentage, locator: null })
const at = (clock: string) => `2026-03-01T${clock}:00.000Z`
const server = (place: Place, clock: string, completed = false): ServerPlace => ({
  place,
  completed,
  updatedAt: at(clock),
})
const unsent = (n: number, clock: string, base: string | null): UnsentPlace => ({
  place: page(n),
  savedAt: Date.parse(at(clock)),
  base,
})

describe('opening a book', () => {
  test('unread books open at the beginning', () => {
    expect(openingPlace(null, null)).toBeNull()
  })
  test('begun books open where the server says', () => {
    expect(openingPlace(server(page(9), '10:00'), null)).toEqual(page(9))
  })
  test('a place that never got out wins while nobody else has read', () => {
    // The device's clock is an hour slow, which must not matter.
    expect(openingPlace(server(page(9), '10:00'), unsent(12, '09:00', at('10:00')))).toEqual(page(12))
    expect(openingPlace(null, unsent(3, '10:00', null))).toEqual(page(3))
  })
  test('a newer place from another device wins over an older one stored here', () => {
    expect(openingPlace(server(page(30), '12:00'), unsent(12, '11:00', at('10:00')))).toEqual(page(30))
  })
  test('a newer place stored here wins over an older one from another device', () => {
    expect(openingPlace(server(page(30), '12:00'), unsent(12, '13:00', at('10:00')))).toEqual(page(12))
  })
  test('a finished book opens at the beginning', () => {
    expect(openingPlace(server(page(40), '12:00', true), null)).toBeNull()
  })
  test('a finished book that is reloaded stays where it is', () => {
    expect(openingPlace(server(page(40), '12:00', true), null, true)).toEqual(page(40))
  })
  test('without an answer the stored place is used', () => {
    expect(openingPlace(undefined, unsent(12, '11:00', null))).toEqual(page(12))
    expect(openingPlace(undefined, null)).toBeNull()
  })
})

describe('offering a place', () => {
  test('nothing to offer while nobody else has read', () => {
    expect(placeToOffer(server(page(9), '10:00'), at('10:00'), page(3))).toBeNull()
    expect(placeToOffer(null, null, page(3))).toBeNull()
  })
  test('another device read on', () => {
    expect(placeToOffer(server(page(30), '12:00'), at('10:00'), page(3))).toEqual(page(30))
    expect(placeToOffer(server(page(30), '12:00'), null, page(3))).toEqual(page(30))
  })
  test('the same place is not offered', () => {
    expect(placeToOffer(server(page(3), '12:00'), at('10:00'), page(3))).toBeNull()
    expect(placeToOffer(server(share(0.501), '12:00'), at('10:00'), share(0.5))).toBeNull()
    expect(placeToOffer(server(share(0.6), '12:00'), at('10:00'), share(0.5))).toEqual(share(0.6))
  })
  test('an answer older than what we know is not offered', () => {
    expect(placeToOffer(server(page(30), '09:00'), at('10:00'), page(3))).toBeNull()
  })
})

describe('sending', () => {
  test('a slow clock does not make a place older than its base', () => {
    expect(modifiedAt(Date.parse(at('09:00')), at('10:00'))).toBe('2026-03-01T10:00:00.001Z')
    expect(modifiedAt(Date.parse(at('11:00')), at('10:00'))).toBe(at('11:00'))
    expect(modifiedAt(Date.parse(at('11:00')), null)).toBe(at('11:00'))
  })
  test('pauses double up to a minute', () => {
    expect([1, 2, 3, 6, 40].map(retryPause)).toEqual([2000, 4000, 8000, 60_000, 60_000])
  })
  test('what statuses mean', () => {
    expect([200, 204].map(afterSending)).toEqual(['sent', 'sent'])
    expect([0, 401, 408, 429, 500, 503].map(afterSending)).toEqual(Array(6).fill('again'))
    expect([400, 403, 404, 422].map(afterSending)).toEqual(Array(4).fill('refused'))
    expect(afterSending(409)).toBe('outdated')
  })
})
