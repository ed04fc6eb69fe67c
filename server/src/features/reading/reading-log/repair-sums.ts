import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { readersAfter, repairSumsOf } from './repair-sums.store'

/** After an upgrade, processes of the older version have stopped within this time. */
const UPGRADE_MS = 86_400_000
const READERS = 100

/**
 * Repairs sums by six hours and by device during the first day of a process: a process of an older version, replaced
 * in a rolling upgrade, logs its last sessions without them.
 */
export function repairReadingSums({ reader, write }: Pick<Connection, 'reader' | 'write'>, now: Clock): PruneJob {
  const until = now() + UPGRADE_MS
  return async stopping => {
    let last = now() < until ? 0 : null
    while (last !== null) {
      const readers = await readersAfter(reader, last, READERS)
      for (const userPk of readers) {
        if (stopping.aborted) return async () => 0
        await write(tx => repairSumsOf(tx, userPk))
      }
      last = readers.at(-1) ?? null
    }
    return async () => 0
  }
}
