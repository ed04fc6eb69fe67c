// Commands that read a data folder.
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandsIn } from '../../../tests/kit/commands'
import { connect, migrate } from '../db'
import { createFirstUser } from '../features/people/users'
import { createLiveSettings } from '../platform/settings'

const SMTP = 'smtps://me:hunter2@mail.example.org'
const root = mkdtempSync(join(tmpdir(), 'octavo-cli-data-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const octavo = commandsIn(root)

describe('config check on a data folder', () => {
  const dataDir = join(root, 'changed')

  test('shows changes by the app, in isolation, and leaves the folder unchanged', async () => {
    mkdirSync(dataDir)
    const connection = await connect({ databaseUrl: null, dataDir })
    await migrate(connection)
    const settings = createLiveSettings({ ...connection, now: Date.now })
    await settings.change({ 'application.name': 'Tide Books', 'audit.retention_days': 30, 'smtp.url': SMTP }, null)
    const whileOpen = await octavo(['config', 'check', '--data-dir', dataDir])
    await connection.close()
    for (const name of ['octavo.db-wal', 'octavo.db-shm', 'octavo.lock']) rmSync(join(dataDir, name), { force: true })
    const closed = await octavo(['config', 'check', '--data-dir', dataDir], {
      env: { OCTAVO_AUDIT_RETENTION_DAYS: '7' },
    })
    expect(readdirSync(dataDir).sort()).toEqual(['octavo.db', 'octavo.db-run'])
    for (const { code, out, err } of [whileOpen, closed]) {
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain('  application.name = Tide Books  (app)\n')
      expect(out).toContain('  smtp.url = set, not shown  (app)\n')
      expect(out).not.toContain('hunter2')
    }
    expect(whileOpen.out).toContain('  audit.retention_days = 30  (app)\n')
    expect(closed.out).toContain('  audit.retention_days = 7  (environment)\n')
  })

  test('explains a failure', async () => {
    const broken = join(root, 'broken')
    mkdirSync(broken)
    writeFileSync(join(broken, 'octavo.db'), 'no database at all')
    const { code, out } = await octavo(['config', 'check', '--data-dir', broken])
    expect(code).toBe(0)
    expect(out).toContain('Settings changed in the app are not shown: ')
  })
})

describe('users reset-password', () => {
  const dataDir = join(root, 'accounts')

  test('prints a new password, or reads one from the standard input', async () => {
    await makeUser(dataDir, 'ada', 'Correct-horse7!')
    const made = await octavo(['users', 'reset-password', 'ADA', '--data-dir', dataDir])
    expect(made).toMatchObject({ code: 0, err: '' })
    const [, password = ''] = /^New password of ada: (\S+)\n$/.exec(made.out) ?? []
    expect(password.length).toBeGreaterThanOrEqual(12)
    expect(await passwordHash(dataDir)).toSatisfy(hash => Bun.password.verifySync(password, hash))
    const given = await octavo(['users', 'reset-password', 'ada', '--password-stdin', '--data-dir', dataDir], {
      input: 'Staple-battery8!\n',
    })
    expect(given).toEqual({ code: 0, out: 'The password of ada was changed.\n', err: '' })
    expect(await passwordHash(dataDir)).toSatisfy(hash => Bun.password.verifySync('Staple-battery8!', hash))
  })

  test('in a folder without a database fails, and makes none', async () => {
    const typo = join(root, 'acounts')
    const { code, err } = await octavo(['users', 'reset-password', 'ada', '--data-dir', typo])
    expect(code).toBe(1)
    expect(err).toStartWith(`octavo: There is no Octavo database in ${typo}.`)
    expect(existsSync(typo)).toBe(false)
  })

  test('of an unknown user, or with an empty standard input, fails', async () => {
    const nobody = await octavo(['users', 'reset-password', 'eve', '--data-dir', dataDir])
    expect(nobody).toMatchObject({ code: 1, err: 'octavo: There is no user with the name or e-mail address eve\n' })
    const empty = await octavo(['users', 'reset-password', 'ada', '--password-stdin', '--data-dir', dataDir])
    expect(empty.code).toBe(1)
    expect(empty.err).toContain('Standard input is empty.')
  })
})

async function makeUser(dataDir: string, username: string, password: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const connection = await connect({ databaseUrl: null, dataDir })
  await migrate(connection)
  const { reader, write } = connection
  await createFirstUser({ reader, write, now: Date.now }, { username, email: `${username}@example.org`, password })
  await connection.close()
}

async function passwordHash(dataDir: string): Promise<string> {
  const connection = await connect({ databaseUrl: null, dataDir })
  const row = await connection.reader.query.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
  await connection.close()
  return row.password_hash
}

describe('copy into a folder', () => {
  test('from a folder without a database fails, and makes none', async () => {
    const [from, into] = [join(root, 'typo'), join(root, 'never-made')]
    const { code, err } = await octavo(['copy', from, into])
    expect({ code, err }).toEqual({ code: 1, err: `octavo: There is no Octavo database in ${from}.\n` })
    expect([existsSync(from), existsSync(into)]).toEqual([false, false])
  })

  test('never overwrites the secrets.json of another server', async () => {
    const from = join(root, 'copied-from')
    const into = join(root, 'copied-into')
    await makeUser(from, 'ada', 'Correct-horse7!')
    const key = (character: string) => `{"jwtSecret":"${character.repeat(43)}"}\n`
    writeFileSync(join(from, 'secrets.json'), key('a'))
    mkdirSync(into)
    writeFileSync(join(into, 'secrets.json'), key('b'))
    const refused = await octavo(['copy', from, into])
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('has the secrets.json of another server') })
    expect(readdirSync(into)).toEqual(['secrets.json'])
    expect(readFileSync(join(into, 'secrets.json'), 'utf8')).toBe(key('b'))
    writeFileSync(join(into, 'secrets.json'), key('a'))
    expect(await octavo(['copy', from, into])).toMatchObject({ code: 0 })
    expect(readdirSync(into).sort()).toEqual(['octavo.db', 'secrets.json'])
  }, 60_000)
})
