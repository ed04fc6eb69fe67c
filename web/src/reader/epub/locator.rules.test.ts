import { describe, expect, test } from 'bun:test'
import { findChapter, placeAtShare, placeOfLocator, positionOf, totalProgression } from './locator.rules'

const chapter = (href: string, positions: number) => ({ href, positions, type: 'application/xhtml+xml' })
const chapters = [chapter('OPS/cover.xhtml', 1), chapter('OPS/c1.xhtml', 10), chapter('OPS/%E4%B8%80.xhtml', 9)]

describe('share of the book', () => {
  test('counts positions before the chapter and the share within it', () => {
    expect(totalProgression(chapters, { chapter: 0, progression: 0 })).toBe(0)
    expect(totalProgression(chapters, { chapter: 1, progression: 0 })).toBe(0.05)
    expect(totalProgression(chapters, { chapter: 1, progression: 0.5 })).toBe(0.3)
    expect(totalProgression(chapters, { chapter: 2, progression: 1 })).toBe(1)
    expect(totalProgression([], { chapter: 0, progression: 0 })).toBe(0)
  })
  test('converts back to the same place', () => {
    for (const place of [
      { chapter: 0, progression: 0.5 },
      { chapter: 1, progression: 0.25 },
      { chapter: 2, progression: 0.5 },
    ]) {
      const back = placeAtShare(chapters, totalProgression(chapters, place))
      expect(back.chapter).toBe(place.chapter)
      expect(back.progression).toBeCloseTo(place.progression, 9)
    }
    expect(placeAtShare(chapters, 1)).toEqual({ chapter: 2, progression: 1 })
    expect(placeAtShare(chapters, -4)).toEqual({ chapter: 0, progression: 0 })
  })
  test('positions start at 1 and stay within the chapter', () => {
    expect(positionOf(chapters, { chapter: 0, progression: 0 })).toBe(1)
    expect(positionOf(chapters, { chapter: 1, progression: 0 })).toBe(2)
    expect(positionOf(chapters, { chapter: 1, progression: 0.99 })).toBe(11)
    expect(positionOf(chapters, { chapter: 2, progression: 1 })).toBe(20)
  })
})

describe('locators', () => {
  const locations = { progression: 0.5, totalProgression: 0.3, position: 7 }
  test('by chapter and share', () => {
    expect(placeOfLocator(chapters, { href: 'OPS/c1.xhtml', type: '', locations })).toEqual({
      chapter: 1,
      progression: 0.5,
    })
  })
  test('a path that another app wrote differently', () => {
    expect(findChapter(chapters, '/OPS/c1.xhtml#p4')).toBe(1)
    expect(findChapter(chapters, 'c1.xhtml')).toBe(1)
    expect(findChapter(chapters, 'OPS/一.xhtml')).toBe(2)
    expect(findChapter(chapters, 'OPS/1.xhtml')).toBe(-1)
    expect(findChapter(chapters, 'OPS/%.xhtml')).toBe(-1)
  })
  test('an unknown chapter falls back to the share of the book', () => {
    expect(placeOfLocator(chapters, { href: 'gone.xhtml', type: '', locations })).toEqual({
      chapter: 1,
      progression: 0.5,
    })
  })
})
