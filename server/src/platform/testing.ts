import type { Tx } from '../db'
import { claim } from './queue'
import type { ClaimedTask } from './queue.types'
import { type AttemptEnd, finishAttempts } from './queue-finish'

/** Takes one task as a worker would; null when none of these types is due. */
export async function takeTask(tx: Tx, types: readonly string[], leaseMs = 60_000): Promise<ClaimedTask | null> {
  const [task] = await claim(tx, { worker: 'w', types, leaseMs })
  return task ?? null
}

/** Ends an attempt as a worker would. False when the task was not its any more. */
export async function endTask(tx: Tx, task: ClaimedTask, end: AttemptEnd, durationMs = 1): Promise<boolean> {
  return (await finishAttempts(tx, [{ task, end, durationMs }])).length === 1
}
