import type { Selectable } from 'kysely'
import type { Reader } from '../../../db'
import type { WatchesTable } from '../../../db/schema/tasks'
import { readAbsences } from '../scan'

/** A folder of a library to be watched. */
export interface WantedWatch {
  readonly libraryPk: number
  readonly libraryId: string
  readonly root: string
  readonly excludedPatterns: string | null
  /** Start of the last full scan: later changes may have been missed by it. */
  readonly scannedFrom: number
  /** Whether that scan found this folder unreliable. */
  readonly wasAway: boolean
  /** Since when scans found it unreadable; null if it is readable. */
  readonly unreadableSince: string | null
}

/** The folders of active libraries with watching enabled that have been scanned once. */
export async function wantedWatches(reader: Reader): Promise<WantedWatch[]> {
  const rows = await reader.query
    .selectFrom('libraries')
    .innerJoin('library_folders', 'library_folders.library_pk', 'libraries.pk')
    .select(['libraries.pk', 'id', 'excluded_patterns', 'scanning_config', 'last_scanned_at'])
    .select(['library_folders.path', 'unavailable_reason', 'absences'])
    .select(eb =>
      eb
        .selectFrom('scans')
        .select(({ fn }) => fn.max('started_at').as('from'))
        .whereRef('scans.library_pk', '=', 'libraries.pk')
        .where('scans.status', '=', 'completed')
        .where('scans.scope', 'is', null)
        .as('scanned_from'),
    )
    .where('is_active', '=', true)
    .where('last_scanned_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('libraries.pk')
    .orderBy('position')
    .execute()
  return rows.flatMap(row => {
    if (!wantsWatch(row.scanning_config)) return []
    const scannedFrom = row.scanned_from ?? row.last_scanned_at ?? 0
    const { pk: libraryPk, id: libraryId, path: root, excluded_patterns: excludedPatterns } = row
    const wasAway = row.unavailable_reason !== null
    const unreadable = readAbsences(row.absences).find(({ path, reason }) => path === '' && reason === 'unreadable')
    const unreadableSince = unreadable?.since ?? null
    return [{ libraryPk, libraryId, root, excludedPatterns, scannedFrom, wasAway, unreadableSince }]
  })
}

/** Libraries are watched unless their settings disable it. */
export function wantsWatch(scanningConfig: string | null): boolean {
  const config = scanningConfig === null ? null : (JSON.parse(scanningConfig) as { watch?: boolean } | null)
  return config?.watch !== false
}

/** Watches of other live processes. */
export async function leasedWatches(
  reader: Reader,
  processId: string,
): Promise<{ readonly libraryPk: number; readonly root: string }[]> {
  const rows = await reader.query
    .selectFrom('watches')
    .select(['library_pk', 'root'])
    .where('process_id', '<>', processId)
    .where('lease_until', '>', reader.dialect.now)
    .execute()
  return rows.map(row => ({ libraryPk: row.library_pk, root: row.root }))
}

export async function watchesOf(reader: Reader, libraryPk: number): Promise<Selectable<WatchesTable>[]> {
  return reader.query.selectFrom('watches').selectAll().where('library_pk', '=', libraryPk).orderBy('root').execute()
}
