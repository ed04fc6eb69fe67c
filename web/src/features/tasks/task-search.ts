import type { TaskState } from '../../api/types'

/** The parameters of the tasks' address: which are listed, and which one is open. */
export type TaskSearch = {
  readonly state?: TaskState
  readonly type?: string
  readonly library?: string
  readonly page?: number
  readonly task?: string
}

const states: readonly string[] = ['pending', 'processing', 'completed', 'failed', 'cancelled'] satisfies TaskState[]
const uuid = /^[0-9a-f-]{36}$/i

/** Parses any address: unknown and default values are left out. */
export function readTaskSearch(search: Record<string, unknown>): TaskSearch {
  const { state, type, library, page, task } = search
  return {
    ...(typeof state === 'string' && states.includes(state) ? { state: state as TaskState } : {}),
    ...(typeof type === 'string' && /^[a-z_]{1,100}$/.test(type) ? { type } : {}),
    ...(typeof library === 'string' && uuid.test(library) ? { library } : {}),
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
    ...(typeof task === 'string' && uuid.test(task) ? { task } : {}),
  }
}
