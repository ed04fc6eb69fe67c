// A15 and A16: hostile parameters, conditions, sorts and words. Each is refused with its place, or answered within
// limits.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { ROUTES } from '@octavo/contract/routes'
import { z } from 'zod'
import { allBooks, firstScans, JSON_HEADERS } from '../api/catalogue'
import { addressOf, pathOf } from '../api/contract-paths'
import { DATABASES, type Inhabited, startInhabited } from '../api/people'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { tell } from './bench'

setDefaultTimeout(300_000)

const WORDS = [
  "' or 1=1 --",
  "'; drop table books; --",
  '") union select password_hash from users --',
  '1); delete from series where (1=1',
  '%',
  '_',
  '\\',
  '*',
  'a* OR b',
  'NEAR(a b, 3)',
  '"unclosed',
  '^a : b',
  '{a b} : c',
  'a:*',
  'a & !b | <-> c',
  'title:x',
  '(((((',
  '\u202e\u200b\ufeff',
  '\u{1f469}\u200d\u{1f680}',
  'ß ſ İ ı',
  '__proto__',
  'constructor',
  'a'.repeat(400),
  'ab '.repeat(130),
]
const HALF = 'a\ud800b'
const NUMBERS = [
  '1000000000',
  '9007199254740991',
  '99999999999999999999',
  '-1',
  '0',
  '1.5',
  '1e3',
  '1e400',
  'NaN',
  '０',
  '',
]
const SORTS = [
  ...['title', 'title,', 'title,asc,desc', ',asc', 'title,sideways', '__proto__,asc', 'constructor', 'toString,desc'],
  ...[
    'title;drop table books',
    'books.pk,asc',
    '(select 1),asc',
    'random:',
    'random:99999999999',
    `${'title;'.repeat(40)}title`,
  ],
]
const IDS = [
  'x',
  '../..',
  "' or 1=1",
  '00000000-0000-0000-0000-00000000000',
  '{00000000-0000-4000-8000-000000000000}',
  HALF,
]
const DATES = [
  'yesterday',
  '2026-02-31T99:00:00Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '1e999',
  'Infinity',
  '',
]

/** List routes: with pages, a limit or a sort, and an immediate answer. */
const LISTS = ROUTES.filter(
  ({ method, query, payload }) =>
    method === 'get' && payload.kind === 'json' && query instanceof z.ZodObject && Object.keys(query.shape).length > 0,
)
const ANSWERS = new Set([200, 204, 400, 403, 404, 422])
const FILTERED = ['/api/v1/books/list', '/api/v1/series/list', '/api/v1/series/list/alphabetical-groups']

