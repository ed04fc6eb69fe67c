import { expect, test } from 'bun:test'
import { changeText, fieldText } from './field-text.rules'

test('values of fields are shown in one short line', () => {
  expect([null, 7, false, ['Sea', 'Noir'], []].map(fieldText)).toEqual(['', '7', 'false', 'Sea, Noir', ''])
  expect(
    fieldText([
      { name: 'Ann', role: 'writer' },
      { label: 'Romaji', title: 'Umi' },
    ]),
  ).toBe('Ann, Umi')
  expect(fieldText({ a: 1 })).toBe('{"a":1}')
  expect(fieldText('x'.repeat(200))).toBe(`${'x'.repeat(79)}…`)
})

test('a changed list shows added and removed names', () => {
  expect(changeText(['War', 'Sea'], ['Sea', 'Noir'])).toBe('+\u00a0Noir −\u00a0War')
  expect([changeText(['Sea'], ['Sea']), changeText(null, 'Moon')]).toEqual([null, null])
})
