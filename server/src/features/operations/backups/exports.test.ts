// Exports of everything: made and imported by the real commands.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsIn, killedAt } from '../../../../../tests/kit/commands'
import { migratedPostgres, migratedSqlite } from '../../../../../tests/kit/migrated'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import type { PostgresDatabase } from '../../../../../tests/kit/postgres'
import { SERVER_MAIN } from '../../../../../tests/kit/server-main'
import { connect, migrate, migrateTo } from '../../../db'
import { MIGRATIONS } from '../../../db/migrations'
import { TABLES } from '../../../db/tables'
import { everyRow, fillEveryTable } from '../../../db/testing-every-table'
import { insertLibrary } from '../../../db/testing-rows'
import type { ExportManifest } from './export-manifest'

setDefaultTimeout(120_000)

const folder = temporaryFolder('exports')
const at = (...names: string[]) => join(folder.path, ...names)
const octavo = commandsIn(folder.path)
const PASSWORD = '$argon2id$v=19$a-password-hash'
const KEY = `{"jwtSecret":"${'k'.repeat(43)}"}\n`
let postgres: PostgresDatabase
/** Exports of the same data, with and without keys. */
let withKeys: string
let withoutKeys: string

/** Runs a command that must succeed; the first word of its last line is what it made. */
async function run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string> {
  const { code, out, err } = await octavo(args, env ? { env } : {})
  if (code !== 0) throw new Error(`${args.join(' ')}: ${err}`)
  return out.trim().split('  ')[0] ?? ''
}

beforeAll(async () => {
  mkdirSync(at('from', 'covers', 'ab'), { recursive: true })
  await migratedSqlite(at('from'))
  await fillEveryTable(at('from'))
  const database = new Database(at('from', 'octavo.db'))
  database.run(`update users set password_hash = '${PASSWORD}'`)
  database.run(`update settings set key = 'smtp.url', value = '"smtps://me:hunter2@mail"' where rowid = 1`)
  database.run(`update settings set key = 'application.name', value = '"Tide Books"' where rowid = 2`)
  database.close()
  writeFileSync(at('from', 'covers', 'ab', 'one.jpg'), 'a picture')
  writeFileSync(at('from', 'secrets.json'), KEY)
  writeFileSync(at('from', 'octavo.yaml'), 'log.level: debug\n')
  postgres = await migratedPostgres()
  withKeys = await run(['export', at('exports'), '--keys', '--data-dir', at('from')])
  withoutKeys = await run(['export', at('exports'), '--data-dir', at('from')])
})
afterAll(async () => {
  await postgres.drop()
  folder.remove()
})

const textOf = (path: string, name: string) => readFileSync(join(path, name), 'utf8')
const rowsOf = (path: string, table: string): Record<string, unknown>[] =>
  textOf(path, `tables/${table}.jsonl`)
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))

test('every row and file goes from SQLite to PostgreSQL and back', async () => {
  const there = { OCTAVO_DATABASE_URL: postgres.url }
  await run(['import', withKeys, '--data-dir', at('there')], there)
  expect(textOf(at('there'), 'covers/ab/one.jpg')).toBe('a picture')
  expect(textOf(at('there'), 'octavo.yaml')).toBe('log.level: debug\n')
  expect(textOf(at('there'), 'secrets.json')).toBe(KEY)
  const second = await run(['export', at('exports'), '--keys', '--data-dir', at('there')], there)
  await run(['import', second, '--data-dir', at('back')])
  const [from, back] = [everyRow(at('from', 'octavo.db')), everyRow(at('back', 'octavo.db'))]
  expect(back).toEqual(from)
  expect(textOf(at('back'), 'covers/ab/one.jpg')).toBe('a picture')
  const connection = await connect({ databaseUrl: null, dataDir: at('back') })
  expect(await migrate(connection)).toEqual([])
  const { pk } = await connection.write(tx =>
    tx.query.insertInto('sharing_sets').values({ tags_key: 'new' }).returning('pk').executeTakeFirstOrThrow(),
  )
  expect(pk).toBe(778)
  await connection.close()
})

