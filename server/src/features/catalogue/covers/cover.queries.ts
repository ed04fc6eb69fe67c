import { sql } from 'kysely'
import { type Reader, runShape } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { CoverName } from './cover-files'

interface BookCoverRow {
  readonly book_id: string
  readonly cover_version: string
}

interface SeriesCoverRow {
  readonly id: string
  readonly own_version: string | null
  readonly book_id: string | null
  readonly cover_version: string | null
}

/** @throws NotFound if the viewer has no such book, or it has no cover */
export async function bookCover(reader: Reader, viewer: Viewer, id: string): Promise<CoverName> {
  const values = { id: id.toLowerCase() }
  const [row] = await runShape<BookCoverRow, typeof values>(
    reader,
    `covers.book|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      query
        .selectFrom('books')
        .select(['books.id as book_id', sql<string>`books.cover_version`.as('cover_version')])
        .where('books.id', '=', p.id)
        .where('books.cover_version', 'is not', null)
        .where(visible(viewer, 'books.library_pk')),
  )
  if (!row) throw notFound('Cover')
  return { bookId: row.book_id, version: row.cover_version }
}

/**
 * The cover of its own, else that of a book.
 * @throws NotFound if the viewer has no such series, or neither it nor one of its books has a cover
 */
export async function seriesCover(reader: Reader, viewer: Viewer, id: string): Promise<CoverName> {
  const values = { id: id.toLowerCase() }
  const [row] = await runShape<SeriesCoverRow, typeof values>(
    reader,
    `covers.series|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      query
        .selectFrom('series')
        .leftJoin('books', 'books.pk', 'series.cover_book_pk')
        .select(['series.id', 'series.cover_version as own_version', 'books.id as book_id', 'books.cover_version'])
        .where('series.id', '=', p.id)
        .where(visible(viewer, 'series.library_pk')),
  )
  if (row?.own_version) return { seriesId: row.id, version: row.own_version }
  if (!row?.book_id || !row.cover_version) throw notFound('Cover')
  return { bookId: row.book_id, version: row.cover_version }
}
