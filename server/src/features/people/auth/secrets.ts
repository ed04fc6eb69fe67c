import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../../../db'
import { storeSecret } from './secrets.store'

/** Signing keys of the server. */
export interface Secrets {
  readonly jwt: Uint8Array
}

const MIN_BYTES = 32

const JWT_NAME = 'jwt'

/**
 * The configured secret. Without one, a generated secret: on PostgreSQL it is stored in the database, so that all
 * servers sign with the same one, on SQLite in `<dataDir>/secrets.json`. The first server that starts on PostgreSQL
 * imports an existing file.
 * @throws with a sentence for the operator; an unreadable one is never replaced, as that would end all sessions
 */
export async function loadSecrets(options: {
  readonly connection: Pick<Connection, 'kind' | 'write'>
  readonly dataDir: string
  readonly jwtSecret: string | null
}): Promise<Secrets> {
  const { connection, dataDir, jwtSecret } = options
  if (jwtSecret !== null) {
    const jwt = new TextEncoder().encode(jwtSecret)
    if (jwt.length < MIN_BYTES) {
      throw new Error(`OCTAVO_AUTH_JWT_SECRET is too short: it needs at least ${MIN_BYTES} characters`)
    }
    return { jwt }
  }
  const file = join(dataDir, 'secrets.json')
  if (connection.kind === 'sqlite') return readSecrets(file) ?? makeSecrets(dataDir, file)
  const mine = readSecrets(file)?.jwt ?? randomBytes(MIN_BYTES)
  const stored = await connection.write(tx => storeSecret(tx, JWT_NAME, Buffer.from(mine).toString('base64url')))
  const jwt = Buffer.from(stored, 'base64url')
  if (jwt.length < MIN_BYTES) {
    throw new Error('The secret in the table server_secrets is damaged. Delete its row: then everyone signs in again.')
  }
  return { jwt }
}

function readSecrets(file: string): Secrets | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`The secrets in ${file} cannot be read: ${(error as Error).message}`)
  }
  const jwt = decodeSecret(text)
  if (jwt.length < MIN_BYTES) {
    throw new Error(
      `The secrets in ${file} are damaged. Restore the file from a backup, or delete it: then everyone signs in again.`,
    )
  }
  return { jwt }
}

function decodeSecret(text: string): Uint8Array {
  try {
    const { jwtSecret } = JSON.parse(text) as { jwtSecret?: unknown }
    return Buffer.from(String(jwtSecret ?? ''), 'base64url')
  } catch {
    return new Uint8Array()
  }
}

/** Written to a draft and then linked: if two processes start at once, the first one wins. */
function makeSecrets(dataDir: string, file: string): Secrets {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, `${JSON.stringify({ jwtSecret: randomBytes(MIN_BYTES).toString('base64url') })}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    // FAT and some network shares do not support links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  const secrets = readSecrets(file)
  if (!secrets) throw new Error(`The secrets could not be stored in ${file}`)
  return secrets
}
