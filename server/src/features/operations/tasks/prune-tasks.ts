import type { Clock } from '../../../kernel/clock'
import type { PruneJob } from '../../../platform/pruning'
import { deleteEnded } from '../../../platform/queue-prune'
import type { LiveSettings } from '../../../platform/settings'

const DAY_MS = 86_400_000

/** Tasks past their retention; cancelled tasks are retained as long as completed ones. */
export function pruneTasks(settings: LiveSettings, now: Clock): PruneJob {
  return async () => {
    const { completedDays, failedDays } = await settings.get('tasks.retention')
    const days = { completed: completedDays, cancelled: completedDays, failed: failedDays } as const
    return async (tx, limit) => {
      let deleted = 0
      for (const status of ['completed', 'cancelled', 'failed'] as const) {
        deleted += await deleteEnded(tx, { status, before: now() - days[status] * DAY_MS, limit: limit - deleted })
        if (deleted >= limit) break
      }
      return deleted
    }
  }
}
