import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { facetChanges } from '../facets'

const DAY_MS = 86_400_000

/** Deletes merges and renames older than the retention time of the audit log; they cannot be undone any more. */
export function pruneNameChanges(
  settings: { get(key: 'audit.retention_days'): Promise<number> },
  now: Clock,
): PruneJob {
  return async () => {
    const days = await settings.get('audit.retention_days')
    return async (tx, limit) =>
      days === 0 ? 0 : facetChanges.nameChanges.deleteChanges(tx, now() - days * DAY_MS, limit)
  }
}