describe('the format', () => {
  test('is as documented: rows by column, counts and SHA-256 of every file', () => {
    const manifest = JSON.parse(textOf(withKeys, 'manifest.json'))
    expect(readdirSync(withKeys).sort()).toEqual(['files', 'files.jsonl', 'manifest.json', 'tables'])
    expect(manifest).toMatchObject({ format: 'octavo-export', version: 1, keys: true })
    expect(manifest.steps).toEqual(MIGRATIONS.map(({ name }) => name))
    const listed = textOf(withKeys, 'files.jsonl')
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line))
    const all = [
      ...manifest.tables,
      manifest.files,
      ...listed.map(({ name, ...sizes }) => ({ ...sizes, file: `files/${name}` })),
    ]
    const { stdout } = Bun.spawnSync(['sha256sum', ...all.map(({ file }) => file)], { cwd: withKeys })
    expect(stdout.toString()).toBe(all.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(''))
    const books = manifest.tables.find(({ name }: { name: string }) => name === 'books')
    const rows = rowsOf(withKeys, 'books')
    expect(rows.length).toBe(books.rows)
    expect(rows.map(row => Object.keys(row))).toEqual(rows.map(() => books.columns))
    expect(textOf(withKeys, 'tables/series.jsonl')).toContain('"title":"Zoë \\"quoted\\" {a,b} \\\\ 山田 NULL"')
  })

  test('has no keys, passwords and secret settings unless requested', async () => {
    const { stdout } = Bun.spawnSync(['grep', '-rlE', 'a-password-hash|hunter2|kkkkk', withKeys])
    expect(
      stdout
        .toString()
        .split('\n')
        .filter(Boolean)
        .map(path => path.slice(withKeys.length + 1))
        .sort(),
    ).toEqual(['files/secrets.json', 'tables/settings.jsonl', 'tables/users.jsonl'])
    expect(Bun.spawnSync(['grep', '-rlE', 'a-password-hash|hunter2|kkkkk', withoutKeys]).stdout.toString()).toBe('')
    const tokens = ['refresh_tokens', 'api_keys', 'totp_secrets', 'recovery_codes', 'account_links', 'server_secrets']
    for (const table of tokens) expect([table, rowsOf(withoutKeys, table)]).toEqual([table, []])
    expect(rowsOf(withoutKeys, 'settings').map(({ key }) => key)).toEqual(['application.name'])
    expect(readdirSync(join(withoutKeys, 'files'))).toEqual(['covers'])
    const { code, out } = await octavo(['import', withoutKeys, '--data-dir', at('keyless')])
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('octavo users reset-password') })
    const names = rowsOf(withoutKeys, 'users')
    expect(names.map(({ password_hash }) => password_hash)).toEqual(names.map(() => ''))
    expect(await run(['users', 'reset-password', String(names[0]?.username), '--data-dir', at('keyless')])).toContain(
      'New password of',
    )
  })

  test('every column for secrets is covered by the registry', () => {
    const secret = /password|secret|token|sealed|^code_hash|key_hash/
    const unlisted = Object.entries(TABLES).flatMap(([table, { secret: left, copied }]) => {
      if (copied !== undefined || left === 'rows') return []
      const columns = Object.keys(rowsOf(withKeys, table)[0] ?? {})
      return columns.filter(name => secret.test(name) && !(name in (left ?? {}))).map(name => `${table}.${name}`)
    })
    expect(unlisted).toEqual([])
  })
})

