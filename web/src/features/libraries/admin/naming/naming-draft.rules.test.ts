import { expect, test } from 'bun:test'
import type { LibraryDto } from '../../../../api/types'
import { draftOf, isUnfinished, namingRequest, usesMetadata } from './naming-draft.rules'

const saved = (part: Partial<LibraryDto>) =>
  ({ seriesStrategy: 'series_volume', bookStrategy: 'smart', numberStrategy: 'smart', ...part }) as LibraryDto

test('a new library has the default rules', () => {
  expect(namingRequest(draftOf(undefined))).toEqual({
    seriesStrategy: 'series_volume',
    seriesConfig: null,
    bookStrategy: 'smart',
    bookConfig: null,
    numberStrategy: 'smart',
    titlePreprocessingRules: [],
  })
})

test.each<Partial<LibraryDto>>([
  { seriesStrategy: 'flat', seriesConfig: { requireMetadata: true, filenamePatterns: ['a', 'b'] } },
  { seriesStrategy: 'publisher_hierarchy', seriesConfig: { skipDepth: 2, storeSkippedAs: 'publisher' } },
  { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'by_author', stripIdSuffix: false } },
  { seriesStrategy: 'custom', seriesConfig: { pattern: '(?P<series>.+)', seriesNameTemplate: '{series}!' } },
  { bookConfig: { additionalGenericPatterns: ['^Band'] } },
  { bookStrategy: 'custom', bookConfig: { pattern: '(.+)', titleTemplate: '{title}', fallback: 'filename' } },
  { numberStrategy: 'file_order', titlePreprocessingRules: [{ pattern: 'x', replacement: '' }] },
])('%j comes back as it was', library => {
  expect(namingRequest(draftOf(saved(library)))).toMatchObject(library)
})

test('an empty rule is not sent, and a missing pattern is reported', () => {
  const draft = { ...draftOf(undefined), rules: [{ key: 0, pattern: '', replacement: 'x' }] }
  expect(namingRequest(draft).titlePreprocessingRules).toEqual([])
  expect(isUnfinished(draft)).toBe(false)
  expect(isUnfinished({ ...draft, series: 'custom' })).toBe(true)
  expect(isUnfinished({ ...draft, book: 'custom' })).toBe(true)
})

test('metadata counts unless titles, numbers and series come from names alone', () => {
  const names = { ...draftOf(undefined), book: 'filename', number: 'file_order' } as const
  expect(usesMetadata(draftOf(undefined))).toBe(true)
  expect(usesMetadata(names)).toBe(false)
  expect(usesMetadata({ ...names, number: 'metadata' })).toBe(true)
  expect(usesMetadata({ ...names, book: 'custom', fallback: 'metadata_first' })).toBe(true)
  expect(usesMetadata({ ...names, book: 'custom', fallback: 'filename' })).toBe(false)
  expect(usesMetadata({ ...names, series: 'flat' })).toBe(true)
  expect(usesMetadata({ ...names, series: 'calibre', calibreMode: 'by_author' })).toBe(false)
  expect(usesMetadata({ ...names, series: 'calibre', calibreMode: 'from_metadata' })).toBe(true)
})
