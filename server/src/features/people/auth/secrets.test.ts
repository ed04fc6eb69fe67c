import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forEachDatabase } from '../../../db/testing'
import { loadSecrets } from './secrets'

const onSqlite = { connection: { kind: 'sqlite' as const, write: () => Promise.reject(new Error('not asked')) } }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a secret is generated once, stored readable by its owner only, and reused', async () => {
  const dataDir = join(folder, 'data')
  const made = await loadSecrets({ ...onSqlite, dataDir, jwtSecret: null })
  expect(made.jwt).toHaveLength(32)
  expect(Buffer.from((await loadSecrets({ ...onSqlite, dataDir, jwtSecret: null })).jwt)).toEqual(Buffer.from(made.jwt))
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('each server on SQLite generates its own', async () => {
  const folders = ['a', 'b', 'c'].map(name => join(folder, name))
  const made = await Promise.all(folders.map(dataDir => loadSecrets({ ...onSqlite, dataDir, jwtSecret: null })))
  expect(new Set(made.map(({ jwt }) => Buffer.from(jwt).toString('hex'))).size).toBe(3)
})

test('processes that start together on one data folder share one secret', async () => {
  const script = `
    const { loadSecrets } = await import(${JSON.stringify(join(import.meta.dir, 'secrets.ts'))})
    const made = await loadSecrets({ connection: { kind: 'sqlite' }, dataDir: ${JSON.stringify(folder)}, jwtSecret: null })
    console.log(Buffer.from(made.jwt).toString('hex'))`
  const printed = await Promise.all(
    Array.from({ length: 6 }, () => new Response(Bun.spawn([process.execPath, '-e', script]).stdout).text()),
  )
  expect(printed[0]).toMatch(/^[0-9a-f]{64}\n$/)
  expect(new Set(printed).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
})

test('a configured secret is used as it is, and nothing is stored', async () => {
  const jwtSecret = 'configured and long enough: 0123456789'
  expect((await loadSecrets({ ...onSqlite, dataDir: folder, jwtSecret })).jwt).toEqual(
    new TextEncoder().encode(jwtSecret),
  )
  expect(readdirSync(folder)).toEqual([])
  await expect(loadSecrets({ ...onSqlite, dataDir: folder, jwtSecret: 'too short' })).rejects.toThrow(
    'OCTAVO_AUTH_JWT_SECRET is too short',
  )
})

test('damaged secrets are reported, never replaced', async () => {
  const file = join(folder, 'secrets.json')
  for (const text of ['', '{', '{}', 'null', '{"jwtSecret":"c2hvcnQ"}', '{"jwtSecret":7}']) {
    writeFileSync(file, text)
    await expect(loadSecrets({ ...onSqlite, dataDir: folder, jwtSecret: null })).rejects.toThrow(
      `The secrets in ${file} are damaged`,
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
})

forEachDatabase('secrets', database => {
  const hex = ({ jwt }: { jwt: Uint8Array }) => Buffer.from(jwt).toString('hex')

  test('are shared by all servers on one database', async () => {
    const { connection } = database
    const made = await Promise.all(
      ['a', 'b', 'c'].map(name => loadSecrets({ connection, dataDir: join(folder, name), jwtSecret: null })),
    )
    const shared = connection.kind === 'postgres'
    expect(new Set(made.map(hex)).size).toBe(shared ? 1 : 3)
    expect(readdirSync(folder).sort()).toEqual(shared ? [] : ['a', 'b', 'c'])
    const rows = await connection.reader.query.selectFrom('server_secrets').selectAll().execute()
    expect(rows.length).toBe(shared ? 1 : 0)
  })

  test('of a file are taken over by the first server on PostgreSQL and never replaced by those of another', async () => {
    const { connection } = database
    await connection.write(tx => tx.query.deleteFrom('server_secrets').execute())
    const before = await loadSecrets({ ...onSqlite, dataDir: folder, jwtSecret: null })
    const first = await loadSecrets({ connection, dataDir: folder, jwtSecret: null })
    expect(hex(first)).toBe(hex(before))
    const other = join(folder, 'other')
    await loadSecrets({ ...onSqlite, dataDir: other, jwtSecret: null })
    const second = await loadSecrets({ connection, dataDir: other, jwtSecret: null })
    expect(hex(second) === hex(first)).toBe(connection.kind === 'postgres')
  })
})
