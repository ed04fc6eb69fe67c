import { sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import { notFound } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'

/** Which thumbnail stands for a book or a series. */
export interface CoverRow {
  readonly book_id: string
  readonly cover_version: string
}

/** @throws NotFound when there is no such book for the viewer, or it has no cover */
export async function bookCover(reader: Reader, viewer: Viewer, id: string): Promise<CoverRow> {
  const values = { id: id.toLowerCase() }
  const [row] = await runShape<CoverRow, typeof values>(
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
  return row
}

/** @throws NotFound when there is no such series for the viewer, or none of its books has a cover */
export async function seriesCover(reader: Reader, viewer: Viewer, id: string): Promise<CoverRow> {
  const values = { id: id.toLowerCase() }
  const [row] = await runShape<CoverRow, typeof values>(
    reader,
    `covers.series|${visibilityKey(viewer)}`,
    values,
    (query, p) =>
      query
        .selectFrom('series')
        .innerJoin('books', 'books.pk', 'series.cover_book_pk')
        .select(['books.id as book_id', sql<string>`books.cover_version`.as('cover_version')])
        .where('series.id', '=', p.id)
        .where('books.cover_version', 'is not', null)
        .where(visible(viewer, 'series.library_pk')),
  )
  if (!row) throw notFound('Cover')
  return row
}
