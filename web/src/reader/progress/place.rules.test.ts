import { describe, expect, test } from 'bun:test'
import {
  afterSending,
  isNewerHere,
  openingPlace,
  type Place,
  placeToOffer,
  retryPause,
  type SavedPlace,
  type ServerProgress,
} from './place.rules'

const page = (n: number): Place => ({ page: n, percentage: null, locator: null })
const at = (clock: string) => `2026-03-01T${clock}:00.000Z`
const server = (n: number, clock: string, completed = false): ServerProgress => ({
  currentPage: n,
  progressPercentage: null,
  completed,
  updatedAt: at(clock),
})
const saved = (n: number, clock: string, base: string | null, pending = true): SavedPlace => ({
  place: page(n),
  savedAt: Date.parse(at(clock)),
  base,
  pending,
})

describe('opening a book', () => {
  test('unread books open at the beginning', () => {
    expect(openingPlace(null, null)).toBeNull()
  })
  test('the server wins over a place it has confirmed', () => {
    expect(openingPlace(server(9, '10:00'), saved(4, '11:00', at('09:00'), false))).toEqual(page(9))
  })
  test('a place that never got out wins while nobody else has read', () => {
    // The device's clock is an hour slow: that must not matter.
    expect(openingPlace(server(9, '10:00'), saved(12, '09:00', at('10:00')))).toEqual(page(12))
  })
  test('a newer place from another device wins over an older one kept here', () => {
    expect(openingPlace(server(30, '12:00'), saved(12, '11:00', at('10:00')))).toEqual(page(30))
  })
  test('a newer place kept here wins over an older one from another device', () => {
    expect(openingPlace(server(30, '12:00'), saved(12, '13:00', at('10:00')))).toEqual(page(12))
  })
  test('a finished book opens at the beginning', () => {
    expect(openingPlace(server(40, '12:00', true), null)).toBeNull()
  })
  test('without an answer what is kept here has to do, sent or not', () => {
    expect(openingPlace(undefined, saved(12, '11:00', null, false))).toEqual(page(12))
  })
  test('a place kept here for an unread book is newer', () => {
    expect(isNewerHere(saved(3, '10:00', null), null)).toBe(true)
  })
})

describe('offering a place', () => {
  test('nothing to offer while nobody else has read', () => {
    expect(placeToOffer(server(9, '10:00'), at('10:00'), page(3))).toBeNull()
    expect(placeToOffer(null, null, page(3))).toBeNull()
  })
  test('another device read on', () => {
    expect(placeToOffer(server(30, '12:00'), at('10:00'), page(3))).toEqual(page(30))
    expect(placeToOffer(server(30, '12:00'), null, page(3))).toEqual(page(30))
  })
  test('the same place is not offered', () => {
    expect(placeToOffer(server(3, '12:00'), at('10:00'), page(3))).toBeNull()
    const here = { page: 7, percentage: 0.5, locator: null }
    expect(placeToOffer({ ...server(8, '12:00'), progressPercentage: 0.501 }, at('10:00'), here)).toBeNull()
    expect(placeToOffer({ ...server(8, '12:00'), progressPercentage: 0.6 }, at('10:00'), here)?.percentage).toBe(0.6)
  })
  test('an answer older than what we know is not offered', () => {
    expect(placeToOffer(server(30, '09:00'), at('10:00'), page(3))).toBeNull()
  })
})

describe('sending', () => {
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
