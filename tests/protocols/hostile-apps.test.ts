// Hostile texts and documents over the routes of other apps: titles, searches, places, and parts of ebooks.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { bookAt, firstScans, makeLibrary } from '../api/catalogue'
import { type Inhabited, startInhabited } from '../api/people'
import { comic, writeLibrary } from '../kit/books'
import { client } from '../kit/client'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { HOSTILE } from './crawled-library'
import { text } from './feed-reading'
import { jsonChecks } from './json-schemas'
import { BOOK, expectShape, PAGE, SERIES } from './komga-checks'
import { basic, post } from './komga-library'
import { opdsSchema } from './relax-ng/opds-schema'
import { validate } from './relax-ng/validate'
import { readXml } from './relax-ng/xml-tree'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers of another server's API are walked, and what is found is compared
type Json = Record<string, any>

const TITLES = [...HOSTILE, '\u2066isolate\u2069 \u200Fمرحبا', 'x'.repeat(400)]
const WORDS = [...TITLES, '%', '_', '\\', '*', 'a* OR b', 'NEAR(a b)', '"', '(', '\u0007bell', '\u0000', '\uD800', "'"]
/** Longer than any place. */
const HUGE = 'x'.repeat(3_000_000)

/** A feed whose templates of addresses are filled in, as the schema requires. */
const fed = (xml: string) => readXml(xml.replaceAll('{pageNumber}', '0').replaceAll('{maxWidth}', '600'))

