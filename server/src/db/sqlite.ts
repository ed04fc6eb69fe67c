import { Database } from 'bun:sqlite'
import { chmodSync, existsSync, mkdirSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kysely } from 'kysely'
import { countLimit } from '../kernel/limit-hits'
import { LIMITS } from '../kernel/limits'
import { createMemo } from '../kernel/memo'
import { statementEnded } from '../kernel/slow-statements'
import type { Connection } from './connection'
import { sqliteDialect } from './dialect'
import { bunSqliteDialect, runStatement } from './dialect/bun-sqlite'
import { createFaultCounter, DatabaseFault, type FaultCounter, faultOf } from './faults'
import { createGroupCommit } from './group-commit'
import { withEvents } from './outbox'
import { createPace } from './pace'
import { readOnly } from './reader'
import type { Schema } from './schema'
import { refuseDamaged, refuseUnusable, sentenceOf } from './sqlite-soundness'
import { forgetFewNames, refreshStatistics } from './sqlite-statistics'
import { markRun, setStaleLogAside } from './stale-log'
import { createTurns } from './turns'
import { countedRevisions } from './versions'
import { createLocalWakes } from './wakes'
import type { Tx } from './write'

/** The WAL bug of 3.7.0 to 3.51.2 could corrupt a database (sqlite.org/wal.html). */
const OLDEST_SAFE_SQLITE = '3.51.3'

/** Pause between attempts while another program has the lock. */
const MAX_PAUSE_MS = 20

/**
 * Cached prepared statements per connection. The runtime caches 20; beyond that each would be compiled on every run.
 */
Database.MAX_QUERY_CACHE_SIZE = 300

const LOCK_FILE = 'octavo.lock'

/** f_type of file systems whose locks or shared memory are unsafe for SQLite (linux/magic.h). */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4266872130: 'SMB',
  4283649346: 'CIFS',
  16914839: '9P',
  1397703499: 'CODA',
  1397113167: 'AFS',
  12805120: 'Ceph',
  198183888: 'GlusterFS over FUSE',
}

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Opens (or creates) the database file with one writer and one reader connection. */
export function connectSqlite(file: string, cacheBytes: number): Connection {
  mkdirSync(dirname(file), { recursive: true })
  refuseNetworkFileSystem(dirname(file))
  const usedBefore = existsSync(join(dirname(file), LOCK_FILE))
  const lock = lockFolder(dirname(file))
  const { writer, notices } = openSound(file, lock, usedBefore)
  // It contains password hashes; its log and index get the same rights.
  chmodSync(file, 0o600)
  tryTo(() => forgetFewNames(writer))
  const reader = openConnection(file, { create: false })
  reader.run('pragma query_only = on')
  // SQLite's busy handler blocks the thread, which serves requests: the writer retries instead. Readers of a
  // write-ahead log hardly ever wait.
  writer.run('pragma busy_timeout = 0')
  reader.run('pragma busy_timeout = 100')

  const faults = createFaultCounter()
  const turns = createTurns(LIMITS.database.waitMs)
  let until: number | null = null
  const revisions = countedRevisions()
  const memo = createMemo(cacheBytes, revisions)
  const pace = createPace()
  const beginWrite = () => beginImmediate(writer, until ?? performance.now() + LIMITS.database.waitMs, faults)
  const writes = new Kysely<Schema>({
    dialect: bunSqliteDialect(writer, { beginWrite, seen: faults.seen, wrote: revisions.wrote, pace }),
  })
  const reads = new Kysely<Schema>({ dialect: bunSqliteDialect(reader, { seen: faults.seen }) })
  const wakes = createLocalWakes()
  const transact: Transact = async work => {
    const { result, published } = await turns.take(async mayWaitUntil => {
      until = mayWaitUntil
      return writes.transaction().execute(async transaction => {
        const { tx, finish } = withEvents({
          query: transaction,
          dialect: sqliteDialect,
          run: async (sql, values) => {
            await pace.beforeStatement()
            revisions.wrote(sql)
            return shown(faults, () => runTimed(writer, sql, values))
          },
        })
        return { result: await work(tx), published: await finish() }
      })
    })
    revisions.committed()
    if (published) wakes.wake('events')
    return result
  }
  const inGroup = createGroupCommit(work =>
    transact(tx =>
      work({
        with: publish => ({ ...tx, publish }),
        control: statement => shown(faults, () => void writer.query(statement).run()),
        isOpen: () => writer.inTransaction,
        publish: tx.publish,
      }),
    ),
  )
  return {
    kind: 'sqlite',
    notices,
    migrations: writes.$extendTables<never>(),
    reader: {
      query: readOnly(reads),
      dialect: sqliteDialect,
      run: async (sql, values) => shown(faults, () => runTimed(reader, sql, values)),
      memo,
    },
    memo,
    revision: revisions.revision,
    write: (work, { short = false } = {}) => (short ? inGroup(work) : transact(work)),
    refreshStatistics: () => refreshStatistics(writer, reader, turns),
    wakes,
    counts: () => ({ ...faults.counts(), busy: turns.busy ? 1 : 0, idle: turns.busy ? 1 : 2, waiting: turns.waiting }),
    releaseMemory: () => {
      for (const each of [reader, writer]) {
        each.clearQueryCache()
        each.run('pragma shrink_memory')
      }
    },
    ping: async () => void reader.query('select 1').get(),
    close: async () => {
      await reads.destroy()
      // Nobody waits for statistics, and another program may have locked the file.
      tryTo(() => writer.run('pragma optimize'))
      // After a stop, all data is in the one file that people copy.
      tryTo(() => writer.run('pragma wal_checkpoint(truncate)'))
      await writes.destroy()
      lock.close()
    },
  }
}

