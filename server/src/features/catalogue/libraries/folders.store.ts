import type { Selectable } from 'kysely'
import { insertRows, type Tx } from '../../../db'
import type { LibraryFoldersTable } from '../../../db/schema/libraries'
import { refused } from '../../../kernel/app-error'
import type { FolderPlan, Folders } from './folder-plan'
import { type FolderRow, foldersOfLibrary } from './libraries.queries'
import { refuseNested, refuseOverlapWith } from './library.rules'

const ABLE = { unavailable_reason: null, absences: null, mounts: null }

/** Inserts the folders of a new library, which overlap no others. */
export async function insertFolders(tx: Tx, libraryPk: number, paths: readonly string[]): Promise<void> {
  await insertRows(
    tx,
    'library_folders',
    paths.map((path, position) => ({ library_pk: libraryPk, position, path })),
  )
}

/**
 * Applies a folder plan to a library.
 * @throws Conflict if folders overlap each other or another library's, or have been changed since
 */
export async function changeFolders(
  tx: Tx,
  libraryPk: number,
  plan: FolderPlan,
  before: Folders,
  now: number,
): Promise<void> {
  await refuseOverlap(
    tx,
    plan.folders.map(({ path }) => path),
    libraryPk,
  )
  const rows = await foldersOfLibrary(tx, libraryPk)
  if (placesOf(rows) !== placesOf([...before.folders, ...before.formerFolders])) {
    throw refused('Conflict', 'changed_since', 'The folders of this library have just changed. Reload and try again.')
  }
  for (const pk of plan.removed) {
    const removed = { removed_at: now, ...ABLE }
    await tx.query.updateTable('library_folders').set(removed).where('pk', '=', pk).execute()
  }
  for (const [position, { pk, path }] of plan.folders.entries()) {
    const row = rows.find(one => one.pk === pk)
    const moves = row?.path !== path || row.removed_at !== null
    if (pk === null) {
      await tx.query.insertInto('library_folders').values({ library_pk: libraryPk, position, path }).execute()
    } else {
      const place = { position, path, removed_at: null, ...(moves && ABLE) }
      await tx.query.updateTable('library_folders').set(place).where('pk', '=', pk).execute()
    }
  }
}

function placesOf(folders: readonly FolderRow[]): string {
  return folders
    .map(({ pk, path, removed_at }) => JSON.stringify([pk, path, removed_at]))
    .sort()
    .join()
}

/**
 * Call it before writing libraries: it serializes all transactions that do.
 * @throws Conflict if folders overlap each other, or those of a library other than `ownPk`
 */
export async function refuseOverlap(tx: Tx, paths: readonly string[], ownPk: number | null): Promise<void> {
  await tx.dialect.lockTable('libraries').execute(tx.query)
  const others = await tx.query
    .selectFrom('library_folders')
    .innerJoin('libraries', 'libraries.pk', 'library_folders.library_pk')
    .select(['libraries.name', 'library_folders.path'])
    .where('library_pk', '<>', ownPk ?? 0)
    .where('removed_at', 'is', null)
    .execute()
  for (const path of paths) {
    for (const other of others) refuseOverlapWith(path, other)
  }
  refuseNested(paths)
}

/** Stores the missing or unreadable places of a folder and its disks, if its path is unchanged. */
export async function setPresence(
  tx: Tx,
  folder: { readonly pk: number; readonly path: string },
  presence: Pick<Selectable<LibraryFoldersTable>, 'unavailable_reason' | 'absences' | 'mounts' | 'seen_at'>,
): Promise<void> {
  await tx.query
    .updateTable('library_folders')
    .set(presence)
    .where('pk', '=', folder.pk)
    .where('path', '=', folder.path)
    .where('removed_at', 'is', null)
    .execute()
}

/** Deletes former folders of a library without books. */
export async function forgetRemovedFolders(tx: Tx, libraryPk: number): Promise<void> {
  await tx.query
    .deleteFrom('library_folders')
    .where('library_pk', '=', libraryPk)
    .where('removed_at', 'is not', null)
    .where(eb =>
      eb.not(
        eb.exists(eb.selectFrom('books').select('books.pk').whereRef('books.folder_pk', '=', 'library_folders.pk')),
      ),
    )
    .execute()
}
