import { type SqlBool, sql } from 'kysely'
import { pagesByKey, type Reader, runPrepared, type Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { nextTurn } from '../../../platform/task-work'
import { visible } from '../../people/access'
import type { LikelyBook } from './likely.queries'

/** A file that may equal another. */
export interface Candidate extends LikelyBook {
  readonly id: string
  /** The shared hash. */
  readonly hash: string
  /** Absolute. */
  readonly file: string
  readonly size: number
  /** Size, time and inode at the last scan. */
  readonly stamp: string
}

/** Rows read at once, so that requests can run in between. */
const PAGE = 1000

/** Sampled hash of the file, or hash of its pages, which does not depend on the archive. */
export type HashColumn = 'file_hash' | 'pages_hash'

/** Groups of live books with an equal hash: an index scan, page by page. Empty files have nothing in common. */
export async function* candidateGroups(
  reader: Reader,
  column: HashColumn,
): AsyncGenerator<readonly Candidate[], void, void> {
  for (let after = ''; ; ) {
    const rows = await runPrepared<{ hash: string }, { after: string }>(
      reader,
      `duplicates.${column}`,
      { after },
      (p, query) =>
        query
          .selectFrom('books')
          .select(sql<string>`${sql.ref(column)}`.as('hash'))
          .where(column, '>', p.after)
          .orderBy(column)
          .limit(PAGE),
    )
    const hashes = rows.map(row => row.hash)
    const last = hashes.at(-1)
    if (last === undefined) return
    // The last hash of a full page may continue in the next.
    const isCut = hashes.length === PAGE && hashes[0] !== last
    for (const hash of repeated(hashes)) {
      if (isCut && hash === last) continue
      const books = await booksOfHash(reader, column, hash)
      if (books.length > 1) yield books
    }
    if (hashes.length < PAGE) return
    after = isCut ? (hashes.findLast(hash => hash !== last) ?? last) : last
    await nextTurn()
  }
}

/** The repeated values of a sorted list, without duplicates. */
function repeated(sorted: readonly string[]): string[] {
  return sorted.filter((hash, i) => hash === sorted[i + 1] && hash !== sorted[i - 1])
}

async function booksOfHash(reader: Reader, column: HashColumn, hash: string): Promise<Candidate[]> {
  const rows = await reader.query
    .selectFrom('books')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select([
      'books.pk',
      'books.id',
      'books.library_pk',
      'books.series_pk',
      'books.title',
      'books.number',
      'books.volume',
      'books.chapter',
      'books.path',
      'library_folders.path as root',
      'books.file_size as size',
      'books.file_modified_ms',
      'books.file_inode',
    ])
    .where(`books.${column}`, '=', hash)
    .where('books.file_size', '>', 0)
    .where(sql<boolean>`not books.deleted`)
    .orderBy('books.pk')
    .execute()
  return rows.map(({ root, path, file_modified_ms, file_inode, ...book }) => ({
    ...book,
    hash,
    file: `${root}/${path}`,
    stamp: stampText({ size: book.size, modifiedMs: file_modified_ms, inode: file_inode }),
  }))
}

export function stampText({
  size,
  modifiedMs,
  inode,
}: {
  readonly size: number
  readonly modifiedMs: number
  readonly inode: number
}): string {
  return `${size} ${modifiedMs} ${inode}`
}

/** Number of books to compare, and of bytes to read. */
export async function sizeOfComparison(reader: Reader): Promise<{ readonly books: number; readonly bytes: number }> {
  const twice = reader.query
    .selectFrom('books')
    .select('file_hash')
    .where('file_hash', '<>', '')
    .where(sql<boolean>`not deleted`)
    .groupBy('file_hash')
    .having(({ fn }) => fn.countAll<number>(), '>', 1)
  const row = await reader.query
    .selectFrom('books')
    .select(eb => [eb.fn.countAll<number>().as('books'), eb.fn.sum<number>('file_size').as('bytes')])
    .where('file_hash', 'in', twice)
    .where('file_size', '>', 0)
    .where(sql<boolean>`not deleted`)
    .executeTakeFirstOrThrow()
  return { books: row.books, bytes: Number(row.bytes ?? 0) }
}

/** Results of earlier searches: SHA-256 of whole files by book and stamp. */
export async function knownDigests(reader: Reader, bookPks: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const asked = reader.dialect.jsonRows<{ pk: number }>(JSON.stringify(bookPks.map(pk => ({ pk }))), { pk: 'bigint' })
  const rows = await reader.query
    .selectFrom('duplicate_members')
    .innerJoin('duplicates', 'duplicates.pk', 'duplicate_members.duplicate_pk')
    .select(['duplicate_members.book_pk', 'duplicate_members.stamp', 'duplicates.match_key'])
    .where('duplicates.kind', '=', 'book')
    .where('duplicates.match_type', '=', 'content')
    .where(sql<SqlBool>`duplicate_members.book_pk in (select pk from ${asked} as asked)`)
    .execute()
  return new Map(rows.map(row => [`${row.book_pk} ${row.stamp}`, row.match_key]))
}

export interface TitledSeries {
  readonly pk: number
  readonly library_pk: number
  readonly title: string
}

/** Series with books, in pages, to compare their titles. */
export async function* titledSeries(reader: Reader): AsyncGenerator<readonly TitledSeries[], void, void> {
  const pages = pagesByKey(PAGE, after =>
    runPrepared<TitledSeries & { book_count: number }, { after: number }>(
      reader,
      'duplicates.titles',
      { after },
      (p, query) =>
        query
          .selectFrom('series')
          .select(['pk', 'library_pk', 'title', 'book_count'])
          .where('pk', '>', p.after)
          .orderBy('pk')
          .limit(PAGE),
    ),
  )
  for await (const rows of pages) {
    yield rows.filter(row => row.book_count > 0)
    await nextTurn()
  }
}

export function countSeries(reader: Reader): Promise<number> {
  return reader.query
    .selectFrom('series')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('book_count', '>', 0)
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)
}

