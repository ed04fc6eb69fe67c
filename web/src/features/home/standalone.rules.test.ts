import { expect, test } from 'bun:test'
import { withoutNovels } from './standalone.rules'

test('novels in no series are not among the new series', () => {
  const library = (id: string, seriesStrategy: 'calibre' | 'series_volume') => ({ id, seriesStrategy })
  expect(withoutNovels([library('novels', 'calibre'), library('comics', 'series_volume')])).toEqual({
    anyOf: [
      { bookCount: { operator: 'gt', value: 1 } },
      { allOf: [{ libraryId: { operator: 'isNot', value: 'novels' } }] },
    ],
  })
  expect(withoutNovels([library('comics', 'series_volume')])).toBeNull()
  expect(withoutNovels([])).toBeNull()
})
