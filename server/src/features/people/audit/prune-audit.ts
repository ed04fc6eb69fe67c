import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import { deleteActs, deleteOldestActsOf } from '../../../platform/audit-log'
import type { PruneJob } from '../../../platform/pruning'

const DAY_MS = 86_400_000

/** Retention time in days; 0 means forever. */
export interface AuditRetention {
  get(key: 'audit.retention_days'): Promise<number>
}

/** Deletes entries older than the retention time. */
export function pruneAudit(settings: AuditRetention, now: Clock): PruneJob {
  return async () => {
    const days = await settings.get('audit.retention_days')
    return async (tx, limit) => (days === 0 ? 0 : deleteActs(tx, now() - days * DAY_MS, limit))
  }
}

/** Deletes the oldest entries of users with more than `max`, so that nobody can fill the disk. */
export function pruneAuditExcess(reader: Reader, max: number = LIMITS.perPerson.auditEntries): PruneJob {
  return async () => {
    const busy = await reader.query
      .selectFrom('audit_log')
      .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
      .where('user_id', 'is not', null)
      .groupBy('user_id')
      .having(({ fn }) => fn.countAll(), '>', max)
      .execute()
    const excess = new Map(busy.map(({ user_id, count }) => [user_id ?? '', Number(count) - max]))
    return async (tx, limit) => {
      let deleted = 0
      for (const [userId, left] of excess) {
        const part = await deleteOldestActsOf(tx, userId, Math.min(left, limit - deleted))
        deleted += part
        excess.set(userId, left - part)
        if (part === left || part === 0) excess.delete(userId)
        if (deleted === limit) break
      }
      return deleted
    }
  }
}
