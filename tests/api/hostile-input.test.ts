// Requests that no legitimate client sends: each is refused in the contract's format, and nothing breaks.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { LibraryDto } from '@octavo/contract/library'
import { ROUTES } from '@octavo/contract/routes'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, firstScans, JSON_HEADERS, type LibraryPage, refusal } from './catalogue'
import { addressOf } from './contract-paths'
import { DATABASES } from './people'
import { sendRaw, sendTarget } from './raw'

setDefaultTimeout(60_000)

const LONE = 'a\ud800b'

for (const database of DATABASES) {
  describe(`hostile input on ${database}`, () => {
    const folder = temporaryFolder('hostile')
    let octavo: Octavo
    let admin: Client
    let ids: Record<string, string>
    const send = (
      path: string,
      body: string | Uint8Array,
      headers: Record<string, string> = JSON_HEADERS,
      method = 'POST',
    ) => admin.fetch(path, { method, headers, body: body as string })
    const withBody = ROUTES.filter(route => route.body && !/login|logout|setup/.test(route.path))
    const ofApi = withBody.filter(route => route.path.startsWith('/api/'))
    // KOReader signs in by headers of its own, before a body is read.
    const ofProtocols = withBody.filter(route => !ofApi.includes(route) && !route.path.startsWith('/koreader'))
    const target = (route: (typeof ROUTES)[number]) => addressOf(route, ids)

    beforeAll(async () => {
      writeLibrary(folder.path, { 'Tide/Tide 01.cbz': await comic({ pages: 2 }) })
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
      const [book] = await allBooks(admin)
      ids = { book_id: book?.id ?? '', series_id: book?.seriesId ?? '', library_id: book?.libraryId ?? '' }
      const key = await admin.post<{ id: string }>('/api/v1/api-keys', { name: 'own' })
      ids.api_key_id = key.id
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('bodies that are not JSON, or of another structure or media type', async () => {
      for (const route of ofApi) {
        const method = route.method.toUpperCase()
        const ask = async (body: string | Uint8Array, headers?: Record<string, string>) =>
          refusal(await send(target(route), body, headers, method))
        for (const broken of ['{', '{"a":1,}', 'undefined', '\ufeff{}x', '{"a":NaN}']) {
          expect([route.id, broken, await ask(broken)]).toEqual([route.id, broken, '400 BadRequest'])
        }
        for (const shape of ['[]', '"x"', '7', 'null', 'true']) {
          expect([route.id, shape, await ask(shape)]).toEqual([route.id, shape, '422 UnprocessableEntity'])
        }
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/json']) {
          expect([route.id, type, await ask('{}', { 'content-type': type })]).toEqual([
            route.id,
            type,
            '415 UnsupportedMediaType',
          ])
        }
        const binary = new Uint8Array([0xff, 0xfe, 0x00, 0x80])
        expect((await send(target(route), binary, JSON_HEADERS, method)).status).toBe(400)
        expect([route.id, await ask(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)]).toEqual([
          route.id,
          '400 BadRequest',
        ])
      }
    })

    test('bodies of protocols that are not JSON or too large, with the statuses of the API', async () => {
      const large = JSON.stringify({ name: 'x'.repeat(1_500_000) })
      for (const route of ofProtocols) {
        const method = route.method.toUpperCase()
        const statuses = []
        for (const body of ['{', '{"a":NaN}', new Uint8Array([0xff, 0xfe, 0x00, 0x80]), large]) {
          statuses.push((await send(target(route), body, JSON_HEADERS, method)).status)
        }
        expect([route.id, ...statuses]).toEqual([route.id, 400, 400, 400, 413])
      }
      expect(ofProtocols.length).toBeGreaterThan(10)
    })

    test('bodies of more than a megabyte, with and without Content-Length', async () => {
      const large = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })
      for (const route of ofApi) {
        const method = route.method.toUpperCase()
        const answer = await send(target(route), large.slice(0, 1_500_000), JSON_HEADERS, method)
        expect([route.id, await refusal(answer)]).toEqual([route.id, '413 PayloadTooLarge'])
      }
      expect(await refusal(await send('/api/v1/books/list', large))).toBe('413 PayloadTooLarge')
      const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
      const { authorization = '' } = admin.headers
      const head = [
        'POST /api/v1/books/list HTTP/1.1',
        'Host: x',
        'Connection: close',
        'Content-Type: application/json',
        `Authorization: ${authorization}`,
        'Transfer-Encoding: chunked',
      ]
      const answer = await sendRaw(octavo.url, `${head.join('\r\n')}\r\n\r\n${chunk.repeat(24)}0\r\n\r\n`)
      expect([answer.status, JSON.parse(answer.body).error]).toEqual([413, 'PayloadTooLarge'])
    })

    test('texts with U+0000, lone surrogates and names of prototypes', async () => {
      const zero = JSON.stringify({ name: 'a\u0000b', path: folder.path })
      expect(await refusal(await send('/api/v1/libraries', zero))).toBe('400 BadRequest')
      expect(await refusal(await admin.fetch('/api/v1/books?sort=%00'))).toBe('400 BadRequest')
      expect(await refusal(await send('/api/v1/books/list', '{"fullTextSearch":"a\\u0000b"}'))).toBe('400 BadRequest')
      for (const path of ['/api/v1/books/list', '/api/v1/series/list']) {
        const answer = await send(path, `{"fullTextSearch":${JSON.stringify(LONE)}}`)
        expect(answer.status).toBeOneOf([200, 400, 422])
        for (const field of ['title', '__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
          const body = `{"condition":{"${field}":{"operator":"is","value":${JSON.stringify(LONE)}}}}`
          expect((await send(path, body)).status).toBeOneOf([200, 400, 422])
        }
      }
      const { data } = await admin.get<LibraryPage>('/api/v1/libraries')
      const address = `/api/v1/libraries/${data[0]?.id}`
      const body =
        '{"description":"plain","__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"id":"x","bookCount":99}'
      const changed = (await (await send(address, body, JSON_HEADERS, 'PATCH')).json()) as LibraryDto
      expect(changed).toMatchObject({ id: data[0]?.id, bookCount: 1, description: 'plain' })
      expect(changed).not.toHaveProperty('isAdmin')
      const lone = await send(address, JSON.stringify({ description: LONE }), JSON_HEADERS, 'PATCH')
      expect(lone.status).toBeOneOf([200, 400, 422])
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'title,asc,', 'title;drop']) {
        const answer = await admin.fetch(`/api/v1/books?sort=${encodeURIComponent(name)}`)
        expect([name, answer.status]).toEqual([name, 400])
        expect((await admin.fetch(`/api/v1/books?${encodeURIComponent(name)}=1`)).status).toBe(200)
      }
    })

    test('roles and permissions claimed in a body', async () => {
      const claims = { role: 'admin', isAdmin: true, permissions: ['system-admin'], userId: 'x', sub: 'x' }
      const body = JSON.stringify({ currentPage: 1, completed: false, ...claims })
      const answer = await send(`/api/v1/books/${ids.book_id}/progress`, body, JSON_HEADERS, 'PUT')
      const me = await admin.get<{ id: string }>('/api/v1/auth/me')
      expect(answer.status).toBeOneOf([200, 422])
      if (answer.status === 200) expect(((await answer.json()) as { userId: string }).userId).toBe(me.id)
    })

    test('repeated query parameters, and words in place of numbers', async () => {
      for (const query of ['page=1&page=2', 'pageSize=1&pageSize=1', 'sort=title,asc&sort=title,desc', 'x=1&x=2']) {
        expect([query, await refusal(await admin.fetch(`/api/v1/books?${query}`))]).toEqual([query, '400 BadRequest'])
      }
      for (const query of ['page[]=1', 'page[x]=1', 'page=1;pageSize=2', 'pageSize=1e400', 'page=0x', 'page=١']) {
        expect((await admin.fetch(`/api/v1/books?${query}`)).status).toBeOneOf([200, 400])
      }
    })

    test('SQL, regular expressions and long filters', async () => {
      const words = [
        "' or 1=1 --",
        '"; drop table books; --',
        '%',
        '_',
        '\\',
        '*',
        'a* OR b',
        'NEAR(a b)',
        '"',
        '(',
        '\u202e',
        'ß',
        '漫画',
      ]
      for (const word of words) {
        for (const path of ['/api/v1/books/list', '/api/v1/series/list']) {
          const found = await admin.post<{ total: number }>(path, { fullTextSearch: word })
          expect([path, word, found.total]).toEqual([path, word, 0])
          const is = { title: { operator: 'contains', value: word } }
          expect([path, word, (await admin.post<{ total: number }>(path, { condition: is })).total]).toEqual([
            path,
            word,
            0,
          ])
        }
      }
      const many = { anyOf: Array.from({ length: 10_000 }, () => ({ title: { operator: 'is', value: 'x' } })) }
      let deep: object = { title: { operator: 'is', value: 'x' } }
      for (let level = 0; level < 2_000; level++) deep = { allOf: [deep] }
      const lists = { libraryId: { operator: 'in', values: Array(20_000).fill(ids.library_id) } }
      for (const condition of [
        many,
        deep,
        lists,
        { unknown: { operator: 'is' } },
        { title: { operator: 'regex', value: 'x' } },
      ]) {
        const answer = await send('/api/v1/books/list', JSON.stringify({ condition }))
        expect(await refusal(answer)).toBeOneOf(['400 BadRequest', '422 UnprocessableEntity', '413 PayloadTooLarge'])
      }
      expect((await allBooks(admin)).length).toBe(1)
    })

    test('addresses and headers that are too long, and broken HTTP', async () => {
      const { authorization = '' } = admin.headers
      const long = await sendTarget(octavo.url, 'GET', `/api/v1/books?x=${'x'.repeat(100_000)}`)
      expect(long.status).toBeOneOf([400, 401, 414, 431, 0])
      const header = await sendTarget(octavo.url, 'GET', '/api/v1/books', [`X-Long: ${'x'.repeat(100_000)}`])
      expect(header.status).toBeOneOf([400, 401, 431, 0])
      const lines = `Host: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
      const both = `POST /api/v1/books/list HTTP/1.1\r\n${lines}Content-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`
      expect((await sendRaw(octavo.url, both)).status).toBeOneOf([400, 0])
      const two = `POST /api/v1/books/list HTTP/1.1\r\n${lines}Content-Length: 2\r\nContent-Length: 3\r\nConnection: close\r\n\r\n{} `
      expect((await sendRaw(octavo.url, two)).status).toBeOneOf([400, 0])
      for (const host of ['[', '[::1', 'a b', '%', 'x:99999', 'a/b']) {
        const answer = await sendRaw(octavo.url, `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        expect(answer.status).toBeOneOf([200, 400, 0])
      }
      const odd = await sendRaw(octavo.url, 'GET /health HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n')
      expect([odd.status, JSON.parse(odd.body).error]).toEqual([400, 'BadRequest'])
      expect((await sendRaw(octavo.url, 'NONSENSE\r\n\r\n')).status).toBeOneOf([400, 505, 0])
      expect((await admin.fetch('/api/v1/books')).status).toBe(200)
    })

    test('no request caused a server error', () => {
      expect(octavo.log()).not.toContain('request failed')
    })
  })
}
