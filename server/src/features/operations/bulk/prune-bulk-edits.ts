import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { deleteBulkEdits } from './bulk-edits.store'

const DAY_MS = 86_400_000

/** Deletes bulk edits older than the retention of the history, in days; 0 means forever. */
export function pruneBulkEdits(settings: { get(key: 'audit.retention_days'): Promise<number> }, now: Clock): PruneJob {
  return async () => {
    const days = await settings.get('audit.retention_days')
    return async (tx, limit) => (days === 0 ? 0 : deleteBulkEdits(tx, now() - days * DAY_MS, limit))
  }
}
