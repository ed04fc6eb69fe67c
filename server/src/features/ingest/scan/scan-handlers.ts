import type { TaskHandlers } from '../../../platform/queue.types'
import { NAMING_TASK, namingHandler } from './apply-naming'
import { SCAN_TASK, type ScanDeps } from './scan.types'
import { scanHandler } from './scan-task'
import { SUMS_TASK, sumsHandler } from './sum-books'

/** Task handlers of scans, renaming, and missing page hashes. */
export function scanHandlers(deps: ScanDeps): TaskHandlers {
  return {
    [SCAN_TASK]: scanHandler(deps),
    [NAMING_TASK]: namingHandler(deps),
    [SUMS_TASK]: sumsHandler(deps),
  }
}
