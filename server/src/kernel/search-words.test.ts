import { expect, test } from 'bun:test'
import { searchText, searchWords } from './search-words'

const typed = (text: string) => searchWords(text, 20).map(word => (word.isPrefix ? `${word.text}*` : word.text))

test('the words of a text are unique and without case, accents and punctuation', () => {
  expect(searchText("Élan: the X-Men's Élan #01.5", 'the_elan')).toBe('elan the x men s 01 5')
  expect(searchText(null, undefined, '', '…')).toBe('')
})

test('a text without spaces is found by any part', () => {
  expect(searchText('進撃の巨人 v01')).toBe('進 撃 の 巨 人 進撃 撃の の巨 巨人 v01')
  expect(typed('の巨人')).toEqual(['の巨', '巨人'])
  expect(typed('巨')).toEqual(['巨'])
  expect(typed('ｱｷﾗ')).toEqual(['アキ', 'キラ'])
})

test('prefixes of words are searched in any order', () => {
  expect(typed('  Year  bat ')).toEqual(['year*', 'bat*'])
  expect(typed('"; drop table % _ *')).toEqual(['drop*', 'table*'])
  expect(typed('%')).toEqual([])
  expect(searchWords('a b c d', 2)).toHaveLength(2)
})

test('characters outside the Basic Multilingual Plane are not split', () => {
  expect(searchText('𠮷野')).toBe('𠮷 野 𠮷野')
  expect(typed('\ud842')).toEqual([])
})
