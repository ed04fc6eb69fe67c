import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import { facetPages } from '../facets'
import type { CoverName } from './cover-files'

/** Maximum number of books and series to look for a cover. */
const MOST_ASKED = 100

interface Found {
  readonly id: string
  readonly version: string
}

/** The default picture of a name: the cover of its first visible book; null if none has a picture. */
export async function coverOfName(
  reader: Reader,
  viewer: Viewer,
  { pk, kind }: { readonly pk: number; readonly kind: string },
): Promise<CoverName | null> {
  const ofBook = async (): Promise<CoverName | null> => {
    const [book] = await bookOfName(reader, viewer, pk)
    return book ? { bookId: book.id, version: book.version } : null
  }
  // A genre applies to a whole series; a person may have made only one book of it.
  if (!facetPages.isOfSeries(kind)) {
    const book = await ofBook()
    if (book) return book
  }
  const [series] = await seriesOfName(reader, viewer, pk)
  if (!series) return facetPages.isOfSeries(kind) ? ofBook() : null
  const { id, version, book_id } = series
  return book_id === null ? { seriesId: id, version } : { bookId: book_id, version }
}

function bookOfName(reader: Reader, viewer: Viewer, pk: number): Promise<Found[]> {
  return runPrepared<Found, { pk: number }>(
    reader,
    `covers.name-book|${visibilityKey(viewer)}`,
    { pk },
    p => sql`select asked.id, asked.cover_version as version from (
        select books.pk, books.id, books.cover_version from book_facets cross join books where book_facets.facet_pk = ${p.pk}
          and books.pk = book_facets.book_pk and not books.deleted and ${visible(viewer, 'books.library_pk')}
        order by book_facets.book_pk limit ${sql.lit(MOST_ASKED)}) as asked
      where asked.cover_version is not null order by asked.pk limit 1`,
  )
}

function seriesOfName(
  reader: Reader,
  viewer: Viewer,
  pk: number,
): Promise<(Found & { readonly book_id: string | null })[]> {
  return runPrepared<Found & { readonly book_id: string | null }, { pk: number }>(
    reader,
    `covers.name-series|${visibilityKey(viewer)}`,
    { pk },
    p => sql`select asked.id, coalesce(asked.cover_version, books.cover_version) as version,
        case when asked.cover_version is null then books.id end as book_id from (
        select series.pk, series.id, series.cover_version, series.cover_book_pk from series_facets cross join series
          where series_facets.facet_pk = ${p.pk} and series.pk = series_facets.series_pk and series.book_count > 0
          and ${visible(viewer, 'series.library_pk')} order by series_facets.series_pk limit ${sql.lit(MOST_ASKED)}) as asked
      left join books on books.pk = asked.cover_book_pk
      where coalesce(asked.cover_version, books.cover_version) is not null order by asked.pk limit 1`,
  )
}
