import { z } from 'zod'
import { Int64 } from './ids'
import { json, route } from './route'

const counts = {
  pending: Int64,
  processing: Int64,
  completed: Int64,
  failed: Int64,
  stale: Int64.meta({ description: 'Processing, but its worker has not been heard of past its lease' }),
  total: Int64,
}

export const TaskTypeStats = z.object(counts).meta({ id: 'TaskTypeStats' })
export const TaskStats = z.object({ ...counts, byType: z.record(z.string(), TaskTypeStats) }).meta({ id: 'TaskStats' })
export type TaskStats = z.infer<typeof TaskStats>

export const getTaskStats = route({
  id: 'get_task_stats',
  method: 'get',
  path: '/api/v1/tasks/stats',
  tag: 'Task Queue',
  summary: 'How many tasks are in which state, by type',
  access: 'tasks-read',
  status: 200,
  payload: json(TaskStats),
})
