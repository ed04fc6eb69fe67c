import type { MarkColor, MarkKind } from '@octavo/contract/mark-limits'
import { type SqlBool, sql } from 'kysely'
import { keyOfId, type Reader, runPrepared } from '../../../db'
import { searchForm } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'
import type { MarkedBook, MarkRow } from './mark.types'

/** Visible books by requested id; also hidden ones with missing files, which apps may still have. */
export async function booksOfMarks(
  reader: Reader,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MarkedBook>> {
  const asked = [...new Set(ids.map(id => id.toLowerCase()))]
  const values = { ids: JSON.stringify(asked.map(id => ({ id }))) }
  const rows = await runPrepared<MarkedBook & { asked: string }, typeof values>(
    reader,
    `marks.books|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom(reader.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' }).as('asked'))
        .innerJoin('books', join => join.on('books.pk', '=', keyOfId('books', sql.ref('asked.id'))))
        .select('asked.id as asked')
        .innerJoin('series', 'series.pk', 'books.series_pk')
        .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
        .select(['books.pk', 'books.id', 'series.id as series_id', 'books.library_pk', 'libraries.id as library_id'])
        .select(['books.file_format', 'books.page_count', 'books.file_hash', 'books.pages_hash'])
        .where(visible(viewer, 'books.library_pk')),
  )
  return new Map(rows.map(row => [row.asked, row]))
}

/** A mark with its book. */
export interface ShownMark extends MarkRow {
  readonly book_id: string
  readonly book_title: string
  readonly file_format: string
  readonly page_count: number
  readonly series_id: string
  readonly series_title: string
  readonly library_id: string
  readonly thumb_hash: string | null
  readonly cover_version: string | null
  readonly book_file_hash: string
  readonly book_pages_hash: string | null
}

export interface MarkFilter {
  readonly id?: string | undefined
  readonly kind?: MarkKind | undefined
  readonly color?: MarkColor | undefined
  readonly bookId?: string | undefined
  readonly seriesId?: string | undefined
  readonly libraryId?: string | undefined
  readonly hasNote?: boolean | undefined
  readonly q?: string | undefined
}

export type MarkOrder = 'newest' | 'oldest' | 'place'

const ORDERS = {
  newest: sql`marks.created_at desc, marks.pk desc`,
  oldest: sql`marks.created_at, marks.pk`,
  place: sql`series.sort_key, series.pk, books.number, books.sort_key, books.pk, marks.progression, marks.page, marks.pk`,
}

/** The viewer's marks in visible books. */
function marksOf(
  reader: Reader,
  viewer: Viewer,
  { id, kind, color, bookId, seriesId, libraryId, hasNote, q }: MarkFilter,
) {
  const words = searchForm(q ?? '').trim()
  const at = sql`${sql.raw(reader.dialect.kind === 'sqlite' ? 'instr' : 'strpos')}(marks.search_text, ${words})`
  return reader.query
    .selectFrom('marks')
    .innerJoin('books', 'books.pk', 'marks.book_pk')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .where('marks.user_pk', '=', viewer.userPk)
    .where('marks.deleted_at', 'is', null)
    .where(visible(viewer, 'books.library_pk'))
    .$if(id !== undefined, query => query.where('marks.id', '=', id?.toLowerCase() ?? ''))
    .$if(kind !== undefined, query => query.where('marks.kind', '=', kind as MarkKind))
    .$if(color !== undefined, query => query.where('marks.color', '=', color as MarkColor))
    .$if(bookId !== undefined, query => query.where('books.pk', '=', keyOfId('books', bookId?.toLowerCase() ?? '')))
    .$if(seriesId !== undefined, query =>
      query.where('series.pk', '=', keyOfId('series', seriesId?.toLowerCase() ?? '')),
    )
    .$if(libraryId !== undefined, query => query.where('libraries.id', '=', libraryId?.toLowerCase() ?? ''))
    .$if(hasNote !== undefined, query => query.where('marks.note', hasNote ? 'is not' : 'is', null))
    .$if(words !== '', query => query.where(sql<SqlBool>`${at} > 0`))
}

const shown = (query: ReturnType<typeof marksOf>) =>
  query
    .selectAll('marks')
    .select(['books.id as book_id', 'books.title as book_title', 'books.file_format', 'books.page_count'])
    .select(['books.thumb_hash', 'books.cover_version', 'books.file_hash as book_file_hash'])
    .select(['books.pages_hash as book_pages_hash', 'libraries.id as library_id'])
    .select(['series.id as series_id', 'series.title as series_title'])

export async function findMark(reader: Reader, viewer: Viewer, id: string): Promise<ShownMark | null> {
  const row = await shown(marksOf(reader, viewer, { id })).executeTakeFirst()
  return row ?? null
}

/** A page of marks, and the total. */
export async function pageOfMarks(
  reader: Reader,
  viewer: Viewer,
  filter: MarkFilter,
  { sort, page, pageSize }: { readonly sort: MarkOrder; readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: ShownMark[]; readonly total: number }> {
  const rows = await shown(marksOf(reader, viewer, filter))
    .orderBy(ORDERS[sort])
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await marksOf(reader, viewer, filter)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Keys of all marks, by series, book and place. */
export async function keysOfMarks(reader: Reader, viewer: Viewer, filter: MarkFilter): Promise<number[]> {
  const rows = await marksOf(reader, viewer, filter).select('marks.pk').orderBy(ORDERS.place).execute()
  return rows.map(({ pk }) => Number(pk))
}

/** Marks by key, in this order; deleted and hidden ones are left out. */
export async function marksByKeys(reader: Reader, viewer: Viewer, pks: readonly number[]): Promise<ShownMark[]> {
  const keys = JSON.stringify(pks)
  const rows = await shown(marksOf(reader, viewer, {}))
    .where(reader.dialect.isKeyOf(sql.ref('marks.pk'), keys))
    .execute()
  const byKey = new Map(rows.map(row => [Number(row.pk), row]))
  return pks.flatMap(pk => byKey.get(pk) ?? [])
}