describe('an import', () => {
  const damaged: readonly (readonly [string, string, (path: string) => void])[] = [
    ['cut', 'cut off or damaged', path => truncateSync(join(path, 'tables/books.jsonl'), 50)],
    ['changed', 'the checksum of', path => edit(join(path, 'tables/users.jsonl'), text => text.replace('1', '2'))],
    ['a cover changed', 'the checksum of', path => writeFileSync(join(path, 'files/covers/ab/one.jpg'), 'A picture')],
    ['no table', 'is missing', path => rmSync(join(path, 'tables/books.jsonl'))],
    [
      'manifest',
      'manifest of',
      path => edit(join(path, 'manifest.json'), text => text.replace('"rows": 2', '"rows": 3')),
    ],
    ['no manifest', 'is not an export', path => rmSync(join(path, 'manifest.json'))],
    [
      'newer',
      'a newer version of Octavo',
      path => edit(join(path, 'manifest.json'), text => text.replace('"version": 1', '"version": 2')),
    ],
    [
      'newer tables',
      'a newer version of Octavo',
      path => reseal(path, manifest => ({ ...manifest, steps: [...manifest.steps, '9999-later'] })),
    ],
    ['a file outside', 'names an unknown file', nameOutside],
    [
      'keys in one without keys',
      'names an unknown file',
      path => reseal(path, manifest => ({ ...manifest, keys: false, server: null })),
    ],
  ]
  test.each(damaged)(
    'of an export that is damaged is refused, and nothing is written: %s',
    async (name, words, damage) => {
      const path = at(`damaged ${name}`)
      cpSync(withKeys, path, { recursive: true })
      damage(path)
      const { code, err } = await octavo(['import', path, '--data-dir', at('nothing')])
      expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(words) })
      expect(readdirSync(at('nothing'))).toEqual([])
    },
  )

  test('into a server in use, or with the key of another, is refused, and nothing changes', async () => {
    mkdirSync(at('used'))
    await migratedSqlite(at('used'))
    const before = readFileSync(at('used', 'octavo.db'))
    const used = await octavo(['import', withKeys, '--data-dir', at('used')])
    expect(used).toMatchObject({ code: 1, err: expect.stringContaining('already has a database') })
    expect(readFileSync(at('used', 'octavo.db')).equals(before)).toBe(true)
    mkdirSync(at('other'))
    writeFileSync(at('other', 'secrets.json'), KEY.replaceAll('k', 'o'))
    const other = await octavo(['import', withKeys, '--data-dir', at('other')])
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('belongs to another server') })
    expect(readdirSync(at('other'))).toEqual(['secrets.json'])
    writeFileSync(at('other', 'secrets.json'), '')
    const damaged = await octavo(['import', withKeys, '--data-dir', at('other')])
    const words = `secrets.json in ${at('other')} is damaged. Restore it from a backup, or move it away.`
    expect(damaged).toMatchObject({ code: 1, err: expect.stringContaining(words) })
    const full = await migratedPostgres()
    const connection = await connect({ databaseUrl: full.url, dataDir: at('nothing') })
    await connection.write(tx => insertLibrary(tx, 'Comics'))
    await connection.close()
    const env = { OCTAVO_DATABASE_URL: full.url }
    const filled = await octavo(['import', withKeys, '--data-dir', at('nothing')], { env })
    expect(filled).toMatchObject({ code: 1, err: expect.stringContaining('The target is not empty') })
    await full.drop()
  })

  test('of a backup, and a restore of an export, name the right command', async () => {
    const backup = await run(['backup', at('backups'), '--data-dir', at('from')])
    const [imported, restored] = [
      await octavo(['import', backup, '--data-dir', at('nothing')]),
      await octavo(['restore', withKeys, '--data-dir', at('nothing')]),
    ]
    expect(imported).toMatchObject({ code: 1, err: expect.stringContaining('is a backup. Use `octavo restore`') })
    expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('is an export. Use `octavo import`') })
  })

  test('of an export by an older version of Octavo creates its tables, which the server then migrates', async () => {
    const steps = MIGRATIONS.slice(0, -1).map(({ name }) => name)
    mkdirSync(at('older'))
    const old = await connect({ databaseUrl: null, dataDir: at('older') })
    await migrateTo(old, steps)
    await old.close()
    const database = new Database(at('older', 'octavo.db'))
    const columnsOf = (table: string) =>
      database
        .query<{ name: string }, [string]>('select name from pragma_table_info(?)')
        .all(table)
        .map(each => each.name)
    const path = at('older export')
    cpSync(withKeys, path, { recursive: true })
    reseal(path, manifest => ({
      ...manifest,
      steps,
      tables: manifest.tables.flatMap(table => {
        const columns = columnsOf(table.name)
        return columns.length === 0 ? [] : [{ ...table, columns: table.columns.filter(name => columns.includes(name)) }]
      }),
    }))
    database.close()
    await run(['import', path, '--data-dir', at('from older')])
    const connection = await connect({ databaseUrl: null, dataDir: at('from older') })
    expect(await migrate(connection)).toEqual([MIGRATIONS.at(-1)?.name ?? ''])
    await connection.close()
    expect(everyRow(at('from older', 'octavo.db')).books).toEqual(everyRow(at('from', 'octavo.db')).books)
  })
})

