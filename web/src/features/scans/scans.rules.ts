import type { ScanStatusDto } from '../../api/types'

const whileActiveMs = 1000
/** A scan that somebody else starts is seen this soon. */
const whileIdleMs = 5_000

export function pollEvery(scans: readonly ScanStatusDto[] | undefined): number {
  return scans && scans.length > 0 ? whileActiveMs : whileIdleMs
}

/** Changes whenever a scan has found something, starts or ends. */
export function foundSoFar(scans: readonly ScanStatusDto[]): string {
  return scans.map(scan => `${scan.libraryId}:${scan.booksFound}:${scan.filesProcessed}`).join(' ')
}

/** The share of the files done, 0 to 1; null while nobody knows how many there are. */
export function shareDone(scans: readonly ScanStatusDto[]): number | null {
  const total = scans.reduce((sum, scan) => sum + scan.filesTotal, 0)
  if (total === 0) return null
  const done = scans.reduce((sum, scan) => sum + Math.min(scan.filesProcessed, scan.filesTotal), 0)
  return done / total
}
