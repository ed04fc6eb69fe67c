import { listProcesses, type ProcessDto } from '@octavo/contract/process'
import type { Connection } from '../../../db'
import type { Binder } from '../../../http/bind'
import { timestamp } from '../../../kernel/clock'
import { BEAT_MS } from './presence'
import { allProcesses, type SeenProcess } from './processes.queries'

/** Two heartbeats may be late before a process counts as gone. */
const SILENT_MS = 3 * BEAT_MS

export function processRoutes(binder: Binder, { connection }: { readonly connection: Connection }): void {
  binder.bind(listProcesses, async () => {
    const rows = await allProcesses(connection.reader)
    return rows.map(row => processView(row, connection.kind === 'sqlite'))
  })
}

/** On SQLite there is one process: this one. */
function processView(row: SeenProcess, isSelf: boolean): ProcessDto {
  const { id, kind, host, pid, version } = row
  return {
    id,
    kind,
    host,
    pid,
    version,
    startedAt: timestamp(row.started_at),
    seenAt: timestamp(isSelf ? row.seen_at + row.silent_ms : row.seen_at),
    alive: isSelf || row.silent_ms < SILENT_MS,
  }
}
