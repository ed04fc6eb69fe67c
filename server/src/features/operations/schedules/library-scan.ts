import type { ScanningConfigDto } from '@octavo/contract/library'
import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { LibrarySchedules } from '../../catalogue/libraries'
import { scheduledScan } from '../../ingest/scan'
import { scannedLibraries } from './libraries.queries'
import { checkTiming, type JobConfig, readConfig, readScanning } from './schedule.rules'
import type { ScheduleRow } from './schedules.queries'
import { changeSchedule, deleteSchedule, insertSchedule, scanOfLibrary } from './schedules.store'

const NAME = 'Scan'
const MODES = ['normal', 'deep'] as const

/**
 * Implements the libraries' interface to schedules: their scan settings are the source of truth, from which a row of
 * `schedules` is derived.
 */
export function librarySchedules(deps: { readonly now: Clock; readonly announce: () => void }): LibrarySchedules {
  return {
    check(config) {
      const paths = { cron: 'scanningConfig.cronSchedule', timezone: 'scanningConfig.cronTimezone' }
      checkTiming({ cron: config.cronSchedule || null, timezone: config.cronTimezone || null }, deps.now(), paths)
      if (!MODES.some(mode => mode === config.scanMode)) {
        const message = `there is no mode ${config.scanMode}; there are ${MODES.join(' and ')}`
        throw refused('BadRequest', 'field_bad', `body scanningConfig.scanMode: ${message}`, {
          issues: [{ path: 'scanningConfig.scanMode', message }],
        })
      }
    },
    follow: (tx, libraryPk, scanningConfig) => followLibrary(tx, libraryPk, scanningConfig, deps.now()),
    announce: deps.announce,
  }
}

/** Updates the row from the library's settings. The scheduler computes its next time later. */
export async function followLibrary(tx: Tx, libraryPk: number, settings: string | null, now: number): Promise<void> {
  const { enabled = true, scanMode, cronSchedule } = readScanning(settings)
  const known = await scanOfLibrary(tx, libraryPk)
  if (!cronSchedule) {
    if (known) await deleteSchedule(tx, known.pk)
    return
  }
  const job: JobConfig = { type: 'scan', mode: scanMode === 'deep' ? 'deep' : 'normal' }
  // The time zone stays the library's: it is looked up when a time is computed.
  const columns = { cron: cronSchedule, timezone: null, enabled, config: JSON.stringify(job) }
  if (!known) {
    await insertSchedule(tx, { ...columns, library_pk: libraryPk, job: 'scan', name: NAME, of_library: true }, now)
  } else if (known.cron !== cronSchedule || known.enabled !== enabled || known.config !== columns.config) {
    await changeSchedule(tx, known.pk, { ...columns, zone: null, next_fire_at: null }, now)
  }
}

/** The reverse: updates the library's settings after its row was changed. No pattern means no scan. */
export function libraryScanning(
  row: ScheduleRow,
  changes: { readonly cron: string | null; readonly timezone?: string | null | undefined },
): string {
  const config = readConfig(row.config)
  const settings: ScanningConfigDto = {
    ...readScanning(row.scanning_config),
    enabled: row.enabled,
    scanMode: (config.type === 'scan' ? config.mode : undefined) ?? 'normal',
    cronSchedule: changes.cron,
    ...(changes.timezone !== undefined && { cronTimezone: changes.timezone }),
  }
  return JSON.stringify(settings)
}

/** Queues scans of libraries with a scan at the start, and returns their number. */
export async function scanOnStart(tx: Tx, now: number): Promise<number> {
  let scans = 0
  for (const library of await scannedLibraries(tx, null)) {
    const { enabled = true, scanOnStart: wanted = false, scanMode } = readScanning(library.scanning_config)
    if (!enabled || !wanted) continue
    const id = await scheduledScan(tx, library, scanMode === 'deep' ? 'deep' : 'normal', now)
    if (id !== null) scans++
  }
  return scans
}