export interface GroupRow {
  readonly pk: number
  readonly id: string
  readonly match_type: string
  readonly match_key: string
  readonly library_id: string | null
  readonly created_at: number
  readonly updated_at: number
}

/** Latest first. */
function groups(reader: Reader, kind: 'book' | 'series', withDismissed = false) {
  return reader.query
    .selectFrom('duplicates')
    .leftJoin('libraries', 'libraries.pk', 'duplicates.library_pk')
    .select([
      'duplicates.pk',
      'duplicates.id',
      'duplicates.match_type',
      'duplicates.match_key',
      'libraries.id as library_id',
      'duplicates.created_at',
      'duplicates.updated_at',
    ])
    .where('duplicates.kind', '=', kind)
    .$if(!withDismissed, query => query.where('duplicates.dismissed', '=', false))
    .orderBy('duplicates.created_at', 'desc')
    .orderBy('duplicates.pk', 'desc')
}

/** Groups of equal files with their visible books: groups with fewer than two are left out. */
export async function bookGroups(
  reader: Reader,
  viewer: Viewer,
): Promise<{ readonly group: GroupRow; readonly bookIds: readonly string[] }[]> {
  const [found, members] = await Promise.all([
    groups(reader, 'book').where('duplicates.match_type', '=', 'content').execute(),
    reader.query
      .selectFrom('duplicate_members')
      .innerJoin('books', 'books.pk', 'duplicate_members.book_pk')
      .select(['duplicate_members.duplicate_pk', 'books.id'])
      .where(sql<boolean>`not books.deleted`)
      .where(visible(viewer, 'books.library_pk'))
      .orderBy('books.pk')
      .execute(),
  ])
  const byGroup = Map.groupBy(members, member => member.duplicate_pk)
  return found.flatMap(group => {
    const bookIds = (byGroup.get(group.pk) ?? []).map(member => member.id)
    return bookIds.length < 2 ? [] : [{ group, bookIds }]
  })
}

export interface SeriesMemberRow {
  readonly duplicate_pk: number
  readonly id: string
  readonly title: string
  readonly library_id: string
  readonly library_name: string
  readonly book_count: number
  readonly updated_at: number
}

export interface SeriesGroupOptions {
  readonly matchType?: string | undefined
  readonly withDismissed?: boolean
}

/** Groups of series with their visible members: groups with fewer than two are left out. */
export async function seriesGroups(
  reader: Reader,
  viewer: Viewer,
  { matchType, withDismissed = false }: SeriesGroupOptions = {},
): Promise<{ readonly group: GroupRow; readonly members: readonly SeriesMemberRow[] }[]> {
  const [found, members] = await Promise.all([
    groups(reader, 'series', withDismissed)
      .$if(matchType !== undefined, query => query.where('duplicates.match_type', '=', matchType as string))
      .execute(),
    reader.query
      .selectFrom('duplicate_members')
      .innerJoin('series', 'series.pk', 'duplicate_members.series_pk')
      .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
      .select([
        'duplicate_members.duplicate_pk',
        'series.id',
        'series.title',
        'libraries.id as library_id',
        'libraries.name as library_name',
        'series.book_count',
        'series.updated_at',
      ])
      .where('series.book_count', '>', 0)
      .where(visible(viewer, 'series.library_pk'))
      .orderBy('series.pk')
      .execute(),
  ])
  const byGroup = Map.groupBy(members, member => member.duplicate_pk)
  return found.flatMap(group => {
    const own = byGroup.get(group.pk) ?? []
    return own.length < 2 ? [] : [{ group, members: own }]
  })
}

/** The title of a visible member, for the audit log. */
export async function titleOf(tx: Tx, kind: 'book' | 'series', id: string): Promise<string> {
  const table = kind === 'book' ? 'books' : 'series'
  const row = await tx.query.selectFrom(table).select('title').where('id', '=', id).executeTakeFirst()
  return row?.title ?? ''
}
