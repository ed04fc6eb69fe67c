import type { ScanReportDetailDto, ScanStatusDto } from '@octavo/contract/scan'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import type { ReportRow, ScanRow } from './scan.queries'
import type { ScanScope } from './scan.store'
import { readDetails } from './scan-details'
import { readProblems } from './scan-problems'

/** A scan as the contract shows it. */
export function scanView(row: ScanRow): ScanStatusDto {
  return {
    libraryId: row.library_id,
    status: row.status,
    filesTotal: row.files_total,
    filesProcessed: row.files_processed,
    seriesFound: row.series_found,
    booksFound: row.books_found,
    errors: readProblems(row.errors).map(({ message }) => message),
    startedAt: timestamp(row.started_at ?? row.created_at),
    completedAt: timestampOrNull(row.completed_at),
  }
}

/** A scan report as the contract shows it. */
export function reportView(row: ReportRow): ScanReportDetailDto {
  const scope: ScanScope = row.scope === null ? { places: [], widened: false } : JSON.parse(row.scope)
  const hasOne = row.folder_count === 1
  const folders = scope.places.map(({ root, path }) => (hasOne ? path : path === '' ? root : `${root}/${path}`))
  return {
    ...scanView(row),
    id: row.id,
    mode: row.mode,
    folders,
    widened: scope.widened,
    problems: readProblems(row.errors),
    ...readDetails(row.details),
  }
}
