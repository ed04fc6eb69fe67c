import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import { type Tx, writeShape } from '../../db'
import type { Schema } from '../../db/schema'
import type { LibrariesTable } from '../../db/schema/libraries'
import { AppError } from '../../kernel/app-error'
import { newId } from '../../kernel/ids'
import { overlapSentence } from './library.rules'
import type { LibraryColumns } from './library-columns'

export type NewLibrary = Omit<Insertable<LibrariesTable>, 'id' | 'book_count' | 'series_count' | 'is_active'>

/** @throws Conflict when the folder overlaps another library's */
export async function insertLibrary(tx: Tx, library: NewLibrary): Promise<{ pk: number; id: string }> {
  await refuseOverlap(tx, library.path, null)
  return tx.query
    .insertInto('libraries')
    .values({ ...library, id: newId(), is_active: true, book_count: 0, series_count: 0 })
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow()
}

/** @throws Conflict when a new folder overlaps another library's */
export async function changeLibrary(tx: Tx, pk: number, changes: LibraryColumns): Promise<void> {
  if (typeof changes.path === 'string') await refuseOverlap(tx, changes.path, pk)
  await tx.query.updateTable('libraries').set(changes).where('pk', '=', pk).execute()
}

async function refuseOverlap(tx: Tx, folder: string, ownPk: number | null): Promise<void> {
  await tx.dialect.lockTable('libraries').execute(tx.query)
  const others = await tx.query.selectFrom('libraries').select(['pk', 'name', 'path']).execute()
  for (const other of others) {
    const sentence = other.pk === ownPk ? null : overlapSentence(folder, other)
    if (sentence) throw new AppError('Conflict', sentence)
  }
}

/** Removes the row and with it what still hangs on it: series, scans, and books if any are left. False when it was gone. */
export async function deleteLibraryRow(tx: Tx, pk: number): Promise<boolean> {
  const { numDeletedRows } = await tx.query.deleteFrom('libraries').where('pk', '=', pk).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notes which places of the library could not be found or read, and which disks there are. */
export async function setPresence(
  tx: Tx,
  pk: number,
  presence: Pick<Selectable<LibrariesTable>, 'unavailable_reason' | 'absences' | 'mounts'>,
): Promise<void> {
  await tx.query.updateTable('libraries').set(presence).where('pk', '=', pk).execute()
}

export async function setScanned(tx: Tx, pk: number, at: number): Promise<void> {
  await tx.query.updateTable('libraries').set({ last_scanned_at: at }).where('pk', '=', pk).execute()
}

/** Counts books that were just listed, in the transaction that lists them: a list's total is never behind its rows. */
export function addBooksToLibrary(tx: Tx, pk: number, books: number): Promise<void> {
  return writeShape(tx, 'libraries.add-books', { pk, books }, (query, p) =>
    query
      .updateTable('libraries')
      .set(eb => ({ book_count: eb('book_count', '+', p.books), series_count: shownSeries(eb, p.pk) }))
      .where('pk', '=', p.pk),
  )
}

/** Counts the live books, and the series that have any. */
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
