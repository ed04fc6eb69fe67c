// Komga's API is switched on and off, and moved to another prefix, at run time.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { DATABASES, startInhabited } from '../api/people'
import { ADMIN } from '../kit/server'
import { basic } from './komga-library'

setDefaultTimeout(120_000)

for (const database of DATABASES) {
  test(`Komga on ${database} answers below its prefix, and only while it is enabled`, async () => {
    const off = await startInhabited({ database, env: { OCTAVO_KOMGA_ENABLED: '' } })
    const set = (key: string, value: string) => off.admin.put(`/api/v1/admin/settings/${key}`, { value })
    const statusOf = async (path: string) => {
      const answer = await off.anonymous.fetch(path)
      const { status, path: named } = (await answer.json()) as { status: number; path: string }
      return [answer.status, status, named]
    }
    try {
      expect(await statusOf('/komga/api/v1/claim')).toEqual([404, 404, '/komga/api/v1/claim'])
      await set('komga.enabled', 'true')
      expect(await off.anonymous.get('/komga/api/v1/claim')).toEqual({ isClaimed: true })
      await set('komga.prefix', 'comics')
      expect(await off.anonymous.get('/comics/api/v1/claim')).toEqual({ isClaimed: true })
      expect(await statusOf('/komga/api/v1/claim')).toEqual([404, 404, '/komga/api/v1/claim'])
      const signedIn = await off.anonymous.fetch('/comics/api/v1/users/me', {
        headers: basic(ADMIN.username, ADMIN.password),
      })
      expect(signedIn.headers.getSetCookie()[0]).toContain('Path=/comics;')
      await set('komga.enabled', 'false')
      expect(await statusOf('/comics/api/v1/libraries')).toEqual([404, 404, '/comics/api/v1/libraries'])
    } finally {
      await off.stop()
    }
  })
}
