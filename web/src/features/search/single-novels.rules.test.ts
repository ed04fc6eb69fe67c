import { expect, test } from 'bun:test'
import type { SearchResultDto } from '../../api/types'
import { withoutSeriesOfNovels } from './single-novels.rules'

const part = (hits: readonly object[]) => ({ hits, total: hits.length + 10, totalIsExact: true })
const series = (id: string, title: string, bookCount: number) => ({ series: { id, title, bookCount } })
const book = (seriesId: string, title: string) => ({ book: { seriesId, title } })
const found = (of: object) => of as SearchResultDto
const seriesLeft = (result: SearchResultDto) => {
  const { series } = withoutSeriesOfNovels(result, ({ title }) => title)
  return [series?.hits.map(hit => hit.series.id), series?.total]
}

test('a novel is found once, as a book; series of several or of another title stay', () => {
  const result = found({
    series: part([
      series('novel', 'Moby-Dick', 1),
      series('begun', 'Night Ferry', 1),
      series('long', 'Dune', 6),
      series('elsewhere', 'Emma', 1),
    ]),
    books: part([book('novel', 'Moby-Dick'), book('begun', 'Boarding'), book('long', 'Dune')]),
  })
  expect(seriesLeft(result)).toEqual([['begun', 'long', 'elsewhere'], 13])
})

test('without books in the answer nothing is left out', () => {
  expect(seriesLeft(found({ series: part([series('novel', 'Moby-Dick', 1)]) }))).toEqual([['novel'], 11])
})
