/** Faults of a database that are not caused by the query. */
export type DatabaseFaultKind =
  /** It does not answer, answers too late, or is locked by another program. */
  | 'unavailable'
  /** The disk is full. */
  | 'full'
  /** It is read-only: its disk or the server. */
  | 'read-only'
  /** Serialization failure or deadlock: this transaction was rolled back. */
  | 'conflict'

/** A fault of the database itself. The transaction has had no effect, unless the connection broke during the commit. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault'
  /** The driver's own code, for logs. */
  readonly code: string

  constructor(
    readonly kind: DatabaseFaultKind,
    cause: unknown,
    /** The connection cannot be used any more. */
    readonly broken = false,
  ) {
    super(CLOSER_WORDS[codeOf(cause).slice(0, 5)] ?? WORDS[kind], { cause })
    this.code = codeOf(cause)
  }
}

/** Whether the database rejected the data itself, so that retrying does not help. */
export function isRefusedData(error: unknown): boolean {
  const code = codeOf(error)
  if (REFERENCE_GONE.has(code)) return false
  return REFUSED_STATES.test(code) || REFUSED_SQLITE.some(name => code.startsWith(name))
}

/** Whether a statement or its lock wait timed out: a smaller batch may succeed. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DatabaseFault && (error.code === '57014' || error.code === '55P03')
}

/** Data exceptions, constraint violations, program limits, and more values than the protocol allows. */
const REFUSED_STATES = /^(?:22...|23...|54...|08P01)$/
const REFUSED_SQLITE = ['SQLITE_CONSTRAINT', 'SQLITE_TOOBIG', 'SQLITE_RANGE', 'SQLITE_MISMATCH'] as const
/** A referenced row has been deleted meanwhile, so the data is not at fault. */
const REFERENCE_GONE: ReadonlySet<string> = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'])

/** Details beyond the kind of a fault, by the database's own code. */
const CLOSER_WORDS: Readonly<Record<string, string>> = {
  '57014': 'The database took too long.',
  '55P03': 'Another change to the same data took too long.',
}

const WORDS: Readonly<Record<DatabaseFaultKind, string>> = {
  unavailable: 'The database does not answer.',
  full: 'The disk of the database is full.',
  'read-only': 'The database cannot be written to.',
  conflict: 'Two changes were in conflict.',
}

/** SQLSTATE of PostgreSQL (Appendix A of its manual): whole classes by two characters, single ones by five. */
const SQL_STATES: Readonly<Record<string, DatabaseFaultKind | null>> = {
  '08': 'unavailable',
  // More values than the protocol allows: the connection is still usable.
  '08P01': null,
  '25006': 'read-only',
  '25P03': 'unavailable',
  '25P04': 'unavailable',
  '40001': 'conflict',
  '40P01': 'conflict',
  '53': 'unavailable',
  '53100': 'full',
  '55P03': 'unavailable',
  '57014': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P05': 'unavailable',
  '58': 'unavailable',
}
const SQL_STATE = /^[0-9A-Z]{5}$/

/** Primary result codes of SQLite; extended ones begin with them. */
const SQLITE_CODES: readonly (readonly [string, DatabaseFaultKind])[] = [
  ['SQLITE_BUSY', 'unavailable'],
  ['SQLITE_LOCKED', 'unavailable'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_IOERR', 'unavailable'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_PROTOCOL', 'unavailable'],
  ['SQLITE_NOMEM', 'unavailable'],
]

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/** The pool and the driver have no codes for these (pg 8, kysely 0.29). */
const DRIVER_WORDS =
  /^(connection terminated|connection ended|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|client was closed|cannot use a pool after|driver has already been destroyed|postgres connection has been discarded|unexpected (error|end))/i

/** The session has ended, or its state is unknown. */
const BREAKING = /^(08|57P0|58)/

/** The fault for a driver's error; other errors unchanged. */
export function faultOf(error: unknown): unknown {
  if (error instanceof DatabaseFault || !(error instanceof Error)) return error
  const code = codeOf(error)
  for (const [name, kind] of SQLITE_CODES) if (code.startsWith(name)) return new DatabaseFault(kind, error)
  if (NETWORK_CODES.has(code)) return new DatabaseFault('unavailable', error, true)
  if (SQL_STATE.test(code)) {
    const kind = code in SQL_STATES ? SQL_STATES[code] : SQL_STATES[code.slice(0, 2)]
    return kind ? new DatabaseFault(kind, error, BREAKING.test(code)) : error
  }
  return DRIVER_WORDS.test(error.message) ? new DatabaseFault('unavailable', error, true) : error
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '')
}

/** Fault and retry counters of one connection. */
export interface FaultCounts {
  readonly faults: Readonly<Record<DatabaseFaultKind, number>>
  readonly retries: number
}

/** Counts the error. */
export function createFaultCounter() {
  const faults: Record<DatabaseFaultKind, number> = { unavailable: 0, full: 0, 'read-only': 0, conflict: 0 }
  let retries = 0
  return {
    /** The error as a fault if it is one; counts it. */
    seen(error: unknown): unknown {
      const fault = faultOf(error)
      if (fault instanceof DatabaseFault && fault !== error) faults[fault.kind]++
      return fault
    },
    retried: () => void retries++,
    counts: (): FaultCounts => ({ faults: { ...faults }, retries }),
  }
}

export type FaultCounter = ReturnType<typeof createFaultCounter>
