import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, connect, migrate } from '@octavo/server/src/db'
import type { Outcome, Row, Trial } from '../harness/row'

const LANES = 20

export const readThenWrite: Row = {
  id: 'F06',
  does: 'transactions that read a number and write the next one, 20 at a time, while another program writes to the same file all the while',
  required: 'none finds that it may not write, no count is lost',
  databases: ['sqlite'],
  rounds: 100_000,
  minutes: 15,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const dataDir = join(trial.scratch, 'data')
  mkdirSync(dataDir)
  const connection = await connect({ databaseUrl: null, dataDir })
  await migrate(connection)
  await connection.write(tx => tx.run("insert into settings (key, value, updated_at) values ('n', '0', 0)", []))
  const other = stranger(join(dataDir, 'octavo.db'))
  let begun = 0
  const lane = async () => {
    while (begun < trial.rounds) {
      if (++begun % 20_000 === 0) trial.say(`${begun} transactions`)
      await increment(connection)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  other.stdin.end()
  await other.exited
  const [row] = await connection.reader.run<{ value: string; updated_at: number }>(
    "select value, updated_at from settings where key = 'n'",
    [],
  )
  const { faults, retries } = connection.counts()
  await connection.close()
  const refused = Object.values(faults).reduce((sum, count) => sum + count, 0)
  const lost = trial.rounds - Number(row?.value)
  return {
    n: begun,
    figure: `refused ${refused} of ${begun} transactions, lost ${lost}, during ${row?.updated_at ?? 0} writes of another program; ${retries} waited for it`,
    faults: [
      ...(refused === 0 ? [] : [`refused: ${JSON.stringify(faults)}`]),
      ...(lost === 0 ? [] : [`${lost} counts were lost`]),
      ...((row?.updated_at ?? 0) > 0 ? [] : ['the other program never wrote: nothing was proved']),
    ],
  }
}

function increment(connection: Connection): Promise<unknown> {
  return connection.write(async tx => {
    const [row] = await tx.run<{ value: string }>("select value from settings where key = 'n'", [])
    const value = String(Number(row?.value) + 1)
    await tx.query.updateTable('settings').set({ value }).where('key', '=', 'n').execute()
  })
}

/** Another program that writes to the same row until its input ends. */
function stranger(path: string) {
  const script = `
    const { Database } = require('bun:sqlite')
    const database = new Database(${JSON.stringify(path)})
    database.run('pragma busy_timeout = 10000')
    let going = true
    process.stdin.on('end', () => { going = false }).resume()
    while (going) {
      database.run("update settings set updated_at = updated_at + 1 where key = 'n'")
      await Bun.sleep(5)
    }`
  return Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'ignore', stderr: 'inherit' })
}
