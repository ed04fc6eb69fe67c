import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storedSecret } from '../../../db/transfer'

/** The generated key that the server signs with, base64url; null where it is configured, or none was made yet. */
export function readSecret(
  { dataDir, databaseUrl, jwtSecret }: { dataDir: string; databaseUrl: string | null; jwtSecret: string | null },
  snapshot: string,
): string | null {
  if (jwtSecret !== null) return null
  return databaseUrl === null ? secretIn(dataDir) : storedSecret(snapshot)
}

/** That of `secrets.json` in a folder; null without one. */
export function secretIn(folder: string): string | null {
  let text: string
  try {
    text = readFileSync(join(folder, 'secrets.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const { jwtSecret } = JSON.parse(text) as { jwtSecret?: unknown }
  return typeof jwtSecret === 'string' ? jwtSecret : null
}

/** Distinguishes servers without revealing the key. */
export function serverId(secret: string | null): string {
  if (secret === null) return 'unknown'
  return new Bun.CryptoHasher('sha256').update(`octavo server ${secret}`).digest('hex').slice(0, 16)
}
