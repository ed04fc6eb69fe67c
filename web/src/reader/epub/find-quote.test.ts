import { expect, test } from 'bun:test'
import { findQuote, fold } from './text-fold.rules'

const TEXT = 'He said yes.\n\nShe  said “Yés” again, and he said yes to that. The end.'
const startOf = (quote: string, before: string, after: string, near = 0) =>
  findQuote(fold(TEXT), { quote, before, after }, near)?.start ?? null

test('a quote is found by its context, whatever its spacing and accents', () => {
  expect(startOf('said yes', 'and he ', ' to that')).toBe(TEXT.lastIndexOf('said yes'))
  expect(startOf('said yes', 'He ', '.\nShe', TEXT.length)).toBe(TEXT.indexOf('said yes'))
  expect(startOf('she said “yes”', '', '')).toBe(TEXT.indexOf('She  said'))
})

test('with equal contexts the nearest quote is chosen, and deleted words are not found', () => {
  expect(findQuote(fold('a b a b a'), { quote: 'a', before: '', after: '' }, 5)).toEqual({ start: 4, end: 5 })
  expect(startOf('no', '', '')).toBeNull()
})

test('a quote is found with or without a space between paragraphs', () => {
  const text = 'Chapter One Call me Ishmael.'
  const spanOf = (quote: string) => findQuote(fold(text), { quote, before: '', after: '' }, 0)
  expect(spanOf('Chapter OneCall me')).toEqual({ start: 0, end: 19 })
  expect(spanOf('One Call')).toEqual({ start: 8, end: 16 })
})
