import { Database } from 'bun:sqlite'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type Client, client } from '../kit/client'
import { migratedPostgres } from '../kit/migrated'
import { postgresAlone } from '../kit/postgres'
import { type Octavo, type OctavoOptions, startOctavo } from '../kit/server'

export const DATABASES = ['sqlite', 'postgres'] as const

/** A running server to which a test can add accounts. */
export interface Inhabited extends Octavo {
  readonly admin: Client
  /** Where its PostgreSQL is, for a second server on it; null on SQLite. */
  readonly databaseUrl: string | null
  /** Signs in as a new user of that name. There is no operation that makes one yet, so the row is written here. */
  readonly addUser: (name: string, role?: 'reader' | 'maintainer') => Promise<Client>
  /** Runs one statement on the server's database: for a state that only a killed process leaves. */
  readonly execute: (sql: string) => Promise<void>
}

const COLUMNS =
  'id, username, username_key, email, email_key, password_hash, role, permissions, is_active, email_verified, credentials_version, created_at, updated_at'

/** With `alone`, nobody else uses its PostgreSQL: see `postgresAlone`. */
export async function startInhabited({
  alone,
  ...options
}: OctavoOptions & { readonly alone?: boolean }): Promise<Inhabited> {
  const postgres = options.database === 'postgres' ? await (alone ? postgresAlone : migratedPostgres)() : null
  const env = { ...options.env, ...(postgres && { OCTAVO_DATABASE_URL: postgres.url }) }
  const octavo = await startOctavo({ ...options, database: 'sqlite', env })
  const admin = await octavo.signInAsAdmin()
  const insert = async (values: readonly (string | number | boolean)[]) => {
    if (!postgres) {
      const database = new Database(join(octavo.dataDir, 'octavo.db'))
      database.run('pragma busy_timeout = 5000')
      const places = values.map(() => '?').join(', ')
      database.run(`insert into users (${COLUMNS}) values (${places})`, [...values])
      return database.close()
    }
    const database = new SQL(postgres.url, { max: 1 })
    const places = values.map((_, index) => `$${index + 1}`).join(', ')
    await database.unsafe(`insert into users (${COLUMNS}) values (${places})`, [...values])
    await database.close()
  }
  const execute = async (statement: string) => {
    if (postgres) {
      const database = new SQL(postgres.url, { max: 1 })
      await database.unsafe(statement)
      return database.close()
    }
    const database = new Database(join(octavo.dataDir, 'octavo.db'))
    database.run('pragma busy_timeout = 5000')
    database.run(statement)
    database.close()
  }
  return {
    ...octavo,
    admin,
    databaseUrl: postgres?.url ?? null,
    execute,
    async addUser(username, role = 'reader') {
      const password = `${username}-Passw0rd!`
      const hash = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
      const email = `${username}@example.org`
      const now = Date.now()
      await insert([randomUUID(), username, username, email, email, hash, role, '[]', true, true, 1, now, now])
      const { accessToken } = await octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', {
        username,
        password,
      })
      return client(octavo.url, { authorization: `Bearer ${accessToken}` })
    },
    async stop() {
      await octavo.stop()
      await postgres?.drop()
    },
  }
}
