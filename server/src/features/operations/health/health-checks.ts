import { statfs } from 'node:fs/promises'
import { type Connection, schemaState } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { ArtefactStore } from '../../../platform/artefact-store'
import type { Check } from './health'
import { abandonedTasks, unavailableLibraries } from './health.queries'

export interface HealthParts {
  readonly connection: Connection
  readonly store: ArtefactStore
  /** Folders whose disks are checked. */
  readonly folders: readonly string[]
}

const OK = { status: 'ok' } as const

/** All checks. Only permanent problems of this process alone make it not ready. */
export function healthChecks({ connection, store, folders }: HealthParts): Check[] {
  const { reader } = connection
  return [
    {
      name: 'database',
      maxAgeMs: 500,
      silent: { status: 'failed', reason: 'The database does not answer.', code: 'silent' },
      async run() {
        await connection.ping()
        return OK
      },
    },
    {
      name: 'migrations',
      maxAgeMs: 30_000,
      asksDatabase: true,
      silent: { status: 'degraded', reason: 'The state of the schema is unknown.', code: 'unknown' },
      async run() {
        const { missing, newer, tooNew } = await schemaState(connection)
        if (missing.length > 0) {
          const reason = `The database lacks ${missing.join(', ')}: run octavo migrate.`
          return { status: 'failed', reason, code: 'behind' }
        }
        if (tooNew.length > 0) {
          const reason = `A newer version of Octavo has changed the database (${tooNew.join(', ')}): start that version.`
          return { status: 'failed', reason, code: 'ahead' }
        }
        if (newer.length === 0) return OK
        const reason = `A newer version of Octavo has added to the database (${newer.join(', ')}).`
        return { status: 'degraded', reason, code: 'newer' }
      },
    },
    {
      name: 'storage',
      maxAgeMs: 15_000,
      silent: { status: 'degraded', reason: 'Cover storage does not answer.', code: 'silent' },
      async run() {
        await store.check()
        return OK
      },
    },
    {
      name: 'disk',
      maxAgeMs: 15_000,
      silent: { status: 'degraded', reason: 'Free disk space is unknown.', code: 'unknown' },
      run: () => diskSpace(folders),
    },
    {
      name: 'wakeups',
      maxAgeMs: 0,
      silent: OK,
      async run() {
        const { lostSince } = connection.wakes.state()
        if (lostSince === null) return OK
        const reason = 'The connection to the other processes is lost, so their changes appear late.'
        return { status: 'degraded', reason, code: 'lost', since: lostSince }
      },
    },
    {
      name: 'queue',
      maxAgeMs: 5_000,
      asksDatabase: true,
      silent: { status: 'degraded', reason: 'The task queue does not answer.', code: 'silent' },
      async run() {
        const { count, since } = await abandonedTasks(reader, LIMITS.health.abandonedMs)
        if (count === 0) return OK
        const what = count === 1 ? 'A task was left unfinished' : `${count} tasks were left unfinished`
        const reason = `${what} by a process that ended, and no other process has taken over.`
        return { status: 'degraded', reason, code: 'abandoned', count, ...(since !== null && { since }) }
      },
    },
    {
      name: 'libraries',
      maxAgeMs: 5_000,
      asksDatabase: true,
      silent: { status: 'degraded', reason: 'The state of the libraries is unknown.', code: 'unknown' },
      async run() {
        const count = await unavailableLibraries(reader)
        if (count === 0) return OK
        const reason = count === 1 ? 'One library cannot be read.' : `${count} libraries cannot be read.`
        return { status: 'degraded', reason, code: 'unreadable', count }
      },
    },
  ]
}

async function diskSpace(folders: readonly string[]): ReturnType<Check['run']> {
  const free = await Promise.all(
    folders.map(async folder => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    }),
  )
  const least = Math.min(...free)
  if (least >= LIMITS.health.lowDiskBytes) return OK
  const reason = `Only ${Math.floor(least / 1024 ** 2)} MB of disk space is left.`
  return { status: 'degraded', reason, code: 'disk_low', count: least }
}
