import { withoutCache } from '../../../db'
import type { TaskHandlers } from '../../../platform/queue.types'
import { type ExportDeps, exportHandler } from './export-task'
import { EXPORT_SERIES } from './series-exports.routes'
import { writeSeries } from './write-series'

/** The task that writes series and books to a file. */
export function seriesExportHandlers(deps: ExportDeps): TaskHandlers {
  // Each row is read once.
  const reader = withoutCache(deps.connection.reader)
  return { [EXPORT_SERIES]: exportHandler(deps, run => writeSeries(reader, run)) }
}
