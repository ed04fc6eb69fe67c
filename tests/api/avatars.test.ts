// Profile pictures: small squares, visible to their user, the guardian, and those who may see all users.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntryDto } from '@octavo/contract/audit'
import type { LoginResponse } from '@octavo/contract/auth'
import type { ChildProfileDto } from '@octavo/contract/child-profile'
import type { UserDto, UserInfo } from '@octavo/contract/user'
import sharp from 'sharp'
import { type Client, client } from '../kit/client'
import { pngImage } from '../kit/images'
import { FIXTURES } from '../kit/paths'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)
const OWN = '/api/v1/user/avatar'

for (const database of DATABASES) {
  describe(`profile pictures on ${database}`, () => {
    let octavo: Inhabited
    let gina: Client
    const upload = (who: Client, bytes: Uint8Array, name = 'me.png') => {
      const body = new FormData()
      body.append('file', new Blob([Buffer.from(bytes)]), name)
      return who.fetch(OWN, { method: 'POST', body })
    }
    const me = (who: Client) => who.get<UserInfo>('/api/v1/auth/me')
    const pictureOf = (
      who: Client,
      { id, avatar }: { readonly id: string; readonly avatar?: string | null | undefined },
    ) => who.fetch(`/api/v1/users/${id}/avatar?v=${avatar}`)

    beforeAll(async () => {
      octavo = await startInhabited({ database })
      gina = await octavo.addUser('gina')
    })
    afterAll(() => octavo?.stop())

    test('become squares around their centre, without metadata, even small ones', async () => {
      expect((await me(gina)).avatar).toBeUndefined()
      // Red at both sides, the middle green.
      const middle = await pngImage({ width: 300, height: 300 }, '#00ff00')
      const wide = sharp({ create: { width: 900, height: 300, channels: 3, background: '#ff0000' } })
      const photo = await wide
        .composite([{ input: Buffer.from(middle), left: 300, top: 0 }])
        .withExif({ IFD0: { Copyright: 'Gina at home' } })
        .png()
        .toBuffer()
      expect((await upload(gina, photo)).status).toBe(200)
      const user = await me(gina)
      const answer = await pictureOf(gina, user)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(answer.headers.get('cache-control')).toContain('immutable')
      const picture = Buffer.from(await answer.arrayBuffer())
      expect(picture.includes('Gina at home')).toBe(false)
      const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([256, 256])
      for (const x of [4, 128, 251]) {
        const at = (128 * 256 + x) * info.channels
        expect(data[at]).toBeLessThan(40)
        expect(data[at + 1]).toBeGreaterThan(215)
      }
      const again = await gina.fetch(`/api/v1/users/${user.id}/avatar`, {
        headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
      })
      expect(again.status).toBe(304)

      expect((await upload(gina, await pngImage({ width: 20, height: 9 }, '#0000ff'))).status).toBe(200)
      const small = await me(gina)
      expect(small.avatar).not.toBe(user.avatar)
      const { width, height } = await sharp(Buffer.from(await (await pictureOf(gina, small)).arrayBuffer())).metadata()
      expect([width, height]).toEqual([256, 256])
    })

    test('are refused if they are not pictures, or too large', async () => {
      const before = await me(gina)
      const bomb = readFileSync(join(FIXTURES, 'hostile', 'png-50000x50000.png'))
      const statuses = await Promise.all([
        upload(gina, Buffer.from('<html>')),
        upload(gina, bomb),
        upload(gina, new Uint8Array(0)),
        upload(gina, new Uint8Array(21 * 1024 ** 2)),
        gina.fetch(OWN, { method: 'POST', body: 'x' }),
      ])
      expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 413, 415])
      expect((await me(gina)).avatar).toBe(before.avatar)
    })

    test('are visible to their user, the guardian, and those who may see all users', async () => {
      const { id } = await gina.post<ChildProfileDto>('/api/v1/user/profiles', { username: 'Ben', ageLimit: 9 })
      const { accessToken } = await gina.post<LoginResponse>(`/api/v1/user/profiles/${id}/switch`)
      const ben = client(octavo.url, { authorization: `Bearer ${accessToken}` })
      expect((await upload(ben, await pngImage({ width: 60, height: 60 }, '#123456'))).status).toBe(200)
      const other = await octavo.addUser('other')
      const asked = [gina, ben, octavo.admin, other, octavo.anonymous]
      const statuses = async (user: { readonly id: string; readonly avatar?: string | null | undefined }) =>
        (await Promise.all(asked.map(who => pictureOf(who, user)))).map(({ status }) => status)
      expect(await statuses(await me(ben))).toEqual([200, 200, 200, 404, 401])
      expect(await statuses(await me(gina))).toEqual([200, 404, 200, 404, 401])
      expect(await statuses(await me(other))).toEqual([404, 404, 404, 404, 401])
      const [child] = await gina.get<ChildProfileDto[]>('/api/v1/user/profiles')
      expect(child?.avatar).toBe((await me(ben)).avatar)
      const listed = await octavo.admin.get<{ data: UserDto[] }>('/api/v1/users?search=Ben')
      expect(listed.data[0]).toMatchObject({ avatar: child?.avatar, guardian: 'gina' })
    })

    test('are deleted by an administrator, and the log says so', async () => {
      const mona = await octavo.addUser('mona')
      expect((await upload(mona, await pngImage({ width: 60, height: 60 }, '#654321'))).status).toBe(200)
      const user = await me(mona)
      const path = `/api/v1/users/${user.id}/avatar`
      expect((await gina.fetch(path, { method: 'DELETE' })).status).toBe(403)
      expect((await pictureOf(mona, user)).status).toBe(200)
      expect((await octavo.admin.fetch(path, { method: 'DELETE' })).status).toBe(204)
      expect((await me(mona)).avatar).toBeUndefined()
      expect((await pictureOf(mona, user)).status).toBe(404)
      const unknown = `/api/v1/users/${crypto.randomUUID()}/avatar`
      expect((await octavo.admin.fetch(unknown, { method: 'DELETE' })).status).toBe(404)
      const { data } = await octavo.admin.get<{ data: AuditEntryDto[] }>(`/api/v1/audit?subjectId=${user.id}`)
      expect(data[0]).toMatchObject({ action: 'user_changed', subjectId: user.id, details: { avatar: false } })
    })

    test('are deleted by their user', async () => {
      const user = await me(gina)
      expect((await gina.fetch(OWN, { method: 'DELETE' })).status).toBe(204)
      expect((await me(gina)).avatar).toBeUndefined()
      expect((await pictureOf(gina, user)).status).toBe(404)
      expect((await gina.fetch(OWN, { method: 'DELETE' })).status).toBe(204)
    })
  })
}
