import { expect, test } from 'bun:test'
import type { Write } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import type { TaskContext } from '../../../platform/queue.types'
import type { ScanDeps, ScannedLibrary } from './scan.types'
import { createReport } from './scan-report'
import { createScanRun, type ScanRun } from './scan-run'

forEachDatabase('a scan whose transaction is repeated', database => {
  /** A scan whose transactions run twice, as after a deadlock; `checkpoint` is asked in each. */
  function scanRepeating(checkpoint: (attempt: number) => void): ScanRun {
    const { connection } = database
    const twice: Write = async work => {
      await connection
        .write(async tx => {
          await work(tx)
          throw new Error('deadlock detected')
        })
        .catch(() => undefined)
      return connection.write(work)
    }
    let attempts = 0
    return createScanRun({
      deps: { connection: { ...connection, write: twice }, now: () => 1 } as unknown as ScanDeps,
      library: { pk: 1, id: 'library', folders: [], formerFolders: [] } as unknown as ScannedLibrary,
      report: createReport(() => {}),
      mode: 'normal',
      signal: new AbortController().signal,
      series: new Map(),
      context: { checkpoint: async () => checkpoint(++attempts), processed: () => {} } as unknown as TaskContext,
      scan: { pk: 1, startedAt: 1 },
    } as Parameters<typeof createScanRun>[0])
  }

  test('blames no deferred write for what fails before it', async () => {
    const run = scanRepeating(attempt => {
      if (attempt > 1) throw new Error('The task belongs to another process')
    })
    run.writeAlong('What was seen', async () => {
      throw new Error('deadlock detected')
    })
    await expect(run.write(async () => {})).rejects.toThrow('The task belongs to another process')
    expect(run.report.problems()).toEqual([])
  })
})
