import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { deleteEdits } from '../edit-history'

const DAY_MS = 86_400_000

/** Retention in days, the same as of the audit log; 0 means forever. */
interface HistoryRetention {
  get(key: 'audit.retention_days'): Promise<number>
}

/** Deletes edits older than the retention. Who set a field stays known. */
export function pruneHistory(settings: HistoryRetention, now: Clock): PruneJob {
  return async () => {
    const days = await settings.get('audit.retention_days')
    return async (tx, limit) => (days === 0 ? 0 : deleteEdits(tx, now() - days * DAY_MS, limit))
  }
}
