import type { Write } from '../db'
import type { Viewer } from '../kernel/viewer'
import { enqueue } from './queue'
import type { NewTask } from './queue.types'
import type { TaskSignal } from './task-signal'

export interface TaskRequests {
  readonly write: Write
  readonly tasks: TaskSignal
}

/** Puts a person's wish into the queue and answers the id of the task, the one that is there when it is the same. */
export async function askForTask(
  { write, tasks }: TaskRequests,
  viewer: Viewer,
  task: Omit<NewTask, 'requestedByPk'>,
): Promise<{ taskId: string }> {
  const { id } = await write(tx => enqueue(tx, { ...task, requestedByPk: viewer.userPk }))
  tasks.notify()
  return { taskId: id }
}
