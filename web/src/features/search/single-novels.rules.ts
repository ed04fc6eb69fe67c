import type { SearchResultDto } from '../../api/types'

type Book = NonNullable<SearchResultDto['books']>['hits'][number]['book']

/** A novel is a book, and a series of one with the same title: only the book is shown. */
export function withoutSeriesOfNovels(result: SearchResultDto, titleOf: (book: Book) => string): SearchResultDto {
  const { series, books } = result
  if (!series || !books) return result
  const titles = new Map(books.hits.map(({ book }) => [book.seriesId, titleOf(book)]))
  const hits = series.hits.filter(({ series: { id, title, bookCount } }) => bookCount !== 1 || titles.get(id) !== title)
  return { ...result, series: { ...series, hits, total: series.total - (series.hits.length - hits.length) } }
}
