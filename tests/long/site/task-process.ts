// A process with a worker whose tasks do nothing but leave a mark, on the product's own queue:
//   bun task-process.ts DATA_DIR DATABASE_URL|- work|fill COUNT
import { connect, migrate } from '@octavo/server/src/db'
import { createLogger } from '@octavo/server/src/kernel/log'
import { enqueue } from '@octavo/server/src/platform/queue'
import { createTaskSignal } from '@octavo/server/src/platform/task-signal'
import { startWorker } from '@octavo/server/src/platform/worker'
import { sql } from 'kysely'

const TYPE = 'long_mark'
const BATCH = 500

const [dataDir = '', url = '', what, count] = process.argv.slice(2)
const connection = await connect({ dataDir, databaseUrl: url === '-' ? null : url })
if (what === 'fill') {
  await migrate(connection)
  await sql`create table marks (task_id text not null, attempt bigint not null, step text not null)`.execute(
    connection.migrations,
  )
  for (let from = 0; from < Number(count); from += BATCH) {
    await connection.write(async tx => {
      for (let number = from; number < Math.min(Number(count), from + BATCH); number++) {
        await enqueue(tx, { type: TYPE, payload: { number }, priority: number % 7 })
      }
    })
  }
  await connection.close()
  process.exit(0)
}

const mark = (step: string, id: string, attempt: number) =>
  sql`insert into marks (task_id, attempt, step) values (${id}, ${attempt}, ${step})`
await startWorker({
  connection,
  signal: createTaskSignal(connection.wakes),
  log: createLogger('warn'),
  slots: 4,
  handlers: {
    [TYPE]: {
      async run(context) {
        const { id, attempt } = context.task
        await connection.write(async tx => {
          await context.checkpoint(tx)
          await mark('run', id, attempt).execute(tx.query)
        })
        return { done: true }
      },
      // In the transaction that ends the task: this is what must be there once.
      async ended(tx, task) {
        await mark('ended', task.id, task.attempt).execute(tx.query)
      },
    },
  },
})
console.log('ready')
