import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import type { Schema } from '../../../db/schema'
import type { LibrariesTable } from '../../../db/schema/libraries'
import { newId } from '../../../kernel/ids'
import { insertFolders, refuseOverlap } from './folders.store'
import type { LibraryColumns } from './library-columns'

export { forgetRemovedFolders, setPresence } from './folders.store'

export type NewLibrary = Omit<Insertable<LibrariesTable>, 'id' | 'book_count' | 'series_count' | 'is_active'>

/** @throws Conflict if a folder overlaps another, or another library's */
export async function insertLibrary(
  tx: Tx,
  library: NewLibrary,
  paths: readonly string[],
): Promise<{ pk: number; id: string }> {
  await refuseOverlap(tx, paths, null)
  const made = await tx.query
    .insertInto('libraries')
    .values({ ...library, id: newId(), is_active: true, book_count: 0, series_count: 0 })
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow()
  await insertFolders(tx, made.pk, paths)
  return made
}

export async function changeLibrary(tx: Tx, pk: number, changes: LibraryColumns): Promise<void> {
  await tx.query.updateTable('libraries').set(changes).where('pk', '=', pk).execute()
}

/** Version of the chosen cover of a library; null for the drawn one. */
export async function setCover(
  tx: Tx,
  pk: number,
  cover: { readonly version: string | null; readonly thumbHash: string | null } | null,
): Promise<void> {
  const columns = { cover_version: cover?.version ?? null, thumb_hash: cover?.thumbHash ?? null }
  await tx.query.updateTable('libraries').set(columns).where('pk', '=', pk).execute()
}

/** Deletes the row, with its series, scans and any remaining books. False if it was gone. */
/** Own covers of series of a library. */
export async function seriesCoversOf(tx: Tx, pk: number): Promise<{ seriesId: string; version: string | null }[]> {
  return tx.query
    .selectFrom('series')
    .select(['id as seriesId', 'cover_version as version'])
    .where('library_pk', '=', pk)
    .where('cover_version', 'is not', null)
    .execute()
}

export async function deleteLibraryRow(tx: Tx, pk: number): Promise<boolean> {
  const { numDeletedRows } = await tx.query.deleteFrom('libraries').where('pk', '=', pk).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function setScanned(tx: Tx, pk: number, at: number): Promise<void> {
  await tx.query.updateTable('libraries').set({ last_scanned_at: at }).where('pk', '=', pk).execute()
}

/** Counts added books in the transaction that adds them, so that a list's total is never behind its rows. */
export async function addBooksToLibrary(tx: Tx, pk: number, books: number): Promise<void> {
  await runPrepared(tx, 'libraries.add-books', { pk, books }, (p, query) =>
    query
      .updateTable('libraries')
      .set(eb => ({ book_count: eb('book_count', '+', p.books), series_count: shownSeries(eb, p.pk) }))
      .where('pk', '=', p.pk),
  )
}

/** Counts live books, and series with live books. */
export async function refreshLibraryCounts(tx: Tx, pk: number): Promise<void> {
  await tx.query
    .updateTable('libraries')
    .set(eb => ({
      book_count: eb
        .selectFrom('books')
        .select(eb.fn.countAll<number>().as('count'))
        .where('library_pk', '=', pk)
        .where(sql<boolean>`not deleted`),
      series_count: shownSeries(eb, pk),
    }))
    .where('pk', '=', pk)
    .execute()
}

function shownSeries(eb: ExpressionBuilder<Schema, 'libraries'>, libraryPk: number) {
  return eb
    .selectFrom('series')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('library_pk', '=', libraryPk)
    .where('book_count', '>', 0)
}
