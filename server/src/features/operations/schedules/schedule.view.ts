import type { LibraryJobDto } from '@octavo/contract/library-job'
import type { ScheduleDto } from '@octavo/contract/schedule'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { jobOf, readConfig, readOutcome, readScanning, runEnd } from './schedule.rules'
import { type PlannedRow, runIds } from './schedules.queries'

/** A schedule as the contract shows it. An ended run is shown as ended before the scheduler has recorded that. */
export function scheduleView(row: PlannedRow): ScheduleDto {
  const config = readConfig(row.config)
  const last = lastRun(row)
  return {
    id: row.id,
    libraryId: row.library_id,
    libraryName: row.library_name,
    job: jobOf(config),
    name: row.name,
    cronSchedule: row.cron,
    timezone: zoneShown(row),
    enabled: row.enabled,
    config,
    ofLibrary: row.of_library,
    running: last.running,
    nextRunAt: timestampOrNull(row.enabled ? row.next_fire_at : null),
    lastRunAt: timestampOrNull(last.at),
    lastRunStatus: last.status,
    lastRunMessage: last.message,
    lastRunCounts: last.counts,
    lastTaskId: row.last_task_id,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

/** The same as a job of its library. */
export function libraryJobView(row: PlannedRow, libraryId: string): LibraryJobDto {
  const last = lastRun(row)
  return {
    id: row.id,
    libraryId,
    name: row.name,
    enabled: row.enabled,
    cronSchedule: row.cron,
    timezone: zoneShown(row),
    config: readConfig(row.config),
    lastRunAt: timestampOrNull(last.at),
    lastRunStatus: last.status,
    lastRunMessage: last.message,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

function zoneShown(row: PlannedRow): string | null {
  return row.of_library ? (readScanning(row.scanning_config).cronTimezone ?? null) : row.timezone
}

function lastRun(row: PlannedRow) {
  const ids = runIds(row)
  const end = ids.length === 0 ? null : runEnd(ids, row.tasks, row.updated_at)
  if (end) return { running: false, at: end.at, status: end.status, ...readOutcome(end.status, end.outcome) }
  const { last_run_at: at, last_run_status: status, last_run_message: outcome } = row
  return { running: ids.length > 0, at, status, ...readOutcome(status, outcome) }
}
