import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { deleteEnded } from '../../../platform/queue-prune'
import type { LiveSettings } from '../../../platform/settings'

const DAY_MS = 86_400_000

/** What is kept no longer: cancelled tasks are kept as long as completed ones. */
export function pruneTasks(settings: LiveSettings, now: Clock): PruneJob {
  return async () => {
    const { completedDays, failedDays } = await settings.get('tasks.retention')
    const kept = { completed: completedDays, cancelled: completedDays, failed: failedDays } as const
    return async (tx, limit) => {
      let deleted = 0
      for (const status of ['completed', 'cancelled', 'failed'] as const) {
        deleted += await deleteEnded(tx, { status, before: now() - kept[status] * DAY_MS, limit: limit - deleted })
        if (deleted >= limit) break
      }
      return deleted
    }
  }
}
