import { describe, expect, test } from 'bun:test'
import { findAgain, newcomers } from './steady-place.rules'

const at = (keys: string) => (index: number) => keys[index] ?? null

describe('findAgain', () => {
  test('finds a card that others have moved', () => {
    expect(findAgain({ key: 'd', index: 3 }, at('abcdef'), 6)).toBe(3)
    expect(findAgain({ key: 'd', index: 3 }, at('abxcdef'), 7)).toBe(4)
    expect(findAgain({ key: 'd', index: 3 }, at('adef'), 4)).toBe(1)
  })
  test('is nothing when the card is gone', () => {
    expect(findAgain({ key: 'd', index: 3 }, at('abcef'), 5)).toBeNull()
    expect(findAgain({ key: 'd', index: 3 }, () => null, 500)).toBeNull()
  })
})

describe('newcomers', () => {
  const places = (keys: string, from = 0) => new Map([...keys].map((key, index) => [index + from, key]))
  test('are the cards that pushed others on', () => {
    expect(newcomers(places('abc'), places('axb'), new Set('abc'))).toEqual(['x'])
  })
  test('are not those that scrolling brought', () => {
    expect(newcomers(places('abc'), places('cde', 2), new Set('abc'))).toEqual([])
  })
})
