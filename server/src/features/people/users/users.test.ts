import { beforeAll, expect, test } from 'bun:test'
import { addUser, basic, bearer, createGatedApp, type TestUser } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { resetPassword } from './reset-password'
import { accountById, anyUserExists, credentialsByName } from './users.queries'

const now = () => 1_800_000_000_000

forEachDatabase('users', database => {
  let ada: TestUser
  let bea: TestUser

  beforeAll(async () => {
    expect(await anyUserExists(database.connection.reader)).toBe(false)
    ada = await addUser(database.connection, 'Ada', { role: 'maintainer', permissions: ['users:read', 'no-such'] })
    bea = await addUser(database.connection, 'Bea')
    expect(await anyUserExists(database.connection.reader)).toBe(true)
  })

  test('are found by id, with what they may do', async () => {
    const account = await accountById(database.connection.reader, ada.id)
    expect(account).toMatchObject({
      pk: ada.pk,
      username: 'Ada',
      email: 'Ada@Example.org',
      role: 'maintainer',
      customPermissions: ['users-read'],
      isActive: true,
      emailVerified: true,
      credentialsVersion: 1,
      lastLoginAt: null,
    })
    expect(account?.permissions.has('users-read')).toBe(true)
    expect(account?.permissions.has('tasks-write')).toBe(true)
    expect(account?.permissions.has('libraries-delete')).toBe(false)
    expect(await accountById(database.connection.reader, 'x')).toBeNull()
  })

  test('are found by name or e-mail address without regard to case', async () => {
    const idOf = async (name: string) => (await credentialsByName(database.connection.reader, name))?.username ?? null
    expect(await idOf('ADA')).toBe('Ada')
    expect(await idOf(' bea@EXAMPLE.org')).toBe('Bea')
    for (const name of ['', '%', 'Ad', "' or 1=1 --", 'Ada\0']) expect(await idOf(name)).toBeNull()
  })

  test('an e-mail address overrides an equal name: nobody hijacks a sign-in by choosing a name', async () => {
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ username_key: 'ada@example.org' }).where('pk', '=', bea.pk).execute(),
    )
    const found = await credentialsByName(database.connection.reader, 'Ada@example.org')
    expect(found?.username).toBe('Ada')
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ username_key: 'bea' }).where('pk', '=', bea.pk).execute(),
    )
  })

  test('a reset makes a password, ends the sessions, and leaves the rest', async () => {
    const gated = createGatedApp(database.connection)
    const headers = await bearer(gated, bea)
    const me = async (sent: Record<string, string>) =>
      (await gated.ask('GET', '/api/v1/auth/me', { headers: sent })).status
    expect([await me(headers), await me(basic('Bea', bea.password))]).toEqual([200, 200])

    const before = await accountById(database.connection.reader, bea.id)
    const reset = await resetPassword({ ...database.connection, now }, 'BEA@example.org')
    expect(reset).toEqual({ username: 'Bea', password: expect.any(String), isActive: true })
    expect(reset.password).toMatch(/^([A-Za-z2-9]{5}\.){3}[A-Za-z2-9]{5}$/)
    expect(await accountById(database.connection.reader, bea.id)).toEqual(
      before && { ...before, credentialsVersion: 2, updatedAt: now() },
    )

    gated.clock.ms += 1000
    expect([await me(headers), await me(basic('Bea', bea.password))]).toEqual([401, 401])
    expect(await me(basic('Bea', reset.password))).toBe(200)
  })

  test('a reset accepts a sufficient password', async () => {
    const deps = { ...database.connection, now }
    expect((await resetPassword(deps, 'ada', { newPassword: 'Engine-No.1' })).password).toBe('Engine-No.1')
    const hash = (await credentialsByName(database.connection.reader, 'ada'))?.passwordHash ?? ''
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await Bun.password.verify('Engine-No.1', hash)).toBe(true)
    await expect(resetPassword(deps, 'ada', { newPassword: 'short' })).rejects.toThrow(
      'The password is shorter than 8 characters',
    )
    await expect(resetPassword(deps, 'ada', { newPassword: 'Password1!' })).rejects.toThrow('too common')
    await expect(resetPassword(deps, 'ada@example.org', { newPassword: 'ada-ada-2026' })).rejects.toThrow('a name')
    await expect(resetPassword(deps, 'nobody')).rejects.toThrow(
      'There is no user with the name or e-mail address nobody',
    )
  })
})
