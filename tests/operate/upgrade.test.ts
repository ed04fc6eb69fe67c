// A rolling upgrade: data of an earlier release, opened by this version. `make-release.ts` created it in a checkout of
// that release.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { connect } from '../../server/src/db/connect'
import { MIGRATIONS } from '../../server/src/db/migrations'
import { client, until } from '../kit/client'
import { freePort } from '../kit/free-port'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres, type PostgresDatabase } from '../kit/postgres'
import { type OctavoProcess, spawnOctavo, untilServes } from '../kit/process'
import { type Facts, factsOf } from './release-facts'

setDefaultTimeout(120_000)

const RELEASES = join(import.meta.dir, 'releases')

interface Release {
  /** Where the books were. */
  readonly folder: string
  readonly sqlite: Facts
  readonly postgres: Facts
}
type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** The schema of that release with its rows. */
async function restore(database: PostgresDatabase, rows: Rows): Promise<void> {
  const steps = (rows.schema_migrations ?? []).map(({ name }) => name)
  const connection = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  for (const migration of MIGRATIONS.filter(({ name }) => steps.includes(name)))
    await migration.up(connection.migrations, connection.reader.dialect)
  await connection.close()
  const sql = new SQL(database.url, { max: 1 })
  await sql`create table schema_migrations (name text primary key, applied_at bigint not null, compatible_from text)`
  // Rows refer to each other, and tables have triggers.
  await sql`set session_replication_role = replica`
  for (const [table, found] of Object.entries(rows)) {
    const columns =
      await sql`select column_name as name, is_identity = 'YES' or column_default like 'nextval%' as numbered
      from information_schema.columns where table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`
    const names = columns.map(({ name }: { name: string }) => `"${name}"`).join(', ')
    await sql.unsafe(`delete from "${table}"`)
    await sql.unsafe(
      `insert into "${table}" (${names}) overriding system value
        select ${names} from json_populate_recordset(null::"${table}", $1::text::json)`,
      [JSON.stringify(found)],
    )
    for (const { name } of columns.filter(({ numbered }: { numbered: boolean }) => numbered)) {
      await sql.unsafe(
        `select setval(pg_get_serial_sequence('"${table}"', '${name}'), coalesce(max("${name}"), 0) + 1, false) from "${table}"`,
      )
    }
  }
  await sql.close()
}

describe.each(readdirSync(RELEASES))('the data of %s', name => {
  const release = join(RELEASES, name)
  const facts = JSON.parse(readFileSync(join(release, 'facts.json'), 'utf8')) as Release
  const folder = temporaryFolder('upgrade')
  const books = join(folder.path, 'books')
  const unpack = (file: string, to: string) => {
    mkdirSync(to, { recursive: true })
    const { exitCode, stderr } = Bun.spawnSync(['tar', '-xzf', join(release, file), '-C', to])
    if (exitCode !== 0) throw new Error(stderr.toString())
  }
  const running: OctavoProcess[] = []
  let database: PostgresDatabase

  const start = async (data: string, env: Readonly<Record<string, string>> = {}) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const server = spawnOctavo(['serve'], {
      OCTAVO_HOST: '127.0.0.1',
      OCTAVO_PORT: String(port),
      OCTAVO_DATA_DIR: data,
      OCTAVO_RATE_LIMIT_ENABLED: 'false',
      OCTAVO_WATCH_ENABLED: 'false',
      ...env,
    })
    running.push(server)
    await untilServes(server, url)
    return { url, server }
  }

  beforeAll(async () => {
    unpack('books.tar.gz', books)
    database = await freshPostgres()
  })
  afterAll(async () => {
    for (const server of running) await server.end()
    await database?.drop()
    folder.remove()
  })

  /** The books have moved: the library gets the new folder, is scanned, and finds the same books. */
  const movesTo = async (url: string, expected: Facts) => {
    const { accessToken } = await client(url).post<{ accessToken: string }>('/api/v1/auth/login', {
      username: 'admin',
      password: 'Correct horse 1!',
    })
    const admin = client(url, { authorization: `Bearer ${accessToken}` })
    const { data } = await admin.get<{ data: { id: string }[] }>('/api/v1/libraries')
    const id = data[0]?.id ?? ''
    await admin.patch(`/api/v1/libraries/${id}`, { path: books })
    await admin.post(`/api/v1/libraries/${id}/scan`)
    type Page = { data: { id: string; path: string }[] }
    const { data: found } = await until(
      () => admin.get<Page>('/api/v1/books'),
      page => page.data.length === 3 && page.data.every(({ path }) => path.startsWith(books)),
      60,
    )
    const comic = found.find(({ path }) => path.endsWith('.cbz'))?.id
    // 409 until the scan has seen the file at its new place.
    await until(
      async () => (await admin.fetch(`/api/v1/books/${comic}/pages/1`)).status,
      status => status === 200,
      60,
    )
    await until(
      () => admin.get<unknown[]>('/api/v1/scans/active'),
      scans => scans.length === 0,
      60,
    )
    expect(await factsOf(url)).toEqual(expected)
  }

  test('on SQLite is migrated, and everything is there, after a restart and another place of the books too', async () => {
    const data = join(folder.path, 'data')
    unpack('data.tar.gz', data)
    expect(existsSync(join(data, 'octavo.db'))).toBe(true)
    const { url, server } = await start(data)
    expect(await factsOf(url)).toEqual(facts.sqlite)
    await server.end()
    const again = await start(data)
    await movesTo(again.url, facts.sqlite)
  })

  test('on PostgreSQL is migrated, and everything is there, after another place of the books too', async () => {
    const rows = JSON.parse(
      Buffer.from(Bun.gunzipSync(readFileSync(join(release, 'postgres.json.gz')))).toString('utf8'),
    ) as Rows
    await restore(database, rows)
    const { url } = await start(join(folder.path, 'postgres-data'), { OCTAVO_DATABASE_URL: database.url })
    expect(await factsOf(url)).toEqual(facts.postgres)
    await movesTo(url, facts.postgres)
  })
})
