import { expect, test } from 'bun:test'
import { fieldText } from './field-text.rules'

test('values of fields in one short line', () => {
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
