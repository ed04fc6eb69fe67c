import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storedSecret } from '../../../db/transfer'
import { BackupRefused } from './manifest-file'

/** The generated signing key of the server, base64url; null if it is configured or not generated yet. */
export function readSecret(
  { dataDir, databaseUrl, jwtSecret }: { dataDir: string; databaseUrl: string | null; jwtSecret: string | null },
  snapshot: string,
): string | null {
  if (jwtSecret !== null) return null
  return databaseUrl === null ? secretIn(dataDir) : storedSecret(snapshot)
}

/**
 * The key in `secrets.json` of a folder; null without one.
 * @throws BackupRefused if the file is damaged
 */
export function secretIn(folder: string): string | null {
  let text: string
  try {
    text = readFileSync(join(folder, 'secrets.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { jwtSecret } = JSON.parse(text) as { jwtSecret?: unknown }
    return typeof jwtSecret === 'string' ? jwtSecret : null
  } catch {
    throw new BackupRefused(`secrets.json in ${folder} is damaged. Restore it from a backup, or move it away.`)
  }
}

/** Identifies servers without revealing the key. */
export function serverId(secret: string | null): string {
  if (secret === null) return 'unknown'
  return new Bun.CryptoHasher('sha256').update(`octavo server ${secret}`).digest('hex').slice(0, 16)
}
