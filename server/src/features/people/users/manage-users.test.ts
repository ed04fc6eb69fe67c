import { beforeAll, expect, test } from 'bun:test'
import type { UserDetailDto, UserDto } from '@octavo/contract/user'
import { addUser, basic, bearer, bodyOf, createGatedApp, type TestUser } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertLibrary } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'

type Page = { readonly data: UserDto[]; readonly total: number }

forEachDatabase('managing users', database => {
  let gated: ReturnType<typeof createGatedApp>
  let ada: TestUser
  let headers: Record<string, string>

  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    ada = await addUser(database.connection, 'Ada', { role: 'admin' })
    headers = await bearer(gated, ada)
  })

  const ask = (method: string, path: string, body?: unknown, as = headers) =>
    gated.ask(method, `/api/v1/users${path}`, { headers: as, ...(body !== undefined && { body }) })
  const make = async (username: string, more: object = {}) => {
    const answer = await ask('POST', '', {
      username,
      email: `${username}@example.org`,
      password: 'Engine-No.1',
      ...more,
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return bodyOf<UserDto>(answer)
  }

  test('a user is created, found, changed and deleted', async () => {
    const made = await make('Bea', {
      role: 'maintainer',
      permissions: ['users:read'],
      deniedPermissions: ['tasks-write'],
    })
    expect(made).toMatchObject({
      username: 'Bea',
      role: 'maintainer',
      isActive: true,
      permissions: ['users-read'],
      deniedPermissions: ['tasks-write'],
      lastLoginAt: null,
    })
    const me = await gated.ask('GET', '/api/v1/auth/me', { headers: basic('Bea', 'Engine-No.1') })
    const { permissions } = await bodyOf<{ permissions: string[] }>(me)
    expect([permissions.includes('users-read'), permissions.includes('tasks-write')]).toEqual([true, false])

    const changed = await ask('PATCH', `/${made.id}`, { username: 'Beatrice', role: 'reader', permissions: [] })
    expect(await bodyOf<UserDto>(changed)).toMatchObject({ username: 'Beatrice', role: 'reader', permissions: [] })
    expect(await bodyOf<UserDetailDto>(await ask('GET', `/${made.id}`))).toMatchObject({
      username: 'Beatrice',
      email: 'Bea@example.org',
      libraryIds: null,
      ageLimit: null,
      sharingTags: [],
    })
    const found = await bodyOf<Page>(await ask('GET', '?search=BEATR&role=reader'))
    expect(found.data.map(user => user.id)).toEqual([made.id])
    expect((await bodyOf<Page>(await ask('GET', '?search=BEATR&role=admin'))).total).toBe(0)

    expect((await ask('DELETE', `/${made.id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await ask(method, `/${made.id}`)).status).toBe(404)
    expect((await ask('PATCH', `/${made.id}`, { role: 'admin' })).status).toBe(404)
  })

  test('an API key can neither create an administrator nor promote a user to one', async () => {
    const keys = await gated.ask('POST', '/api/v1/api-keys', { headers, body: { name: 'all' } })
    const byKey = { 'X-API-Key': (await bodyOf<{ key: string }>(keys)).key }
    const puppet = { username: 'Puppeteer', email: 'puppeteer@example.org' }
    const reader = await bodyOf<UserDto>(await ask('POST', '', puppet, byKey))
    const wide = { permissions: ['system-admin', 'users-write'] }
    for (const answer of [
      await ask('POST', '', { username: 'Boss', email: 'boss2@example.org', role: 'admin' }, byKey),
      await ask('POST', '', { username: 'Boss', email: 'boss2@example.org', ...wide }, byKey),
      await ask('PATCH', `/${reader.id}`, { role: 'admin' }, byKey),
      await ask('PATCH', `/${reader.id}`, wide, byKey),
    ]) {
      expect([answer.status, await bodyOf(answer)]).toMatchObject([403, { details: { reason: 'session_needed' } }])
    }
    expect((await ask('PATCH', `/${reader.id}`, { role: 'maintainer' }, byKey)).status).toBe(200)
    await ask('PATCH', `/${reader.id}`, { role: 'admin', isActive: false })
    expect((await ask('PATCH', `/${reader.id}`, { isActive: true }, byKey)).status).toBe(403)
    await ask('PATCH', `/${reader.id}`, { role: 'reader' })
    expect((await ask('PATCH', `/${reader.id}`, { isActive: true }, byKey)).status).toBe(200)
  })

  test('an address that is another’s user name from before the rule is refused, new or changed', async () => {
    const old = await make('Oldest')
    await database.connection.write(tx =>
      tx.query
        .updateTable('users')
        .set({ username: 'Old@example.org', username_key: 'old@example.org' })
        .where('id', '=', old.id)
        .execute(),
    )
    const other = await make('Newest')
    const answers = [
      await ask('POST', '', { username: 'Thief', email: 'OLD@example.org', password: 'Engine-No.1' }),
      await ask('PATCH', `/${other.id}`, { email: 'old@Example.org' }),
    ]
    for (const answer of answers) {
      expect([answer.status, await bodyOf(answer)]).toMatchObject([400, { details: { reason: 'email_taken' } }])
    }
    // The owner of a name may use it as address too.
    expect((await ask('PATCH', `/${old.id}`, { email: 'old@example.org' })).status).toBe(200)
  })

  test('names and addresses are anybody’s only once, and have to be some', async () => {
    await make('Cleo')
    const again = { username: 'CLEO', email: 'other@example.org', password: 'Engine-No.1' }
    expect((await ask('POST', '', again)).status).toBe(400)
    expect((await ask('POST', '', { ...again, username: 'Other', email: 'CLEO@example.org' })).status).toBe(400)
    for (const wrong of [{ username: ' ' }, { username: 'a:b' }, { email: 'nowhere' }, { password: 'short' }]) {
      expect((await ask('POST', '', { ...again, username: 'Other', ...wrong })).status).toBe(400)
    }
    const unknown = await ask('POST', '', { ...again, username: 'Other', permissions: ['fly'] })
    expect(await bodyOf<{ message: string }>(unknown)).toMatchObject({ message: 'There is no permission fly' })
    expect((await ask('POST', '', { ...again, username: 'Other', role: 'root' })).status).toBe(422)
  })

  test('without a password nobody signs in as them', async () => {
    await make('Invited', { password: null })
    for (const password of ['', '!', 'null']) {
      const answer = await gated.ask('POST', '/api/v1/auth/login', { body: { username: 'Invited', password } })
      expect(answer.status).toBe(401)
    }
  })

  test('nobody grants permissions they lack, nor changes somebody with more', async () => {
    const clerk = await addUser(database.connection, 'Clerk', {
      permissions: ['users-read', 'users-write', 'users-delete'],
    })
    const as = await bearer(gated, clerk)
    const request = { username: 'Puppet', email: 'puppet@example.org', password: 'Engine-No.1' }
    expect((await ask('POST', '', { ...request, role: 'maintainer' }, as)).status).toBe(403)
    expect((await ask('POST', '', { ...request, permissions: ['system-admin'] }, as)).status).toBe(403)
    expect((await ask('POST', '', { ...request, ageLimit: 12 }, as)).status).toBe(403)
    const puppet = await bodyOf<UserDto>(await ask('POST', '', request, as))
    expect((await ask('PATCH', `/${puppet.id}`, { role: 'admin' }, as)).status).toBe(403)
    expect((await ask('PATCH', `/${puppet.id}`, { permissions: ['users-write'] }, as)).status).toBe(200)
    expect((await ask('PATCH', `/${puppet.id}`, { libraryIds: null }, as)).status).toBe(403)
    for (const body of [{ password: 'Engine-No.2' }, { email: 'mine@example.org' }, { isActive: false }]) {
      expect((await ask('PATCH', `/${ada.id}`, body, as)).status).toBe(403)
    }
    expect((await ask('DELETE', `/${ada.id}`, undefined, as)).status).toBe(403)
    expect((await ask('PATCH', `/${clerk.id}`, { permissions: ['system-admin'] }, as)).status).toBe(403)
  })

  test('the last administrator stays one, also when two take each other’s rights', async () => {
    expect((await ask('DELETE', `/${ada.id}`)).status).toBe(400)
    expect((await ask('PATCH', `/${ada.id}`, { isActive: false })).status).toBe(400)
    for (const body of [
      { role: 'reader' },
      { deniedPermissions: ['system-admin'] },
      { deniedPermissions: ['users-write'] },
    ]) {
      expect((await ask('PATCH', `/${ada.id}`, body)).status).toBe(409)
    }
    const eve = await make('Eve', { role: 'admin' })
    const asEve = basic('Eve', 'Engine-No.1')
    const both = await Promise.all([
      ask('PATCH', `/${eve.id}`, { role: 'reader' }),
      ask('PATCH', `/${ada.id}`, { role: 'reader' }, asEve),
    ])
    expect(both.map(answer => answer.status).filter(status => status === 200)).toHaveLength(1)
    await database.connection.write(tx =>
      tx.query.updateTable('users').set({ role: 'admin' }).where('pk', '=', ada.pk).execute(),
    )
    gated.accounts.forgetAll()
  })

  test('a change is in force with the next request, and a deactivated user is signed out', async () => {
    const dan = await make('Dan')
    const user = { id: dan.id, pk: 0, username: 'Dan', password: 'Engine-No.1' }
    const token = await bearer(gated, user)
    const status = async (path: string, as: Record<string, string> = token) =>
      (await gated.ask('GET', path, { headers: as })).status
    const key = await bodyOf<{ key: string }>(
      await gated.ask('POST', '/api/v1/api-keys', { headers: token, body: { name: 'reader app' } }),
    )
    const byKey = { 'X-API-Key': key.key }
    expect([
      await status('/api/v1/users'),
      await status('/api/v1/auth/me'),
      await status('/api/v1/auth/me', byKey),
    ]).toEqual([403, 200, 200])
    await ask('PATCH', `/${dan.id}`, { permissions: ['users-read'] })
    expect(await status('/api/v1/users')).toBe(200)
    await ask('PATCH', `/${dan.id}`, { deniedPermissions: ['users-read'] })
    expect(await status('/api/v1/users')).toBe(403)
    await ask('PATCH', `/${dan.id}`, { isActive: false })
    const all = async () =>
      Promise.all([token, byKey, basic('Dan', 'Engine-No.1')].map(as => status('/api/v1/auth/me', as)))
    expect(await all()).toEqual([401, 401, 401])
    // Reactivation does not restore old sessions.
    await ask('PATCH', `/${dan.id}`, { isActive: true })
    expect(await all()).toEqual([401, 200, 200])
  })

  test('limits of libraries and age stay until they are changed', async () => {
    const [comics, novels] = [newId(), newId()]
    await database.connection.write(async tx => {
      await insertLibrary(tx, 'comics', { id: comics })
      await insertLibrary(tx, 'novels', { id: novels })
    })
    const kim = await make('Kim', { libraryIds: [comics], ageLimit: 12 })
    const limits = async () => {
      const { libraryIds, ageLimit, showsUnrated } = await bodyOf<UserDetailDto>(await ask('GET', `/${kim.id}`))
      return { libraryIds, ageLimit, showsUnrated }
    }
    expect(await limits()).toEqual({ libraryIds: [comics], ageLimit: 12, showsUnrated: false })
    await ask('PATCH', `/${kim.id}`, { showsUnrated: true })
    await ask('PATCH', `/${kim.id}`, { libraryIds: [] })
    expect(await limits()).toEqual({ libraryIds: [], ageLimit: 12, showsUnrated: true })
    await ask('PATCH', `/${kim.id}`, { libraryIds: [novels, comics], ageLimit: null })
    expect(await limits()).toEqual({ libraryIds: [comics, novels], ageLimit: null, showsUnrated: true })
    const nowhere = await ask('PATCH', `/${kim.id}`, { libraryIds: [newId()] })
    expect(nowhere.status).toBe(400)
    await ask('PATCH', `/${kim.id}`, { libraryIds: [novels] })
    // The library that somebody was limited to is deleted: that grants access to no other.
    await database.connection.write(tx => tx.query.deleteFrom('libraries').where('id', '=', novels).execute())
    gated.accounts.forgetAll()
    expect((await gated.accounts.get(kim.id))?.visibility).toEqual({ kind: 'libraries', libraryPks: [] })
    await ask('PATCH', `/${kim.id}`, { libraryIds: null })
    expect((await gated.accounts.get(kim.id))?.visibility).toEqual({ kind: 'all' })
  })

  test('changes are in the audit log, without secrets', async () => {
    const rows = await database.connection.reader.query
      .selectFrom('audit_log')
      .select(['action', 'subject_name', 'details'])
      .where('action', 'like', 'user_%')
      .execute()
    expect(new Set(rows.map(row => row.action))).toEqual(new Set(['user_created', 'user_changed', 'user_deleted']))
    expect(JSON.stringify(rows)).not.toContain('Engine-No')
  })
})
