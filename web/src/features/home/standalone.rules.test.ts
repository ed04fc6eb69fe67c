import { expect, test } from 'bun:test'
import type { SeriesDto } from '../../api/types'
import { withoutNovels } from './standalone.rules'

const LIBRARIES = [
  { id: 'novels', seriesStrategy: 'calibre' },
  { id: 'comics', seriesStrategy: 'series_volume' },
] as const

test('novels in no series are not among the new series', () => {
  const one = (libraryId: string, bookCount: number) => ({ libraryId, bookCount }) as SeriesDto
  const all = [one('novels', 1), one('novels', 2), one('comics', 1), one('gone', 1)]
  expect(withoutNovels(all, LIBRARIES)).toEqual(all.slice(1))
  expect(withoutNovels(all, [])).toEqual(all)
})
