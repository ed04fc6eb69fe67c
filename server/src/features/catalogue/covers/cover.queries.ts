import { type Reader, runPrepared } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { CoverName } from './cover-files'

interface BookCoverRow {
  readonly pk: number
  readonly book_id: string
  readonly cover_version: string | null
}

interface SeriesCoverRow {
  readonly pk: number
  readonly id: string
  readonly own_version: string | null
  readonly book_id: string | null
  readonly cover_version: string | null
}

/** The picture of a book or series, or the row for a drawn cover. */
export type FoundCover =
  | { readonly kind: 'picture'; readonly name: CoverName; readonly drawnFor: DrawnFor }
  | { readonly kind: 'none'; readonly drawnFor: DrawnFor }

/** The row whose text is on the drawn cover. */
export type DrawnFor =
  | { readonly bookPk: number }
  | { readonly seriesPk: number }
  | { readonly libraryPk: number }
  | { readonly namePk: number }

/** @throws NotFound for a missing or hidden book */
export async function bookCover(reader: Reader, viewer: Viewer, id: string): Promise<FoundCover> {
  const values = { id: id.toLowerCase() }
  const [row] = await runPrepared<BookCoverRow, typeof values>(
    reader,
    `covers.book|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom('books')
        .select(['books.pk', 'books.id as book_id', 'books.cover_version'])
        .where('books.id', '=', p.id)
        .where(visible(viewer, 'books.library_pk')),
  )
  if (!row) throw notFound('Book')
  const drawnFor = { bookPk: row.pk }
  if (row.cover_version === null) return { kind: 'none', drawnFor }
  return { kind: 'picture', name: { bookId: row.book_id, version: row.cover_version }, drawnFor }
}

/**
 * The cover of its own, else that of a book.
 * @throws NotFound for a missing or hidden series
 */
export async function seriesCover(reader: Reader, viewer: Viewer, id: string): Promise<FoundCover> {
  const values = { id: id.toLowerCase() }
  const [row] = await runPrepared<SeriesCoverRow, typeof values>(
    reader,
    `covers.series|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom('series')
        .leftJoin('books', 'books.pk', 'series.cover_book_pk')
        .select(['series.pk', 'series.id', 'series.cover_version as own_version'])
        .select(['books.id as book_id', 'books.cover_version'])
        .where('series.id', '=', p.id)
        .where(visible(viewer, 'series.library_pk')),
  )
  if (!row) throw notFound('Series')
  const drawnFor = { seriesPk: row.pk }
  const { id: seriesId, own_version, book_id: bookId, cover_version } = row
  if (own_version) return { kind: 'picture', name: { seriesId, version: own_version }, drawnFor }
  if (!bookId || !cover_version) return { kind: 'none', drawnFor }
  return { kind: 'picture', name: { bookId, version: cover_version }, drawnFor }
}
