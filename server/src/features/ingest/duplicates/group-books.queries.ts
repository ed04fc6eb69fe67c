import { MOST_SHOWN_MEMBERS } from '@octavo/contract/duplicate-books'
import { type SqlBool, sql } from 'kysely'
import { cachedValue, type Reader } from '../../../db'
import { shapeFor } from '../../../kernel/memo'
import { seesFolders, type Viewer } from '../../../kernel/viewer'
import { unpackPages } from '../../catalogue/pages'
import { visible } from '../../people/access'
import { FILLABLE, filledOf } from './completeness.rules'

export type Certainty = 'proved' | 'likely'

export interface BookGroup {
  readonly pk: number
  readonly id: string
  readonly match_type: string
  readonly also: string | null
  readonly updated_at: number
  /** Number of its visible books; groups with fewer than two are left out. */
  readonly count: number
}

/** Undismissed groups of books: proven ones first, then the latest. */
export async function pageOfGroups(
  reader: Reader,
  viewer: Viewer,
  which: { readonly certainty?: Certainty | undefined; readonly skip: number; readonly limit: number },
): Promise<{ readonly groups: readonly BookGroup[]; readonly total: number }> {
  const isProved = sql<SqlBool>`duplicates.match_type = 'content'`
  const base = reader.query
    .selectFrom('duplicates')
    .innerJoin('duplicate_members', 'duplicate_members.duplicate_pk', 'duplicates.pk')
    .innerJoin('books', 'books.pk', 'duplicate_members.book_pk')
    .where('duplicates.kind', '=', 'book')
    .where('duplicates.dismissed', '=', false)
    .where(sql<SqlBool>`not books.deleted`)
    .where(visible(viewer, 'books.library_pk'))
    .$if(which.certainty !== undefined, query =>
      query.where(which.certainty === 'proved' ? isProved : sql<SqlBool>`not ${isProved}`),
    )
    .groupBy('duplicates.pk')
    .having(({ fn }) => fn.countAll(), '>', 1)
  const [rows, totals] = await Promise.all([
    base
      .select(['duplicates.pk', 'duplicates.id', 'duplicates.match_type', 'duplicates.also', 'duplicates.updated_at'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .orderBy(sql`case when ${isProved} then 0 else 1 end`)
      .orderBy('duplicates.created_at', 'desc')
      .orderBy('duplicates.pk', 'desc')
      .limit(which.limit)
      .offset(which.skip)
      .execute(),
    reader.query
      .selectFrom(base.select('duplicates.pk').as('found'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { groups: rows.map(row => ({ ...row, count: Number(row.count) })), total: Number(totals.total) }
}

/** Keys of visible books with proven duplicates among the visible ones, group by group. The total is cached. */
export async function duplicateBookKeys(
  reader: Reader,
  viewer: Viewer,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<{ readonly pks: readonly number[]; readonly total: number }> {
  const isSeen = () => sql<SqlBool>`not books.deleted and ${visible(viewer, 'books.library_pk')}`
  const found = reader.query
    .selectFrom('duplicates')
    .innerJoin('duplicate_members', 'duplicate_members.duplicate_pk', 'duplicates.pk')
    .innerJoin('books', 'books.pk', 'duplicate_members.book_pk')
    .where('duplicates.kind', '=', 'book')
    .where('duplicates.dismissed', '=', false)
    .where('duplicates.match_type', '=', 'content')
    .where(isSeen())
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('duplicate_members as other')
          .innerJoin('books', 'books.pk', 'other.book_pk')
          .select('other.book_pk')
          .whereRef('other.duplicate_pk', '=', 'duplicates.pk')
          .whereRef('other.book_pk', '<>', 'duplicate_members.book_pk')
          .where(isSeen()),
      ),
    )
  const count = async () => {
    const row = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return Number(row.total)
  }
  const [rows, total] = await Promise.all([
    found
      .select('books.pk')
      .orderBy('duplicates.pk')
      .orderBy('duplicate_members.book_pk')
      .limit(limit)
      .offset(skip)
      .execute(),
    cachedValue(reader, shapeFor(viewer, 'catalogue', 'proven duplicates'), count),
  ])
  return { pks: rows.map(row => row.pk), total }
}

/** Some groups by id, whether or not their books are visible. */
export async function groupsById(
  reader: Reader,
  ids: readonly string[],
  { withDismissed = false } = {},
): Promise<ReadonlyMap<string, { readonly pk: number }>> {
  const rows = await reader.query
    .selectFrom('duplicates')
    .select(['pk', 'id'])
    .where('kind', '=', 'book')
    .$if(!withDismissed, query => query.where('dismissed', '=', false))
    .where(
      'id',
      'in',
      ids.map(id => id.toLowerCase()),
    )
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

export type MemberBook = Awaited<ReturnType<typeof membersOf>>[number]

/** The first visible books of each group, with the values to compare. */
export async function membersOf(reader: Reader, viewer: Viewer, groupPks: readonly number[]) {
  const ranked = reader.query
    .selectFrom('duplicate_members')
    .innerJoin('books', 'books.pk', 'duplicate_members.book_pk')
    .select(['duplicate_members.duplicate_pk', 'books.pk as book_pk'])
    .select(sql<number>`row_number() over (partition by duplicate_members.duplicate_pk order by books.pk)`.as('place'))
    .where(reader.dialect.isKeyOf(sql.ref('duplicate_members.duplicate_pk'), JSON.stringify(groupPks)))
    .where(sql<SqlBool>`not books.deleted`)
    .where(visible(viewer, 'books.library_pk'))
  const rows = await reader.query
    .selectFrom(ranked.as('ranked'))
    .innerJoin('books', 'books.pk', 'ranked.book_pk')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .leftJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .select(['ranked.duplicate_pk', 'books.pk', 'books.id', 'books.title as name', 'books.path', 'books.file_format'])
    .select(['books.file_size', 'books.page_count', 'books.locks', 'books.created_at', 'books.library_pk'])
    .select(['books.cover_version', 'books.thumb_hash'])
    .select(['series.id as series_id', 'series.title as series_title', 'series.sharing_set_pk'])
    .select(['libraries.id as library_id', 'libraries.name as library_name', 'library_folders.path as folder'])
    .select(FILLABLE.map(column => `book_metadata.${column}` as const))
    .where('ranked.place', '<=', MOST_SHOWN_MEMBERS)
    .orderBy('ranked.duplicate_pk')
    .orderBy('books.pk')
    .execute()
  return rows.map(row => ({
    ...row,
    path: seesFolders(viewer) ? `${row.folder}/${row.path}` : row.path,
    filled: filledOf(row),
  }))
}

/** Width and height of each book's middle page by size; books without page sizes are left out. */
export async function resolutionsOf(
  reader: Reader,
  bookPks: readonly number[],
): Promise<ReadonlyMap<number, { readonly width: number; readonly height: number }>> {
  const found = new Map<number, { width: number; height: number }>()
  for (let at = 0; at < bookPks.length; at += MOST_SHOWN_MEMBERS) {
    const some = JSON.stringify(bookPks.slice(at, at + MOST_SHOWN_MEMBERS))
    const rows = await reader.query
      .selectFrom('book_pages')
      .select(['book_pk', 'packed'])
      .where(reader.dialect.isKeyOf(sql.ref('book_pk'), some))
      .execute()
    for (const { book_pk, packed } of rows) {
      const pages = unpackPages(packed).flatMap(({ width, height }) => (width && height ? [{ width, height }] : []))
      pages.sort((a, b) => a.width * a.height - b.width * b.height)
      const middle = pages[pages.length >> 1]
      if (middle) found.set(book_pk, middle)
    }
  }
  return found
}

/** How many people have data of their own in each book. */
export async function readersOf(reader: Reader, bookPks: readonly number[]) {
  const chosen = JSON.stringify(bookPks)
  const counted = async (table: 'read_progress' | 'marks' | 'read_list_entries' | 'want_to_read') => {
    const what = sql.ref(table === 'read_list_entries' ? 'list_pk' : 'user_pk')
    const rows = await reader.query
      .selectFrom(table)
      .select([sql<number>`book_pk`.as('pk'), sql<number>`count(distinct ${what})`.as('count')])
      .where(reader.dialect.isKeyOf(sql.ref('book_pk'), chosen))
      .$if(table === 'marks', query => query.where(sql<SqlBool>`deleted_at is null`))
      .groupBy('book_pk')
      .execute()
    return new Map(rows.map(({ pk, count }) => [Number(pk), Number(count)]))
  }
  const [places, marks, lists, wanted] = await Promise.all([
    counted('read_progress'),
    counted('marks'),
    counted('read_list_entries'),
    counted('want_to_read'),
  ])
  return (pk: number) => ({
    ...{ places: places.get(pk) ?? 0, marks: marks.get(pk) ?? 0 },
    ...{ lists: lists.get(pk) ?? 0, wantToRead: wanted.get(pk) ?? 0 },
  })
}
