import { expect, test } from 'bun:test'
import { ownTitle } from './book-title.rules'
import { numberInName } from './number-in-name.rules'

test.each([
  ['Last Dragon 00023 v08', 'Last Dragon', null],
  ['Last Dragon v02 (2012) (Digital) (Zone-Empire)', 'Last Dragon', null],
  ['Gon - c012.5 [Group-Scans]', 'Gon', null],
  ['Gon - c012 [Group]', 'Gon', null],
  ['Gon - c012 - The Bear', 'Gon', 'Gon - c012 - The Bear'],
  ['Saga 002 (digital-Empire)', 'Saga', 'Saga 002'],
  ['[GroupScans] Wave Ch. 42 [1080p]', 'Wave Ch. 42', 'Wave Ch. 42'],
  ['Saga (Digital Monsters) 01', 'Saga', 'Saga (Digital Monsters) 01'],
  ['V for Vendetta', 'V for Vendetta', 'V for Vendetta'],
  ['(c2c)', 'Odd', '(c2c)'],
  ['The Will', 'Saga', 'The Will'],
])('the own title of %s of %s is %p', (title, seriesName, own) => {
  expect(ownTitle(title, seriesName)).toBe(own)
})

test.each([
  ['Last Dragon 00023 v08', { volume: 8, chapter: null }],
  ['Gon v02 - c012.5 [Group]', { volume: null, chapter: 12.5 }],
  ['Gon Vol. 3', { volume: 3, chapter: null }],
  ['Gon', { volume: null, chapter: null }],
])('the number in the name %s is %p', (name, number) => {
  expect(numberInName(name)).toEqual(number)
})

test('words in brackets that are no tags stay', () => {
  for (const title of ['Star Wars (Empire)', 'Album (scansion)', 'Poems [Digitalis]']) {
    expect(ownTitle(title, 'Other')).toBe(title)
  }
  expect(ownTitle('Tides (2012) (Zone-Empire) [1080p] (HD-Scans)', 'Other')).toBe('Tides (2012)')
})
