import { Database } from 'bun:sqlite'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Octavo } from '../kit/server'

const COLUMNS =
  'id, username, username_key, email, email_key, password_hash, role, permissions, is_active, email_verified, credentials_version, created_at, updated_at'

/** Makes an account and gives its password. There is no operation that makes one yet, so the row is written here. */
export async function addAccount(octavo: Octavo, name: string, role: 'reader' | 'maintainer'): Promise<string> {
  const password = `${name}-Passw0rd!`
  const hash = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  const email = `${name}@example.org`
  const now = Date.now()
  const values = [randomUUID(), name, name, email, email, hash, role, '[]', true, true, 1, now, now]
  const database = new Database(join(octavo.dataDir, 'octavo.db'))
  database.run('pragma busy_timeout = 5000')
  database.run(`insert into users (${COLUMNS}) values (${values.map(() => '?').join(', ')})`, values)
  database.close()
  return password
}
