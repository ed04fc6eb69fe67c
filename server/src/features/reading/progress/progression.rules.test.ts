import { describe, expect, test } from 'bun:test'
import type { Progression } from '@octavo/contract/publication'
import { locatorAt, placeOfProgression } from './progression.rules'

const item = (path: string, positions: number) => ({
  path,
  positions,
  mediaType: 'application/xhtml+xml',
  linear: true,
})
const spine = [item('OPS/a.xhtml', 10), item('OPS/一.xhtml', 30)]
const at = (href: string, locations?: Progression['locator']['locations']): Progression => ({
  modified: '2026-03-01T10:00:00.000Z',
  locator: { href, ...(locations && { locations }) },
})

describe('the place of a locator', () => {
  test('is the share reported by the app', () => {
    expect(placeOfProgression(at('OPS/a.xhtml', { totalProgression: 0.5 }), spine, 40)).toMatchObject({
      page: 21,
      percentage: 0.5,
      completed: false,
    })
  })
  test('else follows from the chapter, however its path is written', () => {
    for (const href of ['OPS/一.xhtml', '/OPS/%E4%B8%80.xhtml#x', '一.xhtml', 'book/OPS/一.xhtml']) {
      expect(placeOfProgression(at(href, { progression: 0.5 }), spine, 40)?.percentage).toBe(0.625)
    }
    expect(placeOfProgression(at('OPS/一.xhtml'), spine, 40)).toMatchObject({ page: 11, percentage: 0.25 })
  })
  test('else its position', () => {
    expect(placeOfProgression(at('x', { position: 26 }), spine, 40)).toMatchObject({ page: 26, percentage: 0.625 })
    expect(placeOfProgression(at('OPS/a.xhtml', { position: 6 }), spine, 40)?.page).toBe(6)
    expect(placeOfProgression(at('x', { position: 900 }), spine, 40)?.page).toBe(40)
    expect(placeOfProgression(at('page', { position: 7 }), [], 20)?.page).toBe(7)
  })
  test('is none when its chapter is no part of the book', () => {
    expect(placeOfProgression(at('%.xhtml', { progression: 0.5 }), spine, 40)).toBeNull()
    expect(placeOfProgression(at('x', { position: 0 }), spine, 40)).toBeNull()
  })
  test('is the beginning while the length of the book is unknown', () => {
    expect(placeOfProgression(at('a.xhtml'), [], 0)).toMatchObject({ page: 1, percentage: 0, completed: false })
  })
  test('near the end has finished the book', () => {
    expect(placeOfProgression(at('x', { totalProgression: 0.98 }), spine, 400)).toMatchObject({ completed: true })
    expect(placeOfProgression(at('x', { totalProgression: 1 }), spine, 40)).toMatchObject({ page: 40, completed: true })
  })
  test('stores the document unchanged', () => {
    const sent = at('OPS/a.xhtml', { totalProgression: 0.5 })
    expect(JSON.parse(placeOfProgression(sent, spine, 40)?.locator ?? '')).toEqual(sent)
  })
})

describe('a locator for a share', () => {
  test('names chapter, share of it, and position', () => {
    expect(locatorAt(0.625, spine)).toEqual({
      href: 'OPS/%E4%B8%80.xhtml',
      type: 'application/xhtml+xml',
      locations: { progression: 0.5, totalProgression: 0.625, position: 26 },
    })
    expect(locatorAt(0, spine)?.locations).toEqual({ progression: 0, totalProgression: 0, position: 1 })
    expect(locatorAt(1, spine)?.locations).toEqual({ progression: 1, totalProgression: 1, position: 40 })
  })
  test('is none without a spine', () => {
    expect(locatorAt(0.5, [])).toBeNull()
  })
})
