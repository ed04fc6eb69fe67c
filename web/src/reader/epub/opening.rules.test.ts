import { describe, expect, test } from 'bun:test'
import { nextChapter, openingTarget } from './opening.rules'

const link = (href: string, positions: number, linear = true) => ({ href, positions, linear, type: '' })
const chapters = [link('note.xhtml', 2, false), link('a.xhtml', 8), link('extra.xhtml', 2, false), link('b.xhtml', 8)]
const locations = { progression: 0.5, totalProgression: 0.8, position: 17 }

describe('opening an ebook', () => {
  test('unread: at the first chapter in the line of reading', () => {
    expect(openingTarget(chapters, null, undefined)).toEqual({ chapter: 1, target: { kind: 'progression', value: 0 } })
  })
  test('at the words that were on the screen, near the share at which they were', () => {
    const locator = { href: 'b.xhtml', type: '', locations, text: { highlight: 'Call me' } }
    expect(openingTarget(chapters, { page: 17, percentage: 0.8, locator }, undefined)).toEqual({
      chapter: 3,
      target: { kind: 'text', words: 'Call me', progression: 0.5 },
    })
  })
  test('by percentage when an app without locators has read on', () => {
    expect(openingTarget(chapters, { page: 1, percentage: 0.3, locator: null }, undefined)).toEqual({
      chapter: 1,
      target: { kind: 'progression', value: 0.5 },
    })
  })
  test('the address goes first', () => {
    expect(openingTarget(chapters, { page: 1, percentage: 0.3, locator: null }, 13)).toEqual({
      chapter: 3,
      target: { kind: 'progression', value: 0 },
    })
  })
})

test('turning skips non-linear chapters', () => {
  expect(nextChapter(chapters, 1, 1)).toBe(3)
  expect(nextChapter(chapters, 3, -1)).toBe(1)
  expect(nextChapter(chapters, 3, 1)).toBeNull()
  expect(nextChapter(chapters, 1, -1)).toBeNull()
})
