import { LibraryJobConfigDto } from '@octavo/contract/library-job'
import type { Refusal } from '@octavo/contract/refusals'
import type { ScheduleJob } from '@octavo/contract/schedule'
import { type AppError, refused } from '../../../kernel/app-error'
import { isTimeZone } from '../../../kernel/time-zone'
import { cronFault, nextTime } from '../../../platform/cron'
import { refreshFault } from '../../ingest/refresh'

export type JobConfig = LibraryJobConfigDto

const JOB_OF_TYPE: Readonly<Record<JobConfig['type'], ScheduleJob>> = {
  scan: 'scan',
  metadata_refresh: 'refresh',
  thumbnails: 'thumbnails',
  duplicates: 'duplicates',
  integrity: 'integrity',
  cleanup: 'cleanup',
  backup: 'backup',
}

/** Job types without batches. */
const FOR_SERVER: ReadonlySet<JobConfig['type']> = new Set(['duplicates', 'cleanup', 'backup'])

export function jobOf(config: JobConfig): ScheduleJob {
  return JOB_OF_TYPE[config.type]
}

export function readConfig(text: string): JobConfig {
  return LibraryJobConfigDto.parse(JSON.parse(text))
}

/** The default name of a job. */
export function defaultName(config: JobConfig): string {
  switch (config.type) {
    case 'metadata_refresh':
      return `Refresh metadata (${config.provider})`
    case 'scan':
      return config.mode === 'deep' ? 'Deep scan' : 'Scan'
    case 'thumbnails':
      return config.force ? 'Make all thumbnails again' : 'Make missing thumbnails'
    case 'duplicates':
      return 'Find duplicates'
    case 'integrity':
      return config.mode === 'full' ? 'Check files in full' : 'Check files'
    case 'cleanup':
      return 'Clean up'
    case 'backup':
      return 'Back up'
  }
}

/** @throws BadRequest for an impossible job, with the field's path */
export function checkConfig(config: JobConfig, ofLibrary: boolean): void {
  if (ofLibrary && FOR_SERVER.has(config.type)) {
    throw badAt('config.type', `${config.type} covers all libraries: schedule it for the whole server`)
  }
  const fault = config.type === 'metadata_refresh' ? refreshFault(config) : null
  if (fault) throw badAt(`config.${fault.path}`, fault.message)
}

/** @throws BadRequest for an invalid pattern or zone, with the field's path */
export function checkTiming(
  timing: { readonly cron?: string | null | undefined; readonly timezone?: string | null | undefined },
  now: number,
  paths: { readonly cron: string; readonly timezone: string } = { cron: 'cronSchedule', timezone: 'timezone' },
): void {
  const fault = timing.cron == null ? null : cronFault(timing.cron, now)
  if (fault) throw badAt(paths.cron, fault, 'cron_bad')
  if (timing.timezone != null && !isTimeZone(timing.timezone)) {
    throw badAt(
      paths.timezone,
      `unknown time zone ${timing.timezone}; use a name such as Europe/Berlin`,
      'zone_unknown',
    )
  }
}

function badAt(path: string, message: string, reason: Refusal = 'field_bad'): AppError {
  return refused('BadRequest', reason, `body ${path}: ${message}`, { issues: [{ path, message }] })
}

/** Scan settings of a library. */
export interface ScanningConfig {
  readonly enabled?: boolean
  readonly scanMode?: string
  readonly scanOnStart?: boolean
  readonly cronSchedule?: string | null
  readonly cronTimezone?: string | null
}

export function readScanning(text: string | null): ScanningConfig {
  return (text === null ? null : (JSON.parse(text) as ScanningConfig | null)) ?? {}
}

/** The time zone of a schedule: its own, else the library's, else the server's, else UTC. */
export function zoneOf(
  schedule: { readonly timezone: string | null; readonly scanning_config: string | null },
  serverZone: string | null,
): string {
  const named = [schedule.timezone, readScanning(schedule.scanning_config).cronTimezone, serverZone]
  return named.find(zone => zone != null && isTimeZone(zone)) ?? 'UTC'
}

/** After a clock was set back, planned times are too far ahead; a day is tolerated, for daylight saving. */
const TOO_FAR_MS = 2 * 24 * 3_600_000

/** Whether the next fire must be recomputed: the zone changed, or it was planned by a wrong clock. */
export function isAstray(
  schedule: { readonly cron: string; readonly zone: string | null; readonly next_fire_at: number | null },
  zone: string,
  now: number,
): boolean {
  const { next_fire_at: planned } = schedule
  if (schedule.zone !== zone) return true
  if (planned === null || planned <= now + TOO_FAR_MS) return false
  const right = nextTime(schedule.cron, zone, now)
  return right !== null && planned > right + TOO_FAR_MS
}

/** A task of a run with its current state. */
export interface RunTask {
  readonly id: string
  readonly status: string
  readonly result: string | null
  readonly last_error: string | null
  readonly completed_at: number | null
}

export interface RunEnd {
  readonly at: number
  readonly status: 'success' | 'failure' | 'cancelled'
  /** A sentence, or the counts of a successful run as JSON. */
  readonly outcome: string
}

/** The result of a run of these tasks, a failure before a cancellation; null while one of them is pending or running. */
export function runEnd(ids: readonly string[], found: readonly RunTask[], now: number): RunEnd | null {
  const tasks = found.filter(task => ids.includes(task.id))
  if (tasks.some(task => task.status === 'pending' || task.status === 'processing')) return null
  const at = tasks.reduce((latest, task) => Math.max(latest, task.completed_at ?? 0), 0) || now
  const share = (count: number) => (ids.length > 1 ? ` (${count} of ${ids.length} tasks)` : '')
  const failures = tasks.filter(({ status }) => status === 'failed').map(task => task.last_error ?? 'It failed')
  for (let lost = tasks.length; lost < ids.length; lost++)
    failures.push('Its task was deleted before the end was noted')
  if (failures.length > 0) return { at, status: 'failure', outcome: `${failures[0]}${share(failures.length)}` }
  const cancelled = tasks.filter(({ status }) => status === 'cancelled').length
  if (cancelled > 0) return { at, status: 'cancelled', outcome: `It was cancelled${share(cancelled)}` }
  return { at, status: 'success', outcome: JSON.stringify(countsOf(tasks)) }
}

/** The sums of the tasks' results. */
function countsOf(tasks: readonly RunTask[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { result } of tasks) {
    for (const [key, value] of Object.entries(JSON.parse(result ?? '{}') as object)) {
      if (typeof value === 'number' && value > 0) counts.set(key, (counts.get(key) ?? 0) + value)
    }
  }
  return Object.fromEntries(counts)
}

/**
 * The outcome of a run as it is shown: `12 files processed, 3 books updated`. Older rows have the sentence only, and the
 * error of a failed run may begin with a brace.
 */
export function readOutcome(status: string | null, outcome: string | null) {
  if (status !== 'success' || !outcome?.startsWith('{')) return { message: outcome, counts: null }
  const counts = JSON.parse(outcome) as Readonly<Record<string, number>>
  const said = Object.entries(counts).map(([key, value]) => `${value} ${counted(key, value)}`)
  return { message: said.length > 0 ? said.join(', ') : 'There was nothing to do', counts }
}

/** `files_processed` in words, singular or plural. */
function counted(key: string, value: number): string {
  const words = key.replaceAll('_', ' ')
  if (value !== 1 || words.startsWith('series')) return words
  return words.replace(/^(\w+?)(ies|s)\b/, (_, stem: string, end: string) => stem + (end === 'ies' ? 'y' : ''))
}
