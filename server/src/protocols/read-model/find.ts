import { BOOKS } from '../../features/catalogue/books'
import { SERIES } from '../../features/catalogue/series'
import { parseList } from '../../features/lists/engine'
import type { Asked } from './asked'
import type { BookModel } from './book-model'
import { bookPage, seriesPage } from './items'
import type { SeriesModel } from './series-model'

/** The best matching series and books, limited in number; books only for those who may read any. */
export async function find(
  asked: Asked,
  words: string,
  most: number,
): Promise<{ readonly series: readonly SeriesModel[]; readonly books: readonly BookModel[] }> {
  const { viewer } = asked
  const page = { page: 1, pageSize: most }
  const [series, books] = await Promise.all([
    seriesPage(asked, parseList(SERIES, { text: words }, viewer), page),
    viewer.permissions.has('books-read')
      ? bookPage(asked, parseList(BOOKS, { text: words }, viewer), page)
      : { items: [] },
  ])
  return { series: series.items, books: books.items }
}