/**
 * Takes the write lock at the start, so that a transaction never fails to upgrade from reading (BUSY_SNAPSHOT). While
 * another program has the lock, retries until the deadline.
 */
async function beginImmediate(writer: Database, until: number, faults: FaultCounter): Promise<void> {
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      writer.run('begin immediate')
      return
    } catch (error) {
      const fault = faultOf(error)
      const isBusy = fault instanceof DatabaseFault && fault.code.startsWith('SQLITE_BUSY')
      if (!isBusy || performance.now() + pauseMs > until) {
        if (isBusy) countLimit('database-busy')
        throw faults.seen(error)
      }
    }
    faults.retried()
    await Bun.sleep(pauseMs)
  }
}

function runTimed<Row>(database: Database, sql: string, values: readonly unknown[]): Row[] {
  const began = performance.now()
  try {
    return runStatement<Row>(database.query(sql), values)
  } finally {
    statementEnded(sql, began)
  }
}

function shown<T>(faults: FaultCounter, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw faults.seen(error)
  }
}

function tryTo(work: () => void): void {
  try {
    work()
  } catch {
    // Best effort.
  }
}

/** Opens the writer, unless the file must not be written to. */
function openSound(file: string, lock: Database, usedBefore: boolean): { writer: Database; notices: string[] } {
  let writer: Database | null = null
  try {
    refuseUnusable(file, { usedBefore })
    const notice = setStaleLogAside(file)
    const opened = openConnection(file, { create: true })
    writer = opened
    refuseDamaged(opened, file, { usedBefore })
    tryTo(() => markRun(opened, file))
    return { writer: opened, notices: notice === null ? [] : [notice] }
  } catch (error) {
    writer?.close()
    lock.close()
    throw sentenceOf(error, file)
  }
}

function openConnection(file: string, { create }: { create: boolean }): Database {
  const database = new Database(file, { create, readwrite: true, strict: true })
  database.run('pragma busy_timeout = 5000')
  database.run('pragma journal_mode = wal')
  database.run('pragma synchronous = full')
  database.run('pragma foreign_keys = on')
  database.run('pragma temp_store = memory')
  database.run('pragma cache_size = -32768')
  assertSettings(database)
  return database
}

function assertSettings(database: Database): void {
  const { version } = database.query('select sqlite_version() as version').get() as { version: string }
  if (Bun.semver.order(version, OLDEST_SAFE_SQLITE) < 0) {
    throw new Error(`SQLite ${version} is too old: ${OLDEST_SAFE_SQLITE} is required`)
  }
  const settings = { journal_mode: 'wal', foreign_keys: 1, synchronous: 2 }
  for (const [name, expected] of Object.entries(settings)) {
    const actual = Object.values(database.query(`pragma ${name}`).get() as object)[0]
    if (actual !== expected)
      throw new Error(`SQLite did not accept the setting ${name} = ${expected}, it has ${actual}`)
  }
}

/** One process per data folder: takes an exclusive lock that ends with the process, even after a crash. */
function lockFolder(folder: string): Database {
  const lock = new Database(join(folder, LOCK_FILE), { create: true })
  try {
    lock.run('pragma busy_timeout = 0')
    lock.run('begin exclusive')
  } catch {
    lock.close()
    throw new Error(
      `Another Octavo already uses the data folder ${folder}. Stop it, choose another folder with OCTAVO_DATA_DIR, ` +
        'or use PostgreSQL (OCTAVO_DATABASE_URL) for more than one process.',
    )
  }
  return lock
}

/** `type` is the f_type of statfs. */
export function refuseNetworkFileSystem(folder: string, type = statfsSync(folder).type): void {
  const name = NETWORK_FILE_SYSTEMS[type]
  if (name) {
    throw new Error(
      `The data folder ${folder} is on a network share (${name}), where SQLite cannot lock safely. ` +
        'Put it on a local disk with OCTAVO_DATA_DIR, or use PostgreSQL with OCTAVO_DATABASE_URL.',
    )
  }
}