for (const database of DATABASES) {
  describe(`harmful queries on ${database}`, () => {
    const folder = temporaryFolder('questions')
    let octavo: Inhabited
    let admin: Client
    let ids: Record<string, string>
    const times: number[] = []
    let asked = 0

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Tide/Tide 01.cbz': await comic({ pages: 2 }),
        'Tide/Tide 02.cbz': await comic({ pages: 2 }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      await firstScans(admin)
      const [book] = await allBooks(admin)
      ids = { book_id: book?.id ?? '', series_id: book?.seriesId ?? '', library_id: book?.libraryId ?? '' }
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    /** The status and message; never a server error, and our own message for each refusal. */
    async function ask(
      path: string,
      body?: string,
      who = admin,
    ): Promise<{ status: number; message: string; total?: number | undefined }> {
      const began = performance.now()
      const answer = await who.fetch(path, body === undefined ? {} : { method: 'POST', headers: JSON_HEADERS, body })
      const text = await answer.text()
      times.push(performance.now() - began)
      asked++
      if (answer.status >= 500)
        throw new Error(`${answer.status} for ${path} ${body?.slice(0, 300) ?? ''}: ${text.slice(0, 300)}`)
      // Feeds of OPDS 1.2 are XML.
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false
      if (answer.status < 400) {
        const { total } = (isJson ? JSON.parse(text) : {}) as { total?: number }
        return { status: answer.status, message: '', total }
      }
      return { status: answer.status, message: (JSON.parse(text) as { message: string }).message }
    }
    const condition = (tree: unknown, list = FILTERED[0] as string) => ask(list, JSON.stringify({ condition: tree }))

    test('parameters of every list are refused or limited, and repeated ones are refused', async () => {
      expect(LISTS.length).toBeGreaterThan(20)
      for (const route of LISTS) {
        const address = addressOf(route, ids)
        // Some routes have a required parameter, which is already in the address.
        const asking = (name: string) =>
          address.includes('?') && !address.includes(`?${name}=`)
            ? `${address}&${name}`
            : `${pathOf(route, ids)}?${name}`
        const shape = (route.query as z.ZodObject).shape
        for (const name of Object.keys(shape)) {
          const numeric = /page|limit|size|offset|days/i.test(name)
          const values = numeric
            ? NUMBERS
            : name === 'sort'
              ? SORTS
              : [...IDS, ...DATES.slice(0, 3), ...WORDS.slice(0, 6), HALF]
          for (const value of values) {
            const { status } = await ask(`${asking(name)}=${encodeURIComponent(value.toWellFormed())}`)
            expect([route.id, name, value, ANSWERS.has(status)]).toEqual([route.id, name, value, true])
          }
          expect([route.id, name, (await ask(`${asking(name)}=%00`)).status]).toEqual([route.id, name, 400])
          // Komga's lists are given by repeating a parameter.
          if (route.repeats) continue
          const twice = await ask(`${asking(name)}=1&${name}=1`)
          expect([route.id, twice.status, twice.message]).toEqual([
            route.id,
            400,
            `query ${name}: given more than once`,
          ])
        }
        for (const name of ['__proto__', 'constructor', 'isAdmin', 'role', 'hasOwnProperty']) {
          expect([route.id, name, (await ask(`${asking(name)}=admin`)).status]).toEqual([
            route.id,
            name,
            (await ask(address)).status,
          ])
        }
      }
    })

    test('invalid orders are refused with the allowed fields', async () => {
      for (const list of [
        '/api/v1/books',
        '/api/v1/series',
        '/api/v1/books/in-progress',
        `/api/v1/libraries/${ids.library_id}/books`,
      ]) {
        for (const sort of SORTS.slice(4)) {
          const { status, message } = await ask(`${list}?sort=${encodeURIComponent(sort)}`)
          const isSort = status === 200 && /^random/.test(sort)
          expect([list, sort, isSort || (status === 400 && /sort/.test(message))]).toEqual([list, sort, true])
        }
        const { message } = await ask(`${list}?sort=colour,asc`)
        expect(message).toContain('unknown field "colour"; allowed are ')
      }
    })

    test('conditions that are too wide or deep, and invalid operators, values, dates and ids, are refused by their path', async () => {
      const is = (value: unknown) => ({ title: { operator: 'is', value } })
      let deep: object = is('x')
      for (let level = 0; level < 200; level++) deep = level % 2 ? { allOf: [deep] } : { not: deep }
      let deepest: unknown = []
      for (let level = 0; level < 5000; level++) deepest = [deepest]
      const refused: [tree: unknown, place: string][] = [
        [{ anyOf: Array.from({ length: 10_000 }, () => is('x')) }, 'condition'],
        [deep, 'condition'],
        [{ allOf: deepest }, 'condition'],
        [{ allOf: [{ colour: { operator: 'is', value: 'x' } }] }, 'condition.allOf[0].colour'],
        [{ title: { operator: 'regex', value: 'x' } }, 'condition.title.operator'],
        [{ title: { operator: '__proto__', value: 'x' } }, 'condition.title.operator'],
        [is(7), 'condition.title.value'],
        [is({ $ne: null }), 'condition.title.value'],
        [is('x'.repeat(100_000)), 'condition.title.value'],
        [{ libraryId: { operator: 'in', values: Array(20_000).fill(ids.library_id) } }, 'condition.libraryId.values'],
        [{ libraryId: { operator: 'in', values: [1] } }, 'condition.libraryId.values'],
        [{ readStatus: { operator: 'is', value: 'eaten' } }, 'condition.readStatus.value'],
        [{ dateAdded: { operator: 'inLast', value: -1, unit: 'days' } }, 'condition.dateAdded.value'],
        [{ dateAdded: { operator: 'inLast', value: 1, unit: 'constructor' } }, 'condition.dateAdded.unit'],
        ...['toString', 'hasOwnProperty', 'valueOf'].map((name): [unknown, string] => [
          { [name]: is('x') },
          `condition.${name}`,
        ]),
        ...['{"__proto__":{"operator":"is","value":"x"}}', '{"constructor":{"prototype":{}}}'].map(
          (text): [unknown, string] => [JSON.parse(text), 'condition'],
        ),
      ]
      for (const [tree, place] of refused) {
        for (const list of FILTERED) {
          const { status, message } = await condition(tree, list)
          expect([list, place, status, message.includes(place)]).toEqual([list, place, 400, true])
        }
      }
      for (const value of DATES) {
        const { status, message } = await condition({ dateAdded: { operator: 'after', value } })
        expect([value, status, message.startsWith('condition.dateAdded.value')]).toEqual([value, 400, true])
      }
      for (const value of IDS) {
        const { status, total } = await condition({ seriesId: { operator: 'is', value: value.toWellFormed() } })
        expect([value, status === 400 || total === 0]).toEqual([value, true])
      }
      for (const value of [1e308, -1e308, 1.5, 9_007_199_254_740_991]) {
        expect((await condition({ pageCount: { operator: 'gte', value } })).status).toBeOneOf([200, 400])
        expect((await condition({ pageCount: { operator: 'between', min: value, max: -value } })).status).toBeOneOf([
          200, 400,
        ])
      }
      const wide = { anyOf: Array.from({ length: 200 }, (_, at) => is(`x${at}`)) }
      expect((await condition(wide)).status).toBeOneOf([200, 400])
    })

    test('nobody can search for the index’s marker of a library', async () => {
      for (const list of FILTERED) {
        const [all, plain, marked] = await Promise.all(
          [{}, { fullTextSearch: '1' }, { fullTextSearch: '§1' }].map(
            async body => (await ask(list, JSON.stringify(body))).total,
          ),
        )
        expect([list, marked]).toEqual([list, plain])
        // People without books in it find none; others do not find all.
        expect([list, marked]).not.toEqual([list, all || 'all'])
      }
    })

    test('SQL and search syntax find nothing and cause no error', async () => {
      for (const word of WORDS) {
        for (const list of FILTERED) {
          const search = await ask(list, JSON.stringify({ fullTextSearch: word }))
          expect([list, word, search.status, search.total ?? 0]).toEqual([list, word, 200, 0])
          for (const operator of ['is', 'contains', 'beginsWith', 'endsWith']) {
            for (const field of ['title', 'genre', 'path']) {
              const { status, total = 0 } = await condition({ [field]: { operator, value: word } }, list)
              // Table names occur in no path; what every path has is found in it.
              expect([list, field, operator, word, status, field === 'path' || total === 0]).toEqual([
                list,
                field,
                operator,
                word,
                200,
                true,
              ])
            }
          }
        }
        expect((await ask('/api/v1/series/search', JSON.stringify({ query: word }))).status).toBe(200)
      }
      for (const list of FILTERED) {
        for (const text of [JSON.stringify(HALF), '"\\ud800"', '"\\udc00\\ud800"']) {
          expect((await ask(list, `{"fullTextSearch":${text}}`)).status).toBeOneOf([200, 400])
          expect((await ask(list, `{"condition":{"title":{"operator":"contains","value":${text}}}}`)).status).toBeOneOf(
            [200, 400],
          )
        }
        for (const body of [
          '{"fullTextSearch":"a\\u0000b"}',
          '{"condition":{"title":{"operator":"is","value":"\\u0000"}}}',
        ]) {
          expect([list, body, (await ask(list, body)).status]).toEqual([list, body, 400])
        }
      }
    })

    test('claiming a role in a body does not change it', async () => {
      const reader = await octavo.addUser('claimer')
      const before = await reader.get('/api/v1/auth/me')
      const claims =
        '{"role":"admin","isAdmin":true,"permissions":["system-admin"],"userId":"x","__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}'
      for (const route of ROUTES) {
        if (!route.body || /login|logout|setup|password|sessions|register|refresh/.test(route.path)) continue
        const answer = await reader.fetch(addressOf(route, ids), {
          method: route.method.toUpperCase(),
          headers: JSON_HEADERS,
          body: claims,
        })
        asked++
        expect([route.id, answer.status < 500]).toEqual([route.id, true])
      }
      expect(await reader.get('/api/v1/auth/me')).toEqual(before)
      expect((await reader.fetch('/api/v1/users')).status).toBe(403)
    })

    test('all data is still there, and no request was slow', async () => {
      expect((await allBooks(admin)).length).toBe(2)
      expect(octavo.log()).not.toContain('request failed')
      times.sort((a, b) => a - b)
      const p99 = times[Math.floor(times.length * 0.99)] ?? 0
      tell(
        'A16',
        `${database}: ${asked} questions, 0 5xx, p99 ${p99.toFixed(1)} ms, worst ${(times.at(-1) ?? 0).toFixed(1)} ms`,
      )
      tell(
        'A15',
        `${database}: ${LISTS.length} lists and ${ROUTES.filter(route => route.body).length} bodies, roles gained 0`,
      )
    })
  })
}