describe('killed, or without space', () => {
  test('an export leaves nothing that looks like one, and the next removes the rest', async () => {
    const into = at('killed exports')
    for (const words of ['Reading the database', 'books: '])
      await killedAt(words, folder.path, ['export', into, '--data-dir', at('from')])
    const [draft = ''] = readdirSync(into)
    expect(readdirSync(join(into, draft))).toContain('tables')
    expect(readdirSync(join(into, draft))).not.toContain('octavo.db')
    expect(readdirSync(into).filter(name => !name.startsWith('.'))).toEqual([])
    const next = await run(['export', into, '--data-dir', at('from')])
    expect(readdirSync(into)).toEqual([next.slice(into.length + 1)])
  })

  test('an import can be repeated, on both databases', async () => {
    for (const database of [null, await migratedPostgres()]) {
      const data = at(`killed ${database ? 'postgres' : 'sqlite'}`)
      const env = database ? { OCTAVO_DATABASE_URL: database.url } : undefined
      const args = ['import', withKeys, '--data-dir', data]
      for (const words of ['Unpacking the database', 'Restoring covers', ...(database ? ['Writing to Postgre'] : [])])
        await killedAt(words, folder.path, args, env)
      expect(existsSync(join(data, 'octavo.db'))).toBe(false)
      await run(args, env)
      const again = await run(['export', at('exports'), '--keys', '--data-dir', data], env)
      // PostgreSQL alone has a column for the words of the series.
      const books = (path: string) => rowsOf(path, 'books').map(({ series_words: _, ...row }) => row)
      expect(books(again)).toEqual(books(withKeys))
      await database?.drop()
    }
  })

  test('a full disk is named, and nothing is left', async () => {
    const data = at('large')
    mkdirSync(join(data, 'covers'), { recursive: true })
    await migratedSqlite(data)
    writeFileSync(join(data, 'covers', 'large.jpg'), Buffer.alloc(8 * 1024 ** 2))
    const whole = await run(['export', at('exports'), '--data-dir', data])
    const limited = (args: readonly string[]) => {
      // Blocks of 1,024 bytes.
      const command = 'ulimit -f 6000 && exec "$@"'
      const { stderr, exitCode } = Bun.spawnSync(['bash', '-c', command, '-', process.execPath, SERVER_MAIN, ...args], {
        cwd: folder.path,
        env: { PATH: process.env.PATH, HOME: folder.path },
      })
      return { code: exitCode, err: stderr.toString() }
    }
    const [exports, empty] = [at('full exports'), at('full data')]
    expect(limited(['export', exports, '--data-dir', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is full'),
    })
    expect(readdirSync(exports)).toEqual([])
    expect(limited(['import', whole, '--data-dir', empty])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is full'),
    })
    expect(readdirSync(empty)).toEqual([])
  })
})

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** Changes the manifest of an export and its checksum. */
function reseal(path: string, change: (manifest: ExportManifest) => object): void {
  edit(join(path, 'manifest.json'), text => {
    const { checksum: _, ...manifest } = JSON.parse(text)
    const changed = change(manifest)
    return JSON.stringify({ ...changed, checksum: sha256(JSON.stringify(changed)) })
  })
}

/** Adds a file outside the folder to the list of files. */
function nameOutside(path: string): void {
  const bytes = 'a picture'
  const line = { name: 'covers/../../../octavo.jpg', bytes: bytes.length, sha256: sha256(bytes) }
  const text = `${JSON.stringify(line)}\n`
  writeFileSync(join(path, 'files.jsonl'), text)
  const list = { rows: 1, bytes: text.length, sha256: sha256(text), total: bytes.length }
  reseal(path, manifest => ({ ...manifest, files: { file: 'files.jsonl', ...list } }))
}

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
