import type { MissingBookDto } from '@octavo/contract/missing-book'
import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

const DAY_MS = 86_400_000

/** Must equal the condition of the partial index: SQLite uses it for this text only. */
const hidden = sql<SqlBool>`books.deleted and books.merged_into_pk is null`

/** One page of the hidden books of a library, and their number. */
export async function missingBooks(
  reader: Reader,
  viewer: Viewer,
  libraryPk: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: MissingBookDto[]; readonly total: number }> {
  const all = reader.query
    .selectFrom('books')
    .where('books.library_pk', '=', libraryPk)
    .where(hidden)
    .where(visible(viewer, 'books.library_pk'))
  const { total } = await all.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.pk', 'books.id', 'books.title', 'books.path', 'books.file_size', 'books.deleted_at'])
    .select(['series.title as series_title', 'library_folders.path as folder', 'library_folders.removed_at'])
    .orderBy('books.deleted_at', 'desc')
    .orderBy('books.pk', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const readers = await readersOf(
    reader,
    rows.map(row => row.pk),
  )
  const shown = rows.map(row => ({
    id: row.id,
    title: row.title,
    folder: row.folder,
    folderRemoved: row.removed_at !== null,
    path: row.path,
    seriesTitle: row.series_title,
    fileSize: row.file_size,
    since: timestamp(row.deleted_at ?? 0),
    readers: readers.get(row.pk) ?? [],
  }))
  return { rows: shown, total }
}

async function readersOf(reader: Reader, bookPks: readonly number[]): Promise<Map<number, string[]>> {
  if (bookPks.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom('read_progress')
    .innerJoin('users', 'users.pk', 'read_progress.user_pk')
    .select(['read_progress.book_pk', 'users.username'])
    .where('read_progress.book_pk', 'in', bookPks)
    .orderBy('users.username_key')
    .execute()
  const byBook = Map.groupBy(rows, row => row.book_pk)
  return new Map([...byBook].map(([pk, readers]) => [pk, readers.map(({ username }) => username)]))
}

/** A hidden book of a library. */
export async function missingBook(reader: Reader, viewer: Viewer, libraryPk: number, bookId: string) {
  const row = await reader.query
    .selectFrom('books')
    .select(['pk', 'id', 'title'])
    .where('id', '=', bookId.toLowerCase())
    .where('library_pk', '=', libraryPk)
    .where(hidden)
    .where(visible(viewer, 'books.library_pk'))
    .executeTakeFirst()
  return row ?? null
}

/**
 * Libraries with books hidden for longer than their retention. Those with absent places are skipped: their disks may be
 * incomplete.
 */
export async function overdueLibraries(tx: Tx, now: number): Promise<{ id: string; days: number }[]> {
  const rows = await tx.query
    .selectFrom('libraries')
    .select(['pk', 'id', 'scanning_config'])
    .where('scanning_config', 'is not', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('library_folders')
            .select('library_folders.pk')
            .whereRef('library_pk', '=', 'libraries.pk')
            .where('removed_at', 'is', null)
            .where('absences', 'is not', null),
        ),
      ),
    )
    .execute()
  const overdue: { id: string; days: number }[] = []
  for (const { pk, id, scanning_config } of rows) {
    const config = JSON.parse(scanning_config ?? '{}') as { purgeMissingAfterDays?: number | null }
    const days = config.purgeMissingAfterDays
    if (typeof days !== 'number') continue
    const first = await tx.query
      .selectFrom('books')
      .select('pk')
      .where('library_pk', '=', pk)
      .where(hidden)
      .where('deleted_at', '<', now - days * DAY_MS)
      .limit(1)
      .executeTakeFirst()
    if (first) overdue.push({ id, days })
  }
  return overdue
}

/** Books hidden before this moment are deleted, for a retention in days. */
export function beforeOf(days: number | undefined, now: number): number | undefined {
  return days === undefined ? undefined : now - days * DAY_MS
}
