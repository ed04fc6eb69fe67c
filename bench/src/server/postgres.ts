import { join } from 'node:path'
import { CAN_SEE_PROCESSES, cpuSeconds } from '../machine/processes'
import { ROOT } from './octavo'

export interface Postgres {
  /** Creates an empty database and returns its address. */
  fresh(name: string): Promise<string>
  /** CPU seconds of all its processes. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/** A separate PostgreSQL, which ends with this process, even after a crash. */
export async function startPostgres(): Promise<Postgres> {
  const child = Bun.spawn([process.execPath, join(ROOT, 'tests/kit/postgres-main.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  const { value } = await reader.read()
  if (!value) throw new Error('PostgreSQL could not be started; above is why')
  const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string }
  return {
    async fresh(name) {
      const sql = new Bun.SQL(`${url}/postgres`, { max: 1 })
      await sql.unsafe(`create database ${name}`)
      await sql.close()
      return `${url}/${name}`
    },
    cpuSeconds: () => (CAN_SEE_PROCESSES ? cpuSeconds(child.pid) : 0),
    async stop() {
      child.stdin.end()
      await child.exited
    },
  }
}
