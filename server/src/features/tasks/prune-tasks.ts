import type { Tx } from '../../db'
import type { Clock } from '../../kernel/clock'
import { deleteEnded } from '../../platform/queue-prune'
import type { LiveSettings } from '../settings'

const DAY_MS = 86_400_000

/** One batch of what is kept no longer: cancelled tasks as long as completed ones. Answers how many were deleted. */
export function pruneTasks(settings: LiveSettings, now: Clock) {
  return async (tx: Tx, limit: number): Promise<number> => {
    const { completedDays, failedDays } = await settings.get('tasks.retention')
    const kept = { completed: completedDays, cancelled: completedDays, failed: failedDays } as const
    let deleted = 0
    for (const status of ['completed', 'cancelled', 'failed'] as const) {
      deleted += await deleteEnded(tx, { status, before: now() - kept[status] * DAY_MS, limit: limit - deleted })
      if (deleted >= limit) break
    }
    return deleted
  }
}
