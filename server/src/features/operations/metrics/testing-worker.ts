// A worker process for tests that stop, freeze or kill it: `bun testing-worker.ts URL LEASE_MS`. It rolls up runs
// continuously in small batches. Tasks of type `drip` write a row to `effects` with every step; those of type `count`
// end at once.
import { connect } from '../../../db'
import { createLogger } from '../../../kernel/log'
import { createTaskSignal } from '../../../platform/task-signal'
import { startWorker } from '../../../platform/worker'
import { rollUp } from './metrics.store'

const [url = '', leaseMs = '30000'] = process.argv.slice(2)
// Long enough (4 s) that a test can freeze the process while its tasks run.
const STEPS = 40
const STEP_MS = 100

const connection = await connect({ databaseUrl: url, dataDir: '/nowhere' })
await startWorker({
  connection,
  signal: createTaskSignal(connection.wakes),
  log: createLogger('info'),
  slots: 8,
  pollMs: 100,
  leaseMs: Number(leaseMs),
  handlers: {
    count: {
      run: async ({ processed }) => {
        processed({ items: 3 })
        return { pid: process.pid }
      },
    },
    drip: {
      run: async ({ task, checkpoint }) => {
        for (let step = 1; step <= STEPS; step++) {
          await connection.write(async tx => {
            await checkpoint(tx, { current: step, total: STEPS })
            await tx.run('insert into effects (task_id, attempt, pid) values ($1, $2, $3) returning pid', [
              task.id,
              task.attempt,
              process.pid,
            ])
          })
          await Bun.sleep(STEP_MS)
        }
        return { pid: process.pid }
      },
    },
  },
})
console.log('ready')
void (async () => {
  for (;;) {
    await connection.write(tx => rollUp(tx, 7)).catch(() => undefined)
    await Bun.sleep(1)
  }
})()
