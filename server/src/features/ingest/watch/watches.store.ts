import { sql } from 'kysely'
import type { Tx } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { WatchState } from './watch-folder'

/** A folder of a library that one process watches. */
export interface WatchKey {
  readonly libraryPk: number
  readonly root: string
}

/**
 * Claims a folder for this process, unless another live process has it. Returns the time up to which its changes were
 * passed on, or false if it is another's.
 */
export async function takeWatch(
  tx: Tx,
  { libraryPk, root }: WatchKey,
  processId: string,
): Promise<{ readonly seenAt: number | null } | false> {
  const { now, kind } = tx.dialect
  // On SQLite any previous owner has ended: the data folder is locked.
  const until = kind === 'sqlite' ? sql<number>`${now}` : sql<number>`${now} + ${LIMITS.watch.leaseMs}`
  const state = { process_id: processId, lease_until: until, state: 'starting', reason: null, detail: null, since: now }
  const row = await tx.query
    .insertInto('watches')
    .values({ library_pk: libraryPk, root, folders: 0, seen_at: null, ...state })
    .onConflict(conflict =>
      conflict
        .columns(['library_pk', 'root'])
        .doUpdateSet(state)
        .where(({ eb, or }) => or([eb('watches.process_id', '=', processId), eb('watches.lease_until', '<=', now)])),
    )
    .returning('seen_at')
    .executeTakeFirst()
  return row ? { seenAt: row.seen_at } : false
}

/** Extends the leases of this process, and returns its folders. */
export async function renewWatches(tx: Tx, processId: string): Promise<readonly WatchKey[]> {
  const rows = await tx.query
    .updateTable('watches')
    .set({ lease_until: sql<number>`${tx.dialect.now} + ${LIMITS.watch.leaseMs}` })
    .where('process_id', '=', processId)
    .returning(['library_pk', 'root'])
    .execute()
  return rows.map(row => ({ libraryPk: row.library_pk, root: row.root }))
}

export async function saveWatchState(
  tx: Tx,
  { libraryPk, root }: WatchKey,
  processId: string,
  { state, reason, detail, folders }: WatchState,
): Promise<void> {
  await tx.query
    .updateTable('watches')
    .set({ state, reason, detail, folders, since: tx.dialect.now })
    .where('library_pk', '=', libraryPk)
    .where('root', '=', root)
    .where('process_id', '=', processId)
    .execute()
}

/** Records that changes before `at` have been passed to a scan. */
export async function setSeen(tx: Tx, { libraryPk, root }: WatchKey, at: number): Promise<void> {
  await tx.query
    .updateTable('watches')
    .set({ seen_at: at })
    .where('library_pk', '=', libraryPk)
    .where('root', '=', root)
    .execute()
}

export async function deleteWatch(tx: Tx, { libraryPk, root }: WatchKey): Promise<void> {
  await tx.query.deleteFrom('watches').where('library_pk', '=', libraryPk).where('root', '=', root).execute()
}

/** Releases leases at once. Changes until now were passed on, except for the folders named. */
export async function releaseWatches(tx: Tx, processId: string): Promise<void> {
  await tx.query.updateTable('watches').set({ lease_until: 0 }).where('process_id', '=', processId).execute()
}
