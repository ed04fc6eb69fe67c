/** Current scans: queried in one place, shown in the corner of every page. */
export { ProgressLine } from './progress-line'
export { ScanCorner } from './scan-corner'
export { expectScan, lookForScans, useActiveScans } from './scans.queries'
export { shareDone } from './scans.rules'
