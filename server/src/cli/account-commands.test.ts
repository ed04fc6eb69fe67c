import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { commandsIn } from '../../../tests/kit/commands'
import { migratedSqlite } from '../../../tests/kit/migrated'
import { temporaryFolder } from '../../../tests/kit/paths'

setDefaultTimeout(60_000)

const folder = temporaryFolder('accounts')
const octavo = commandsIn(folder.path)
const at = ['--data-dir', `${folder.path}/data`]

beforeAll(async () => {
  mkdirSync(`${folder.path}/data`)
  await migratedSqlite(`${folder.path}/data`)
})
afterAll(() => folder.remove())

test('users are created, listed, disabled and enabled; the last administrator cannot be disabled', async () => {
  const created = await octavo(['users', 'create', 'ada', 'ada@example.org', '--role', 'admin', ...at])
  expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^Created ada \(admin\)\. Password: \S+\n$/) })
  const given = { input: 'Engine-No.1\n' }
  const bea = ['users', 'create', 'bea', 'bea@example.org', '--password-stdin', ...at]
  expect(await octavo(bea, given)).toMatchObject({ code: 0, out: 'Created bea (reader).\n' })
  expect(await octavo(bea, given)).toMatchObject({ code: 1, err: expect.stringContaining('already taken') })

  expect(await octavo(['users', 'disable', 'ada', ...at])).toMatchObject({
    code: 1,
    err: expect.stringContaining('last administrator'),
  })
  expect(await octavo(['users', 'disable', 'bea@example.org', ...at])).toMatchObject({
    code: 0,
    out: 'bea is deactivated.\n',
  })
  expect((await octavo(['users', 'list', ...at])).out).toBe(
    'ada\tada@example.org\tadmin\nbea\tbea@example.org\treader\tdeactivated\n',
  )
  expect(await octavo(['users', 'enable', 'bea', ...at])).toMatchObject({ code: 0, out: 'bea is active.\n' })
  expect(await octavo(['users', 'disable', 'nobody', ...at])).toMatchObject({ code: 1 })
})

test('an unknown role or a folder without a database is reported', async () => {
  expect(await octavo(['users', 'create', 'cy', 'cy@example.org', '--role', 'admn', ...at])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Did you mean admin?'),
  })
  expect(await octavo(['users', 'list', '--data-dir', `${folder.path}/other`])).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no Octavo database'),
  })
})

test('the doctor reports problems and exits with 1', async () => {
  const well = await octavo(['doctor', '--json', ...at], { env: { OCTAVO_PORT: '0' } })
  const checks = JSON.parse(well.out) as { name: string; status: string }[]
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Data folder', 'Data folder: disk', 'Secrets', 'Memory', 'Database', 'Port', 'Proxy']),
  )
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([])
  const ill = await octavo(['doctor'], {
    env: { OCTAVO_PORT: '0', OCTAVO_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x', OCTAVO_DATA_DIR: folder.path },
  })
  expect(ill.code).toBe(1)
  expect(ill.out).toContain('PostgreSQL does not answer')
  expect(ill.out).not.toContain('hunter2')
})
