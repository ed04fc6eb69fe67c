import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../server/src/db/connect'
import { migrate } from '../../server/src/db/migrate'
import { ROOT } from './paths'
import { copyOfTemplate, type PostgresDatabase } from './postgres'

/** Key of a migrated database: another runtime or other steps make a new one. */
const SOURCES = [
  'server/src/db/migrations',
  'server/src/db/dialect',
  'server/src/db/schema',
  'server/src/db/sqlite.ts',
  'server/src/db/stale-triggers.ts',
]
const CACHE = join(ROOT, '.cache', 'migrated')

let edition: Promise<string> | undefined

async function readEdition(): Promise<string> {
  const files = SOURCES.flatMap(source =>
    source.endsWith('.ts')
      ? [source]
      : readdirSync(join(ROOT, source))
          .sort()
          .map(name => `${source}/${name}`),
  )
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version)
  for (const file of files) hash.update(await Bun.file(join(ROOT, file)).bytes())
  return hash.digest('hex').slice(0, 16)
}

/** A new PostgreSQL database with all migrations, copied from a template made once per run. */
export async function migratedPostgres(): Promise<PostgresDatabase> {
  edition ??= readEdition()
  return await copyOfTemplate(`migrated_${await edition}`, async url => {
    const connection = await connect({ databaseUrl: url, dataDir: '/nowhere' })
    await migrate(connection)
    await connection.close()
  })
}

/** Puts an empty SQLite database with all migrations into a data folder, like a stopped server. */
export async function migratedSqlite(dataDir: string): Promise<void> {
  edition ??= readEdition()
  const template = join(CACHE, `${await edition}.db`)
  if (!existsSync(template)) await makeSqlite(template)
  copyFileSync(template, join(dataDir, 'octavo.db'))
}

async function makeSqlite(template: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'new-'))
  const connection = await connect({ databaseUrl: null, dataDir: folder })
  await migrate(connection)
  await connection.close()
  // Another process may create it at the same time: files are replaced atomically.
  renameSync(join(folder, 'octavo.db'), template)
  rmSync(folder, { recursive: true, force: true })
}
