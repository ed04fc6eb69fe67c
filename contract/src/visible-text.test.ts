import { expect, test } from 'bun:test'
import { Label } from './metadata-fields'
import { isLines, isOneLine, isVisible } from './visible-text'

test.each(['a', '巻', 'é', 'ｇ', '😀', '-'])('%j shows something', text => {
  expect([isVisible(text), Label.safeParse(text).success]).toEqual([true, true])
})

test.each(['', ' ', '\u200b', '\u202e', '\u3000', '\u0301', '\ufeff\u2060', '\u0007', '\u115f'])(
  '%j does not',
  text => {
    expect([isVisible(text), Label.safeParse(text).success]).toEqual([false, false])
  },
)

// UAX 9 has these turn the order of what follows; Cc is the general category of control characters.
test.each(['\u202eabc', 'a\u2066b', 'a\u0007b', 'a\tb', 'a\nb', 'a\u0085b', 'a\u2028b'])('%j is no label', text => {
  expect([isVisible(text), isOneLine(text), Label.safeParse(text).success]).toEqual([true, false, false])
})

test('multi-line text may contain tabs, line breaks and the direction marks of Hebrew and Arabic', () => {
  expect(['a\tb\r\nc', 'שלום \u2067abc\u2069'].map(isLines)).toEqual([true, true])
  expect(['a\u0007', '\u001b[31m', 'a\u0085'].map(isLines)).toEqual([false, false, false])
})
