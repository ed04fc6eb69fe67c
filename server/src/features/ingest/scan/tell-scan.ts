import type { ScanStatusDto } from '@octavo/contract/scan'
import type { Tx } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import { scanByKey } from './scan.queries'
import type { ScannedLibrary } from './scan.types'
import { scanView } from './scan.view'
import type { ScanReport } from './scan-report'

/** While a scan runs, it is told how far it is at most so often. */
const EVERY_MS = 500

/** Tells how a scan stands: when it begins to wait, begins to run, and ends. */
export async function tellScan(tx: Tx, scanPk: number): Promise<void> {
  const row = await scanByKey(tx, scanPk)
  if (row) tellStatus(tx, row.library_pk, scanView(row))
}

/** Tells how far a running scan is, from time to time. */
export function createProgressTeller(library: ScannedLibrary, startedAt: number) {
  let toldAt = performance.now()
  return (tx: Tx, report: ScanReport): void => {
    if (performance.now() - toldAt < EVERY_MS) return
    toldAt = performance.now()
    const { filesTotal, filesProcessed, seriesFound, booksFound } = report
    tellStatus(tx, library.pk, {
      libraryId: library.id,
      status: 'processing',
      filesTotal,
      filesProcessed,
      seriesFound,
      booksFound,
      errors: report.errors(),
      startedAt: timestamp(startedAt),
      completedAt: null,
    })
  }
}

function tellStatus(tx: Tx, libraryPk: number, event: ScanStatusDto): void {
  tx.tell({ channel: 'scan', event, to: { libraryPk } })
}
