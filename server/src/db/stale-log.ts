import { constants, Database, type Statement } from 'bun:sqlite'
import { randomInt } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CHECKED_BYTES } from './sqlite-soundness'

/** Bytes 60 to 63 of the database file, `pragma user_version` (sqlite.org/fileformat.html, 1.3). */
const USER_VERSION_AT = 60
/** A random signed 32-bit number, except 0, which every new database has. */
const MOST_RUNS = 0x7fffffff
/**
 * A checkpoint writes the database right after the last commit to the log. A database written this much later was
 * written by something else.
 */
const LATER_MS = 60_000

/** Record of the last run: which files belong together. */
interface RunMark {
  /** Allowed numbers in the header of the database. */
  readonly runs: readonly number[]
  readonly database: number
  readonly log: number
}

/**
 * A log (`-wal`) left by a crash belongs to one state of the database: replaying it into a database that was restored
 * since would change or damage that. SQLite does not notice, as its salts only link the log's own entries. Such a log
 * is renamed together with its index (`-shm`). Call this before anything opens the database. Returns a sentence for the
 * operator, or null.
 */
export function setStaleLogAside(file: string): string | null {
  const log = `${file}-wal`
  if (sizeOf(log) === 0 || sizeOf(file) === 0) return null
  const reason = whyStale(file, log)
  if (reason === null) return null
  const suffix = `stale-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  for (const path of [log, `${file}-shm`]) if (existsSync(path)) renameSync(path, `${path}.${suffix}`)
  return (
    `The log ${log} belongs to another database than ${file} (${reason}). It was not replayed and is now ` +
    `${log}.${suffix}. Delete it once the restored database looks right.`
  )
}

function whyStale(file: string, log: string): string | null {
  const mark = readMark(file)
  const [database, written] = [statSync(file), statSync(log)]
  let isCopy = false
  if (mark) {
    if (!mark.runs.includes(runOf(file))) return 'the database is of another time'
    // Inodes differ after the whole folder was copied.
    const isOther = mark.database !== database.ino
    if (isOther && mark.log === written.ino) return 'the database was put in its place later'
    // Such a copy has the timestamps of the copy, which prove nothing; its log may contain the last commits.
    isCopy = isOther
  }
  if (!isCopy && database.mtimeMs > written.mtimeMs + LATER_MS) return 'the database was written long after it'
  if (database.size <= CHECKED_BYTES && !isSound(file, { withLog: true }) && isSound(file, { withLog: false })) {
    return 'the database is sound without it alone'
  }
  return null
}

/** Read-only: closing a writable database would check-point its log. */
function isSound(file: string, { withLog }: { withLog: boolean }): boolean {
  const immutable = `${pathToFileURL(file).href}?immutable=1`
  const database = withLog
    ? new Database(file, { readonly: true })
    : new Database(immutable, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
  let check: Statement | null = null
  try {
    check = database.prepare('pragma quick_check(1)')
    const rows = check.all() as { quick_check: string }[]
    return rows[0]?.quick_check === 'ok'
  } catch {
    return false
  } finally {
    // An unfinalized statement would leave the files open after close.
    check?.finalize()
    database.close(true)
  }
}

/**
 * Writes the number of this run into the database and records which files belong together. Call it with the writer
 * before anybody else opens the database, while its log is empty.
 */
export function markRun(writer: Database, file: string): void {
  // A wrong record would discard a good log; without a record every log is accepted.
  rmSync(markOf(file), { force: true })
  flushFolder(file)
  const before = runOf(file)
  const run = randomInt(1, MOST_RUNS)
  writer.run(`pragma user_version = ${run}`)
  writer.query('pragma wal_checkpoint(truncate)').all()
  const now = runOf(file)
  // Another reading program blocks the checkpoint: the number is in the log, and reaches the database later.
  const runs = now === run ? [run] : [before, run]
  const mark: RunMark = { runs, database: statSync(file).ino, log: statSync(`${file}-wal`).ino }
  const draft = `${markOf(file)}.part`
  writeFileSync(draft, JSON.stringify(mark), { mode: 0o600, flush: true })
  renameSync(draft, markOf(file))
  flushFolder(file)
}

function flushFolder(file: string): void {
  const descriptor = openSync(dirname(file), 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function readMark(file: string): RunMark | null {
  try {
    return JSON.parse(readFileSync(markOf(file), 'utf8')) as RunMark
  } catch {
    // Written by an older version of Octavo, or missing.
    return null
  }
}

function markOf(file: string): string {
  return `${file}-run`
}

function runOf(file: string): number {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(4)
    return readSync(descriptor, bytes, 0, 4, USER_VERSION_AT) === 4 ? bytes.readInt32BE() : 0
  } finally {
    closeSync(descriptor)
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
