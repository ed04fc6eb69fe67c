import type { TaskStateFilter } from '../../api/types'

/** The parameters of the tasks' address: which are listed, and which one is open. */
export type TaskSearch = {
  readonly state?: TaskStateFilter
  readonly type?: string
  readonly library?: string
  readonly page?: number
  readonly task?: string
}

/** In the order of the filter. */
export const stateFilters = [
  'processing',
  'pending',
  'ended',
  'failed',
  'completed',
  'cancelled',
] as const satisfies readonly TaskStateFilter[]
const states: readonly string[] = stateFilters
const uuid = /^[0-9a-f-]{36}$/i

/** Parses any address: unknown and default values are left out. */
export function readTaskSearch(search: Record<string, unknown>): TaskSearch {
  const { state, type, library, page, task } = search
  return {
    ...(typeof state === 'string' && states.includes(state) ? { state: state as TaskStateFilter } : {}),
    ...(typeof type === 'string' && /^[a-z_]{1,100}$/.test(type) ? { type } : {}),
    ...(typeof library === 'string' && uuid.test(library) ? { library } : {}),
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
    ...(typeof task === 'string' && uuid.test(task) ? { task } : {}),
  }
}
