import type { ScanStatusDto } from '@octavo/contract/scan'
import type { Tx } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import { scanByKey } from './scan.queries'
import type { ScannedLibrary } from './scan.types'
import { scanView } from './scan.view'
import type { ScanReport } from './scan-report'

/** Minimum interval between progress events of a running scan. */
const EVERY_MS = 500

/** Publishes the status of a scan when it is queued, starts and ends. */
export async function publishScan(tx: Tx, scanPk: number): Promise<void> {
  const row = await scanByKey(tx, scanPk)
  if (row) publishStatus(tx, row.library_pk, scanView(row))
}

/** Publishes the progress of a running scan, rate-limited. */
export function createProgressPublisher(library: ScannedLibrary, startedAt: number) {
  let publishedAt = performance.now()
  return (tx: Tx, report: ScanReport): void => {
    if (performance.now() - publishedAt < EVERY_MS) return
    publishedAt = performance.now()
    const { filesTotal, filesProcessed, seriesFound, booksFound } = report
    publishStatus(tx, library.pk, {
      libraryId: library.id,
      status: 'processing',
      filesTotal,
      filesProcessed,
      seriesFound,
      booksFound,
      errors: report.problems().map(({ message }) => message),
      startedAt: timestamp(startedAt),
      completedAt: null,
    })
  }
}

function publishStatus(tx: Tx, libraryPk: number, event: ScanStatusDto): void {
  tx.publish({ channel: 'scan', event, to: { libraryPk } })
}
