import { expect, test } from 'bun:test'
import { fitting, labelOf, letterAt, lettersOf } from './letters.rules'

test('a character goes under what people look for', () => {
  const under = {
    a: 'A',
    '7': '#',
    '٣': '#',
    '#': '#',
    '!': '#',
    '': '#',
    가: 'ㄱ',
    힣: 'ㅎ',
    ぎ: 'か',
    を: 'わ',
    ア: 'ア',
    ン: 'ワ',
    漢: '漢',
    ж: 'Ж',
  }
  for (const [first, label] of Object.entries(under)) expect([first, labelOf(first)]).toEqual([first, label])
})

const groups = [
  { group: '!', count: 1 },
  { group: '1', count: 2 },
  { group: '9', count: 2 },
  { group: 'a', count: 4 },
  { group: 'b', count: 1 },
  { group: '漢', count: 5 },
]

test('letters know the place of their first title, either way round', () => {
  expect(lettersOf(groups, 'asc').map(({ label, index }) => `${label} ${index}`)).toEqual([
    '# 0',
    'A 5',
    'B 9',
    '漢 10',
  ])
  expect(lettersOf(groups, 'desc').map(({ label, index }) => `${label} ${index}`)).toEqual([
    '漢 0',
    'B 5',
    'A 6',
    '# 10',
  ])
  expect(lettersOf([], 'asc')).toEqual([])
})

test('an item belongs to the last letter before it', () => {
  const letters = lettersOf(groups, 'asc')
  expect([0, 4, 5, 9, 14].map(index => letterAt(letters, index)?.label)).toEqual(['#', '#', 'A', 'B', '漢'])
  expect(letterAt([], 3)).toBeNull()
})

test('too many are thinned out, letters of the alphabet last', () => {
  const han = Array.from({ length: 2000 }, (_, at) => ({ group: String.fromCodePoint(0x4e00 + at), count: at % 7 }))
  const fit = fitting(lettersOf([...groups.slice(0, 5), ...han], 'asc'), 20)
  expect(fit).toHaveLength(20)
  expect(fit.slice(0, 3).map(each => each.label)).toEqual(['#', 'A', 'B'])
  expect(fit.every((each, at) => at === 0 || each.index > (fit[at - 1]?.index ?? 0))).toBe(true)
})
