// Child profiles: created by their guardian, limited by age, entered without a password.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { LoginResponse } from '@octavo/contract/auth'
import type { ChildProfileDto } from '@octavo/contract/child-profile'
import type { UserDetailDto, UserInfo } from '@octavo/contract/user'
import { type Client, client } from '../kit/client'
import { JSON_HEADERS } from './catalogue'
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

    test('are closed to a guardian who sees less than the child by now', async () => {
      const gina = await guardian.get<UserInfo>('/api/v1/auth/me')
      const limit = (ageLimit: number) => send(octavo.admin, 'PATCH', `/api/v1/users/${gina.id}`, { ageLimit })
      const { as } = await switchTo(guardian, child.id)
      await limit(6)
      // Also where somebody is in the child profile already.
      expect((await as.fetch('/api/v1/auth/me')).status).toBe(401)
      expect((await send(await signIn('gina'), 'POST', `${PROFILES}/${child.id}/switch`)).status).toBe(403)
      await limit(16)
      expect((await send(await signIn('gina'), 'POST', `${PROFILES}/${child.id}/switch`)).status).toBe(200)
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