describe('hostile texts in other apps', () => {
  const folder = temporaryFolder('hostile-apps')
  const atom = opdsSchema()
  const checks = jsonChecks()
  let octavo: Inhabited
  const shownTitles: string[] = []
  let comicId: string
  let ebookId: string
  const app = () => client(octavo.url, basic(ADMIN.email, ADMIN.password))

  beforeAll(async () => {
    const files: Record<string, Uint8Array> = {}
    for (const [at, said] of TITLES.entries()) {
      const comicInfo = { Summary: said, Writer: said, Genre: said, Tags: said }
      files[`Hostile ${at}/Book ${at}.cbz`] = await comic({ pages: 2, comicInfo })
    }
    files['Scripts/Scripts.epub'] = await Bun.file(join(FIXTURES, 'hostile/script-and-remote.epub')).bytes()
    writeLibrary(folder.path, files)
    octavo = await startInhabited({ database: 'sqlite' })
    await makeLibrary(octavo.admin, 'Hostile', folder.path)
    await firstScans(octavo.admin, 1)
    const { content } = await app().get<Json>('/komga/api/v1/books?unpaged=true')
    for (const [at, title] of TITLES.entries()) {
      const { id, seriesId } = content.find(({ name }: Json) => name === `Book ${at}`)
      // People may not enter text that runs backwards; files may have it.
      const status = /[\u202A-\u202E\u2066-\u2069]/.test(title) ? 400 : 204
      for (const path of [`books/${id}`, `series/${seriesId}`]) {
        const edited = await app().fetch(`/komga/api/v1/${path}/metadata`, { ...post({ title }), method: 'PATCH' })
        expect([title, edited.status]).toEqual([title, status])
      }
      if (status === 204) shownTitles.push(title)
    }
    comicId = (await bookAt(octavo.admin, 'Book 0.cbz')).id
    ebookId = (await bookAt(octavo.admin, 'Scripts.epub')).id
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('A02: hostile titles are the same text in lists, single items and manifests of Komga', async () => {
    const series = await app().get<Json>('/komga/api/v1/series?unpaged=true')
    const books = await app().get<Json>('/komga/api/v1/books?unpaged=true')
    for (const { content } of [series, books]) {
      const titles = content.map(({ metadata }: Json) => metadata.title)
      for (const title of shownTitles) expect(titles).toContain(title)
    }
    for (const { id, metadata } of series.content) {
      const one = await app().get<Json>(`/komga/api/v1/series/${id}`)
      expectShape(one, SERIES)
      const feed = await (await app().fetch(`/opds/v1/series/${id}`)).text()
      expect([metadata.title, validate(atom, await fed(feed))]).toEqual([metadata.title, null])
      const shown = await app().get<Json>(`/opds/v2/series/${id}`)
      expect([metadata.title, checks.feed(shown)]).toEqual([metadata.title, null])
      expect([shown.metadata.title, text(await readXml(feed), 'title')]).toEqual([metadata.title, metadata.title])
      if (metadata.title !== 'Scripts') expect(one.booksMetadata.authors).toHaveLength(1)
    }
    for (const book of books.content) {
      expectShape(book, BOOK)
      const manifest = await app().get<Json>(`/komga/api/v1/books/${book.id}/manifest`)
      expect(manifest.metadata.title).toBe(book.metadata.title)
    }
  })

  test('H13: hostile text in a search finds or refuses, in a valid document', async () => {
    for (const word of WORDS) {
      const words = encodeURIComponent(word.toWellFormed())
      const feed = await app().fetch(`/opds/v1/search?q=${words}`)
      expect([word, feed.status < 500, feed.headers.get('content-type')]).toEqual([
        ...[word, true, expect.stringMatching(/^application\/atom\+xml/)],
      ])
      const xml = await feed.text()
      expect([word, xml.includes('<script'), (await readXml(xml)).local]).toEqual([word, false, 'feed'])
      if (feed.ok) expect([word, validate(atom, await fed(xml))]).toEqual([word, null])
      const found = await app().fetch(`/opds/v2/search?query=${words}`)
      const document = (await found.json()) as Json
      if (found.ok) expect([word, checks.feed(document)]).toEqual([word, null])
      else expect([word, found.status, document.status]).toEqual([word, 400, 400])
      for (const path of ['series', 'books']) {
        const body = post({ fullTextSearch: word })
        for (const answer of [
          await app().fetch(`/komga/api/v1/${path}?search=${words}`),
          await app().fetch(`/komga/api/v1/${path}/list`, body),
        ]) {
          const page = (await answer.json()) as Json
          if (answer.ok) expectShape(page, PAGE, word)
          else expect([path, word, answer.status, page.status]).toEqual([path, word, 400, 400])
        }
      }
    }
  })

  test('H13: huge and deep places are refused in the form of the protocol, and change nothing', async () => {
    let deep: object = {}
    for (let level = 0; level < 2_000; level++) deep = { locations: deep }
    const locator = { href: '1', type: 'image/jpeg' }
    const modified = new Date().toISOString()
    const places: readonly object[] = [
      { modified, locator: { ...locator, href: HUGE } },
      { modified, locator: { ...locator, text: { highlight: HUGE } } },
      { modified, locator: { ...locator, locations: { fragments: Array.from({ length: 200_000 }, () => 'a=1') } } },
      { modified, locator: deep },
      { modified, locator: { ...locator, locations: { progression: 1e308, totalProgression: -1 } } },
    ]
    for (const [at, place] of places.entries()) {
      for (const path of [
        `/opds/v2/books/${comicId}/progression`,
        `/komga/api/v1/books/${comicId}/progression`,
        `/komga/api/v1/books/${comicId}/read-progress`,
      ]) {
        const method = path.endsWith('read-progress') ? 'PATCH' : 'PUT'
        const answer = await app().fetch(path, { ...post(place), method })
        expect([at, path, [400, 413, 422].includes(answer.status)]).toEqual([at, path, true])
        expect([at, path, ((await answer.json()) as Json).status]).toEqual([at, path, answer.status])
      }
    }
    const { key } = await octavo.admin.post<{ key: string }>('/api/v1/api-keys', { name: 'KOReader' })
    const reader = client(octavo.url, { 'x-auth-user': key, 'x-auth-key': 'x' })
    const hash = 'a'.repeat(32)
    const place = { document: hash, progress: '1', percentage: 0.1, device: 'Kobo', device_id: 'Kobo' }
    for (const wrong of [{ progress: HUGE }, { document: HUGE }, { device: HUGE }, { metadata: deep, percentage: 7 }]) {
      const body = { ...post({ ...place, ...wrong }), method: 'PUT' }
      const answer = await reader.fetch('/koreader/syncs/progress', body)
      expect([Object.keys(wrong), [400, 403, 413].includes(answer.status)]).toEqual([Object.keys(wrong), true])
      expect(await answer.json()).toEqual({ code: expect.any(Number), message: expect.any(String) })
    }
    expect(await reader.get<Json>(`/koreader/syncs/progress/${hash}`)).toEqual({})
    expect((await app().fetch(`/opds/v2/books/${comicId}/progression`)).status).toBe(204)
  })

  test('H11, H12: parts of an ebook run no script and have their declared type', async () => {
    for (const root of ['/opds/v2', '/komga/api/v1']) {
      const { readingOrder, resources } = await app().get<Json>(`${root}/books/${ebookId}/manifest`)
      const isPart = ({ href }: Json) => href.includes(`${root}/books/${ebookId}/resource/`)
      const parts: Json[] = [...readingOrder, ...resources].filter(isPart)
      expect(parts.length).toBeGreaterThan(0)
      for (const { href, type } of parts) {
        const { pathname } = new URL(href, octavo.url)
        const answer = await app().fetch(pathname)
        const policy = answer.headers.get('content-security-policy') ?? ''
        expect([href, /^sandbox;/.test(policy), /script|unsafe-eval/.test(policy)]).toEqual([href, true, false])
        expect([href, answer.headers.get('x-content-type-options')]).toEqual([href, 'nosniff'])
        if (answer.ok) expect([href, answer.headers.get('content-type')]).toEqual([href, expect.stringContaining(type)])
      }
      for (const way of [
        '..%2f..%2f..%2fetc%2fpasswd',
        '..%5c..%5cetc%5cpasswd',
        '%252e%252e%252fetc',
        'file:%2f%2f%2fetc%2fpasswd',
      ]) {
        const answer = await app().fetch(`${root}/books/${ebookId}/resource/${way}`)
        expect([root, way, [400, 404].includes(answer.status)]).toEqual([root, way, true])
      }
    }
  })
})
