import type { TaskHandlers } from '../../../platform/queue.types'
import { NAMING_TASK, namingHandler } from './apply-naming'
import { SCAN_TASK, type ScanDeps } from './scan.types'
import { scanHandler } from './scan-task'
import { SUMS_TASK, sumsHandler } from './sum-books'

/** What the worker does to know the files of libraries: scans, names by rules that have changed, sums that are wanting. */
export function scanHandlers(deps: ScanDeps): TaskHandlers {
  return {
    [SCAN_TASK]: scanHandler(deps),
    [NAMING_TASK]: namingHandler(deps),
    [SUMS_TASK]: sumsHandler(deps),
  }
}
