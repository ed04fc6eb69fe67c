// Child profiles: created by their guardian, limited by age, entered without a password.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { LoginResponse } from '@octavo/contract/auth'
import type { ChildProfileDto } from '@octavo/contract/child-profile'
import type { UserDetailDto, UserInfo } from '@octavo/contract/user'
import { type Client, client } from '../kit/client'
import { FIXTURES } from '../kit/paths'
import { JSON_HEADERS, scanEnd } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)
const PROFILES = '/api/v1/user/profiles'
const PASSWORD = 'Engine-No.1'

for (const database of DATABASES) {
  describe(`child profiles on ${database}`, () => {
    let octavo: Inhabited
    let guardian: Client
    let child: ChildProfileDto
    const send = (who: Client, method: string, path: string, body?: object) =>
      who.fetch(path, { method, headers: JSON_HEADERS, ...(body && { body: JSON.stringify(body) }) })
    const signIn = async (username: string) => {
      const { accessToken } = await octavo.anonymous.post<LoginResponse>('/api/v1/auth/login', {
        username,
        password: PASSWORD,
      })
      return client(octavo.url, { authorization: `Bearer ${accessToken}` })
    }
    const addUser = (username: string, more: object = {}) =>
      octavo.admin.post('/api/v1/users', { username, email: `${username}@example.org`, password: PASSWORD, ...more })
    const switchTo = async (who: Client, id: string) => {
      const { accessToken, user } = await who.post<LoginResponse>(`${PROFILES}/${id}/switch`)
      return { user, as: client(octavo.url, { authorization: `Bearer ${accessToken}` }) }
    }

    beforeAll(async () => {
      octavo = await startInhabited({ database })
      for (const name of ['cbt', 'epub']) {
        const body = { name, path: join(FIXTURES, name), scanImmediately: true }
        await scanEnd(octavo.admin, (await octavo.admin.post<{ id: string }>('/api/v1/libraries', body)).id)
      }
      await addUser('gina', { ageLimit: 16, showsUnrated: true })
      await addUser('other')
      guardian = await signIn('gina')
      child = await guardian.post<ChildProfileDto>(PROFILES, { username: 'Ben', ageLimit: 9 })
    })
    afterAll(() => octavo?.stop())

    test('are readers with an age limit, never above that of their guardian', async () => {
      expect(child).toMatchObject({ username: 'Ben', ageLimit: 9, showsUnrated: false })
      expect(await guardian.get<ChildProfileDto[]>(PROFILES)).toEqual([child])
      const seen = await octavo.admin.get<UserDetailDto>(`/api/v1/users/${child.id}`)
      expect(seen).toMatchObject({ role: 'reader', ageLimit: 9, showsUnrated: false, isActive: true })
      const older = await send(guardian, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 18, showsUnrated: true })
      expect(await older.json()).toMatchObject({ ageLimit: 16, showsUnrated: true })
      await send(guardian, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 9, showsUnrated: false })
    })

    test('are entered without a password, and may not change accounts', async () => {
      const { user, as } = await switchTo(guardian, child.id)
      expect(user).toMatchObject({ username: 'Ben', guardian: 'gina' })
      const me = await as.get<UserInfo>('/api/v1/auth/me')
      expect(me).toMatchObject({ id: child.id, guardian: 'gina' })
      expect(me.permissions.filter(name => /write|delete|admin/.test(name) && !name.startsWith('progress'))).toEqual([])
      const statuses = await Promise.all([
        send(as, 'POST', PROFILES, { username: 'Cara', ageLimit: 18 }),
        send(as, 'PATCH', '/api/v1/user', { username: 'Benjamin' }),
        send(as, 'POST', '/api/v1/user/password', { newPassword: 'Another-Engine-2' }),
        send(as, 'POST', `${PROFILES}/${child.id}/switch`),
        send(as, 'GET', '/api/v1/api-keys'),
      ])
      expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 404, 403])
      expect((await guardian.get<UserInfo>('/api/v1/auth/me')).guardian).toBeUndefined()
    })

    test('are for their guardian alone', async () => {
      const other = await signIn('other')
      expect(await other.get<ChildProfileDto[]>(PROFILES)).toEqual([])
      for (const who of [other, octavo.admin]) {
        const answers = await Promise.all([
          send(who, 'POST', `${PROFILES}/${child.id}/switch`),
          send(who, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 18 }),
          send(who, 'DELETE', `${PROFILES}/${child.id}`),
        ])
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      }
    })

    const settings = async (username: string, change: object) => {
      const { data } = await octavo.admin.get<{ data: { id: string }[] }>(`/api/v1/users?search=${username}`)
      const answer = await send(octavo.admin, 'PATCH', `/api/v1/users/${data[0]?.id}`, change)
      expect(answer.status).toBe(200)
    }
    const seriesSeen = async (who: Client) => (await who.get<{ total: number }>('/api/v1/series')).total
    const librariesSeen = async (who: Client) =>
      (await who.get<{ data: { id: string; name: string }[] }>('/api/v1/libraries')).data

    test('see at most what their guardian sees, from the moment it changes', async () => {
      const { as } = await switchTo(guardian, child.id)
      await settings('gina', { ageLimit: null })
      await send(guardian, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 99, showsUnrated: true })
      const all = await librariesSeen(as)
      expect([all.length > 1, await seriesSeen(as)]).toEqual([true, await seriesSeen(octavo.admin)])
      expect(await seriesSeen(as)).toBeGreaterThan(0)
      await settings('gina', { libraryIds: [all[0]?.id] })
      expect((await librariesSeen(as)).map(({ id }) => id)).toEqual(all.slice(0, 1).map(({ id }) => id))
      await settings('gina', { libraryIds: null })
      expect(await librariesSeen(as)).toHaveLength(all.length)

      // A group of the guardian, and a sharing tag: nothing is visible without the tag.
      const tag = await octavo.admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'For Gina' })
      const sharingTags = (accessMode: string | null) => ({ sharingTags: [{ sharingTagId: tag.id, accessMode }] })
      await settings('gina', sharingTags('allow'))
      expect(await seriesSeen(as)).toBe(0)
      await settings('gina', sharingTags(null))
      expect(await seriesSeen(as)).toBe(await seriesSeen(octavo.admin))
      await settings('gina', { deniedPermissions: ['progress-write'] })
      expect((await as.get<UserInfo>('/api/v1/auth/me')).permissions).not.toContain('progress-write')
      await settings('gina', { deniedPermissions: [], ageLimit: 16 })
      await send(guardian, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 9, showsUnrated: false })
    })

    test('see only the libraries that their guardian chooses, of those that both may see', async () => {
      const { as } = await switchTo(guardian, child.id)
      const [one = { id: '' }, other = { id: '' }] = await librariesSeen(guardian)
      const seen = async () => (await librariesSeen(as)).map(({ id }) => id)
      const choose = (libraryIds: readonly string[] | null) =>
        send(guardian, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 9, libraryIds })
      const chosen = async () => (await guardian.get<ChildProfileDto[]>(PROFILES))[0]?.libraryIds
      expect(await seen()).toEqual([one.id, other.id])
      expect(await chosen()).toBeNull()

      const answer = await choose([other.id])
      expect([answer.status, ((await answer.json()) as ChildProfileDto).libraryIds]).toEqual([200, [other.id]])
      expect(await seen()).toEqual([other.id])
      expect(await librariesSeen(guardian)).toHaveLength(2)
      // The age limit alone changes no library.
      await send(guardian, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 8 })
      expect(await chosen()).toEqual([other.id])
      expect([(await choose([])).status, await seen()]).toEqual([200, []])

      // A guardian who sees one library cannot name the other, nor read that it was chosen.
      await choose([one.id, other.id])
      await settings('gina', { libraryIds: [one.id] })
      expect([await seen(), await chosen()]).toEqual([[one.id], [one.id]])
      const hidden = await choose([other.id])
      const missing = await choose([crypto.randomUUID()])
      expect([hidden.status, missing.status]).toEqual([400, 400])
      // An administrator's choice and the guardian's both count.
      await settings('gina', { libraryIds: null })
      await settings('Ben', { libraryIds: [one.id] })
      await choose([other.id])
      expect(await seen()).toEqual([])
      await choose(null)
      expect(await seen()).toEqual([one.id])
      await settings('Ben', { libraryIds: null })
      const { id } = await guardian.post<ChildProfileDto>(PROFILES, {
        username: 'Cleo',
        ageLimit: 9,
        libraryIds: [one.id],
      })
      expect((await librariesSeen((await switchTo(guardian, id)).as)).map(each => each.id)).toEqual([one.id])
      expect((await send(guardian, 'DELETE', `${PROFILES}/${id}`)).status).toBe(204)
    })

    test('are changed, entered and deleted by a guardian who sees less', async () => {
      await settings('gina', { ageLimit: 6, deniedPermissions: ['progress-write'] })
      expect((await send(guardian, 'POST', `${PROFILES}/${child.id}/switch`)).status).toBe(200)
      const lower = await send(guardian, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 5 })
      expect([lower.status, ((await lower.json()) as ChildProfileDto).ageLimit]).toEqual([200, 5])
      const { id } = await guardian.post<ChildProfileDto>(PROFILES, { username: 'Ada', ageLimit: 4 })
      await settings('gina', { ageLimit: 2 })
      expect((await send(guardian, 'DELETE', `${PROFILES}/${id}`)).status).toBe(204)
      await settings('gina', { ageLimit: 16, deniedPermissions: [] })
    })

    test('have an age limit that their guardian cannot raise once an administrator has lowered it', async () => {
      const raise = async () => {
        const answer = await send(guardian, 'PATCH', `${PROFILES}/${child.id}`, { ageLimit: 12, showsUnrated: true })
        const { ageLimit, showsUnrated } = (await answer.json()) as ChildProfileDto
        return { ageLimit, showsUnrated }
      }
      expect(await raise()).toEqual({ ageLimit: 12, showsUnrated: true })
      await settings('Ben', { ageLimit: 7, showsUnrated: false })
      expect(await raise()).toEqual({ ageLimit: 7, showsUnrated: false })
      await settings('Ben', { ageLimit: 11, showsUnrated: true })
      expect(await raise()).toEqual({ ageLimit: 11, showsUnrated: true })
      await settings('Ben', { ageLimit: null })
      expect(await raise()).toEqual({ ageLimit: 12, showsUnrated: true })
    })

    test('are granted nothing that the one who grants it lacks, even if their guardian lacks it too', async () => {
      await addUser('manager', { permissions: ['users-read', 'users-write'] })
      const manager = await signIn('manager')
      const path = `/api/v1/users/${child.id}`
      expect((await send(manager, 'PATCH', path, { isActive: true })).status).toBe(200)
      for (const change of [{ role: 'admin' }, { permissions: ['system-admin'] }])
        expect((await send(manager, 'PATCH', path, change)).status).toBe(403)
      expect(await octavo.admin.get<UserDetailDto>(path)).toMatchObject({ role: 'reader' })
    })

    test('appear in the audit log under the name of the guardian who switches to them', async () => {
      await switchTo(guardian, child.id)
      const { data } = await octavo.admin.get<{ data: object[] }>('/api/v1/audit?action=signed_in&pageSize=1')
      expect(data[0]).toMatchObject({ user: 'gina', subjectName: 'Ben', details: { way: 'profile' } })
      const seen = await octavo.admin.get<UserDetailDto>(`/api/v1/users/${child.id}`)
      expect(seen.guardian).toBe('gina')
    })

    test('are deactivated with the account of their guardian', async () => {
      await addUser('brief')
      const brief = await signIn('brief')
      const { id } = await brief.post<ChildProfileDto>(PROFILES, { username: 'Dora', ageLimit: 9 })
      const { as } = await switchTo(brief, id)
      const { id: guardianId } = await brief.get<UserInfo>('/api/v1/auth/me')
      expect((await send(octavo.admin, 'DELETE', `/api/v1/users/${guardianId}`)).status).toBe(204)
      expect((await as.fetch('/api/v1/auth/me')).status).toBe(401)
      expect(await octavo.admin.get<UserDetailDto>(`/api/v1/users/${id}`)).toMatchObject({ isActive: false })
    })

    test('are deleted by their guardian, whose own name changes with the password only', async () => {
      const gina = await signIn('gina')
      expect((await send(gina, 'PATCH', '/api/v1/user', { username: 'Georgina' })).status).toBe(400)
      const named = await send(gina, 'PATCH', '/api/v1/user', { username: 'Georgina', currentPassword: PASSWORD })
      expect([named.status, ((await named.json()) as UserDetailDto).username]).toEqual([200, 'Georgina'])
      expect((await send(gina, 'DELETE', `${PROFILES}/${child.id}`)).status).toBe(204)
      expect(await gina.get<ChildProfileDto[]>(PROFILES)).toEqual([])
      expect((await send(octavo.admin, 'GET', `/api/v1/users/${child.id}`)).status).toBe(404)
    })
  })
}
