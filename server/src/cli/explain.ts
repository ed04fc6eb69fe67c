import { AppError } from '../kernel/app-error'
import { CommandFailure, UsageError } from './command'

/** Explanations of system and PostgreSQL error codes; the message follows in brackets. */
const BY_CODE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is in use by another program. Choose another one with --port or OCTAVO_PORT.',
  EADDRNOTAVAIL: 'This machine has no such address to listen on. Check --host or OCTAVO_HOST.',
  ENOSPC: 'The disk is full. Free some space and start again.',
  EROFS: 'The disk is read-only. Choose another data folder with OCTAVO_DATA_DIR.',
  EMFILE: 'The system does not let Octavo open more files. Raise the limit (`ulimit -n`) and start again.',
  // PostgreSQL, appendix A of its manual
  '28P01': 'PostgreSQL rejected the user name or password in OCTAVO_DATABASE_URL.',
  '28000': 'PostgreSQL rejected this user. Check OCTAVO_DATABASE_URL and the server’s pg_hba.conf.',
  '3D000': 'The database in OCTAVO_DATABASE_URL does not exist. Create it, then start again.',
  '42501': 'The database user cannot create tables. Grant it CREATE on its schema.',
  '53300': 'PostgreSQL has no connections left. Raise max_connections or stop other programs.',
  '57P03': 'PostgreSQL is starting up or shutting down. Try again in a moment.',
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
])

/** What went wrong, as one sentence for the person at the terminal. Never contains a password. */
export function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof CommandFailure || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, path, message } = innermost(error)
  if (code !== undefined && UNREACHABLE.has(code)) {
    return `PostgreSQL does not answer at the address in OCTAVO_DATABASE_URL (${code}). Check the address and that it runs.`
  }
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined) {
    return `${path} cannot be opened: permission denied. Change its owner or permissions, or choose another place.`
  }
  if (code === 'EACCES') return `Not permitted (${message}). Ports below 1024 need administrator rights.`
  const words = code === undefined ? undefined : BY_CODE[code]
  return words ?? message
}

interface Facts {
  readonly code: string | undefined
  readonly path: string | undefined
  readonly message: string
}

/** A refused connection to a name with several addresses is an AggregateError around the real ones. */
function innermost(error: Error): Facts {
  const inner = error instanceof AggregateError ? error.errors.find(each => each instanceof Error) : error.cause
  const own = error as NodeJS.ErrnoException
  if (inner instanceof Error && own.code === undefined) return innermost(inner)
  return { code: own.code, path: own.path, message: error.message || String(own.code ?? error.name) }
}
