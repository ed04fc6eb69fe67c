// A11: secrets sent through every possible way appear in no answer, log, feed or error.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import type { LoginResponse } from '@octavo/contract/auth'
import type { EventTicketDto } from '@octavo/contract/event'
import { ROUTES } from '@octavo/contract/routes'
import { comic, writeLibrary } from '../kit/books'
import { client } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { allBooks, firstScans, JSON_HEADERS } from './catalogue'
import { addressOf } from './contract-paths'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(120_000)

const canary = () => `Canary1!${randomBytes(12).toString('hex')}`

for (const database of DATABASES) {
  describe(`A11: secrets on ${database}`, () => {
    const folder = temporaryFolder('canaries')
    let octavo: Inhabited
    const secrets: Record<string, string> = { 'key of the tokens': canary(), 'password of the mail server': canary() }

    beforeAll(async () => {
      writeLibrary(folder.path, { 'Tide/Tide 1.cbz': await comic({ pages: 1 }) })
      octavo = await startInhabited({
        database,
        libraries: [folder.path],
        env: {
          OCTAVO_AUTH_JWT_SECRET: secrets['key of the tokens'] ?? '',
          OCTAVO_SMTP_URL: `smtp://octavo:${encodeURIComponent(secrets['password of the mail server'] ?? '')}@127.0.0.1:9`,
          OCTAVO_SMTP_FROM: 'octavo@example.org',
          OCTAVO_BASE_URL: 'http://127.0.0.1',
          OCTAVO_LOG_LEVEL: 'debug',
        },
      })
      await firstScans(octavo.admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('appear in no response, log or event', async () => {
      const { admin, anonymous } = octavo
      const said: [string, string][] = []
      const keep = async (what: string, answer: Response) => {
        const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
        said.push([what, `${headers}\n${Buffer.from(await answer.arrayBuffer()).toString('latin1')}`])
        return answer
      }
      const send = (path: string, body: object, headers: Record<string, string> = {}, method = 'POST') =>
        anonymous.fetch(path, { method, body: JSON.stringify(body), headers: { ...JSON_HEADERS, ...headers } })

      const password = canary()
      const [wrong, next] = [canary(), canary()]
      Object.assign(secrets, { password, 'wrong password': wrong, 'new password': next })
      await keep(
        'user',
        await send('/api/v1/users', { username: 'ruth', email: 'ruth@example.org', password }, admin.headers),
      )
      await keep('wrong password', await send('/api/v1/auth/login', { username: 'ruth', password: wrong }))
      await keep('password as a name', await send('/api/v1/auth/login', { username: wrong, password: wrong }))
      await keep('password in a body of another shape', await send('/api/v1/auth/login', { password: [wrong] }))
      const signedIn = (await (
        await send('/api/v1/auth/login', { username: 'ruth', password })
      ).json()) as LoginResponse
      secrets['access token'] = signedIn.accessToken
      secrets['refresh token'] = signedIn.refreshToken ?? ''
      const bearer = { authorization: `Bearer ${signedIn.accessToken}` }
      await keep('own', await anonymous.fetch('/api/v1/auth/me', { headers: bearer }))
      await keep('password', await send('/api/v1/user/password', { currentPassword: wrong, newPassword: next }, bearer))
      await keep(
        'feed',
        await anonymous.fetch('/opds/v1/catalog', { headers: { authorization: `Basic ${btoa(`ruth:${password}`)}` } }),
      )
      await keep(
        'no feed',
        await anonymous.fetch('/opds/v1/catalog', { headers: { authorization: `Basic ${btoa(`ruth:${wrong}`)}` } }),
      )
      const made = await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'app' })
      secrets.key = made.key
      const byKey = client(octavo.url, { 'x-api-key': made.key })
      await keep('by key', await byKey.fetch('/api/v1/auth/me'))
      await keep('by key, missing', await byKey.fetch(`/api/v1/books/${crypto.randomUUID()}`))
      const { ticket } = await byKey.post<EventTicketDto>('/api/v1/events/ticket')
      secrets.ticket = ticket
      const stream = await openEventStream(anonymous, `/api/v1/events?ticket=${ticket}`)
      const again = await keep('ticket', await anonymous.fetch(`/api/v1/events?ticket=${ticket}`))
      expect(again.status).toBe(401)
      stream.close()
      const { secret } = (await (await send('/api/v1/user/second-factor/totp', { password }, bearer)).json()) as {
        secret: string
      }
      if (secret) secrets['secret of the second factor'] = secret
      const ruth = (await admin.get<{ data: { id: string; username: string }[] }>('/api/v1/users')).data.find(
        ({ username }) => username === 'ruth',
      )
      const { url } = await admin.post<{ url: string }>(`/api/v1/users/${ruth?.id}/reset-link`)
      secrets['link for a new password'] = /[\w-]{20,}$/.exec(url)?.[0] ?? url
      await keep('mail', await send('/api/v1/auth/forgot-password', { email: 'ruth@example.org' }))

      const [book] = await allBooks(admin)
      const ids = { book_id: book?.id ?? '', series_id: book?.seriesId ?? '', library_id: book?.libraryId ?? '' }
      const isStream = (path: string) => /stream$|\/events$|^\/epub\//.test(path)
      for (const route of ROUTES.filter(({ method, path }) => method === 'get' && !isStream(path))) {
        for (const who of [admin, byKey, client(octavo.url, bearer), anonymous]) {
          await keep(route.id, await who.fetch(addressOf(route, { ...ids, user_id: ruth?.id ?? '' })))
        }
      }
      said.push(['log', octavo.log()])
      const found = Object.entries(secrets).flatMap(([name, value]) =>
        said.filter(([, text]) => value.length > 8 && text.includes(value)).map(([what]) => `${name} in ${what}`),
      )
      console.log(
        `  A11 ${database}: ${found.length} of ${Object.keys(secrets).length} secrets in ${said.length} answers and the log`,
      )
      expect(found).toEqual([])
    })
  })
}
