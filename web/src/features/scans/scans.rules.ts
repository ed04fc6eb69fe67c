import type { ScanStatusDto } from '../../api/types'

/** The share of processed files, 0 to 1; null while the total is unknown. */
export function shareDone(scans: readonly ScanStatusDto[]): number | null {
  const total = scans.reduce((sum, scan) => sum + scan.filesTotal, 0)
  if (total === 0) return null
  const done = scans.reduce((sum, scan) => sum + Math.min(scan.filesProcessed, scan.filesTotal), 0)
  return done / total
}
