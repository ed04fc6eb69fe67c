import type { Clock } from '../../../kernel/clock'
import { deleteActs } from '../../../platform/audit-log'
import type { PruneJob } from '../../../platform/pruning'

const DAY_MS = 86_400_000

/** Tells for how many days entries are kept; 0 is for good. */
export interface AuditRetention {
  get(key: 'audit.retention_days'): Promise<number>
}

/** Deletes the entries that are kept no longer. */
export function pruneAudit(settings: AuditRetention, now: Clock): PruneJob {
  return async () => {
    const days = await settings.get('audit.retention_days')
    return async (tx, limit) => (days === 0 ? 0 : deleteActs(tx, now() - days * DAY_MS, limit))
  }
}
