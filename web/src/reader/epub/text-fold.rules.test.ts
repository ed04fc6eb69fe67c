import { describe, expect, test } from 'bun:test'
import { findAll, findNearest, fold } from './text-fold.rules'

describe('folding', () => {
  test('ignores case, accents and white space', () => {
    expect(fold('  Élan\n\t vital ').text).toBe('elan vital ')
    expect(fold('STRASSE').text).toBe('strasse')
    expect(fold('Straße, Ångström, Œuvre, ｗｉｄｅ').text).toBe('strasse, angstrom, oeuvre, wide')
    expect(fold('ﬁn').text).toBe('fin')
    expect(fold('co­op').text).toBe('coop')
  })
  test('every folded character has its original position', () => {
    const { text, origin } = fold('a  É𝔸b')
    expect(text).toBe('a eab')
    expect([...origin]).toEqual([0, 1, 3, 4, 6, 7])
  })
})

describe('finding', () => {
  test('finds all occurrences at their original positions', () => {
    const original = 'The whale. A WHALE\nwhale!'
    expect(findAll(fold(original), 'whale').map(({ start, end }) => original.slice(start, end))).toEqual([
      'whale',
      'WHALE',
      'whale',
    ])
  })
  test('finds text across line breaks and accents', () => {
    const original = 'un café\n   noir'
    const [hit] = findAll(fold(original), 'CAFE NOIR')
    expect(original.slice(hit?.start, hit?.end)).toBe('café\n   noir')
  })
  test('finds letters however they are spelt', () => {
    const original = 'Die Straße. STRASSE'
    const shown = (typed: string) => findAll(fold(original), typed).map(({ start, end }) => original.slice(start, end))
    expect(shown('strasse')).toEqual(['Straße', 'STRASSE'])
    expect(shown('straße')).toEqual(['Straße', 'STRASSE'])
    expect(shown('stras')).toEqual(['Straß', 'STRAS'])
  })
  test('vowel signs tell words apart', () => {
    expect(findAll(fold('का की'), 'की')).toEqual([{ start: 3, end: 5 }])
  })
  test('finds text without spaces or case', () => {
    expect(findAll(fold('山路を登りながら、こう考えた。'), '登り')).toEqual([{ start: 3, end: 5 }])
  })
  test('an empty query finds nothing', () => {
    expect(findAll(fold('abc'), '   ')).toEqual([])
    expect(findNearest(fold('abc'), 'x', 0)).toBeNull()
  })
  test('finds the nearest occurrence', () => {
    expect(findNearest(fold('ab ab ab'), 'ab', 4)).toBe(3)
    expect(findNearest(fold('ab ab ab'), 'ab', 99)).toBe(6)
  })
})
