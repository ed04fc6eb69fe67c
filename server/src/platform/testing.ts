import type { Tx } from '../db'
import { claim } from './queue'
import type { ClaimedTask } from './queue.types'
import { type AttemptEnd, finishAttempts } from './queue-finish'

/** Claims one task like a worker; null if none of these types is due. */
export async function takeTask(tx: Tx, types: readonly string[], leaseMs = 60_000): Promise<ClaimedTask | null> {
  const [task] = await claim(tx, { worker: 'w', types, leaseMs })
  return task ?? null
}

/** Ends an attempt like a worker. False if the task no longer belonged to it. */
export async function endTask(tx: Tx, task: ClaimedTask, end: AttemptEnd, durationMs = 1): Promise<boolean> {
  return (await finishAttempts(tx, [{ task, end, durationMs }])).length === 1
}
