// What is not there is 404 in the form of its protocol, for everybody and every kind of request; never the web app's page.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Inhabited, startInhabited } from '../api/people'
import { type Client, client } from '../kit/client'
import { ADMIN } from '../kit/server'
import { entries } from './feed-reading'
import { basic, post } from './komga-library'
import { readXml } from './relax-ng/xml-tree'

setDefaultTimeout(120_000)

type Json = Record<string, unknown>

/** What is wrong with a 404 of a protocol; null when nothing is. */
const FORMS: Readonly<
  Record<string, (path: string, type: string, text: string) => string | null | Promise<string | null>>
> = {
  koreader: (_, type, text) => {
    const { code, message } = JSON.parse(text) as Json
    return type === 'application/json' && code === 404 && typeof message === 'string' ? null : text
  },
  komga: (path, type, text) => {
    const { status, error, message, path: named } = JSON.parse(text) as Json
    const isRight = status === 404 && error === 'Not Found' && typeof message === 'string' && named === path
    return type === 'application/json' && isRight ? null : text
  },
  async opds1(_, type, text) {
    const feed = await readXml(text)
    return type === 'application/atom+xml' && feed.local === 'feed' && entries(feed).length === 0 ? null : text
  },
  opds2: (_, type, text) =>
    type === 'application/problem+json' && (JSON.parse(text) as Json).status === 404 ? null : text,
}

const MISSING = '01a214fa-0f02-758a-bd1a-15e02025bd37'
/** Paths below a prefix that lead to nothing. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  koreader: ['/koreader', '/koreader/', '/koreader/nothing', '/koreader/users', '/koreader/syncs/progress/a/b'],
  komga: ['/komga', '/komga/', '/komga/nothing', '/komga/api/v1', '/komga/api/v1/nothing', '/komga/api/v3/libraries'],
  opds1: ['/opds/nothing', '/opds/nothing/', '/opds/v1/nothing', '/opds/v3/catalog', '/opds/series'],
  opds2: ['/opds/v2/nothing', '/opds/v2/nothing/', '/opds/v2/books', '/opds/v2/libraries/x/y'],
}
/** Real addresses, for servers on which the protocol is off. */
const REAL: Readonly<Record<string, readonly string[]>> = {
  koreader: ['/koreader/healthcheck', '/koreader/users/auth', '/koreader/users/create', '/koreader/syncs/progress/x'],
  komga: ['/komga/api/v1/claim', '/komga/api/v2/users/me', '/komga/api/v1/series/list', '/komga/sse/v1/events'],
}

const ASKED: readonly RequestInit[] = [
  {},
  // A browser, which gets the web app elsewhere.
  {
    headers: { accept: 'text/html,application/xhtml+xml', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  },
  post({}),
  { ...post({}), method: 'PUT' },
  { method: 'DELETE' },
  { method: 'PATCH', headers: { 'content-type': 'text/plain' }, body: 'x' },
]

describe('unknown addresses', () => {
  let on: Inhabited
  let off: Inhabited

  beforeAll(async () => {
    on = await startInhabited({ database: 'sqlite' })
    off = await startInhabited({
      database: 'sqlite',
      env: { OCTAVO_KOREADER_ENABLED: '', OCTAVO_KOMGA_ENABLED: '' },
    })
  })
  afterAll(async () => {
    await on?.stop()
    await off?.stop()
  })

  async function expectNotFound(as: Client, form: string, path: string) {
    for (const request of ASKED) {
      const answer = await as.fetch(path, request)
      const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
      const fault = await FORMS[form]?.(path, type, await answer.text())
      expect([path, request.method, answer.status, fault]).toEqual([path, request.method, 404, null])
      expect([path, answer.headers.get('www-authenticate')]).toEqual([path, null])
    }
    const head = await as.fetch(path, { method: 'HEAD' })
    expect([path, head.status, await head.text()]).toEqual([path, 404, ''])
  }
  const everybody = ({ url }: Inhabited) => [client(url), client(url, basic(ADMIN.username, ADMIN.password))]

  for (const [form, paths] of Object.entries(UNKNOWN)) {
    test(`below ${form}, signed in or not`, async () => {
      for (const as of everybody(on)) for (const path of paths) await expectNotFound(as, form, path)
    })
  }

  test('a book that does not exist is 404 for who is signed in, and for others as everything is', async () => {
    const paths = {
      komga: `/komga/api/v1/books/${MISSING}`,
      opds1: `/opds/v1/series/${MISSING}`,
      opds2: `/opds/v2/books/${MISSING}`,
    }
    const [anonymous, admin] = everybody(on)
    for (const [form, path] of Object.entries(paths)) {
      const answer = await admin?.fetch(path)
      const type = answer?.headers.get('content-type')?.split(';')[0] ?? ''
      const fault = await FORMS[form]?.(path, type, (await answer?.text()) ?? '')
      expect([path, answer?.status, fault]).toEqual([path, 404, null])
      expect([path, (await anonymous?.fetch(path))?.status]).toEqual([path, 401])
    }
  })

  for (const [form, paths] of Object.entries(REAL)) {
    test(`below ${form} while it is off, signed in or not`, async () => {
      for (const as of everybody(off)) {
        for (const path of [...paths, ...(UNKNOWN[form] ?? [])]) await expectNotFound(as, form, path)
      }
    })
  }
})
