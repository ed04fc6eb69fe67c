import { expect, test } from 'bun:test'
import { Label } from './metadata-fields'
import { isVisible } from './visible-text'

test.each(['a', '巻', 'é', 'ｇ', '😀', '-', '\u202eabc'])('%j shows something', text => {
  expect([isVisible(text), Label.safeParse(text).success]).toEqual([true, true])
})

test.each(['', ' ', '\u200b', '\u202e', '\u3000', '\u0301', '\ufeff\u2060', '\u0007', '\u115f'])(
  '%j does not',
  text => {
    expect([isVisible(text), Label.safeParse(text).success]).toEqual([false, false])
  },
)
