import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { deleteRegroupings } from './regroupings.store'

const DAY_MS = 86_400_000

/** Deletes regroupings older than the retention time of the audit log; they cannot be undone any more. */
export function pruneRegroupings(
  settings: { get(key: 'audit.retention_days'): Promise<number> },
  now: Clock,
): PruneJob {
  return async () => {
    const days = await settings.get('audit.retention_days')
    return async (tx, limit) => (days === 0 ? 0 : deleteRegroupings(tx, now() - days * DAY_MS, limit))
  }
}
