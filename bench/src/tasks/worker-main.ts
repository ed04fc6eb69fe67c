// One worker process: `bun worker-main.ts DATA_FOLDER [POSTGRES_URL]`. Works on tasks that do nothing.
import { connect } from '../../../server/src/db'
import { createLogger } from '../../../server/src/kernel/log'
import { createTaskSignal } from '../../../server/src/platform/task-signal'
import { startWorker } from '../../../server/src/platform/worker'
import { NOTHING } from './fill-tasks'

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const connection = await connect({ dataDir, databaseUrl: databaseUrl ?? null })
const signal = createTaskSignal(connection.wakes)
const log = createLogger('silent')
console.log('ready')
// Starts on request, together with all others.
for await (const _ of console) break
await startWorker({ connection, signal, log, pollMs: 100, handlers: { [NOTHING]: { run: async () => ({}) } } })
