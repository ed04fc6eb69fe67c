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

/** What the server signs with. */
export interface Secrets {
  readonly jwt: Uint8Array
}

const MIN_BYTES = 32

/**
 * The configured secret, else the one kept in `<dataDir>/secrets.json`, which is made when it is not there.
 * Servers that share a database but no data folder need the configured one: each would make its own.
 * @throws with a sentence for the operator; an unreadable file is never replaced, as that would end all sessions
 */
export function loadSecrets(options: { readonly dataDir: string; readonly jwtSecret: string | null }): Secrets {
  if (options.jwtSecret !== null) {
    const jwt = new TextEncoder().encode(options.jwtSecret)
    if (jwt.length < MIN_BYTES) {
      throw new Error(`OCTAVO_AUTH_JWT_SECRET is too short: it needs at least ${MIN_BYTES} characters`)
    }
    return { jwt }
  }
  const file = join(options.dataDir, 'secrets.json')
  return readSecrets(file) ?? makeSecrets(options.dataDir, file)
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

/** Written whole beside its place and then linked there: of two processes that start at once, the first one's stays. */
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
    // FAT and some shares know no links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  const secrets = readSecrets(file)
  if (!secrets) throw new Error(`The secrets could not be kept in ${file}`)
  return secrets
}
