import type { Connection } from '../../../server/src/db'
import { startRollUp } from '../../../server/src/features/operations/metrics'
import { newId } from '../../../server/src/kernel/ids'
import { createLogger } from '../../../server/src/kernel/log'
import { enqueue } from '../../../server/src/platform/queue'
import { insertRuns } from '../../../server/src/platform/task-runs'

export const NOTHING = 'nothing'
const BATCH = 1_000
const TYPES = ['analyze_book', 'generate_thumbnail', 'scan_library', 'renumber_series', 'find_duplicates']

/** Queues a number of tasks that do nothing. */
export async function putTasks(connection: Connection, many: number): Promise<void> {
  for (let from = 0; from < many; from += BATCH) {
    await connection.write(async tx => {
      for (let n = from; n < Math.min(many, from + BATCH); n++) {
        await enqueue(tx, { type: NOTHING, payload: { n }, priority: 1 })
      }
    })
  }
}

/** Writes the history of a number of ended tasks. */
export async function putHistory(connection: Connection, many: number): Promise<void> {
  const now = Date.now()
  const rolling = startRollUp({ connection, log: createLogger('warn') })
  for (let from = 0; from < many; from += BATCH) {
    const tasks = Array.from({ length: Math.min(BATCH, many - from) }, (_, index) => endedTask(from + index, now))
    await connection.write(async tx => {
      const columns = Object.keys(tasks[0] ?? {}) as (keyof (typeof tasks)[number])[]
      const types = Object.fromEntries(
        columns.map(name => [name, typeof tasks[0]?.[name] === 'number' ? 'bigint' : 'text']),
      ) as never
      await tx.query
        .insertInto('tasks')
        .columns([...columns, 'cancel_requested'])
        .expression(db =>
          db
            .selectFrom(tx.dialect.jsonRows<Record<string, never>>(JSON.stringify(tasks), types).as('v'))
            .select(columns)
            .select(eb => eb.val(false).as('cancel_requested')),
        )
        .execute()
      await insertRuns(
        tx,
        tasks.map((task, index) => ({
          task_type: task.task_type,
          outcome: task.status === 'completed' ? 'succeeded' : 'failed',
          ended_status: task.status,
          duration_ms: (index * 37) % 5_000,
          wait_ms: index % 300,
          items: 1,
          bytes: 4_096,
          error: task.status === 'failed' ? 'The file is damaged' : null,
        })),
      )
    })
    await rolling.now()
  }
  await rolling.stop()
}

function endedTask(n: number, now: number) {
  const id = newId()
  const status = n % 50 === 0 ? ('failed' as const) : ('completed' as const)
  return {
    id,
    task_type: TYPES[n % TYPES.length] as string,
    payload: `{"bookId":"${id}"}`,
    dedup_key: `${TYPES[n % TYPES.length]} {"bookId":"${id}"}`,
    status,
    priority: 500,
    attempt: 1,
    max_attempts: 3,
    scheduled_for: now - n,
    progress_current: 0,
    progress_total: 0,
    result: '{"books_analyzed":1,"errors":[]}',
    created_at: now - n,
    started_at: now - n,
    completed_at: now - n,
  }
}
