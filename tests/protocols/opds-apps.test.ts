// Requests of reading apps for both versions of OPDS, in order, and the fields that they require.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import sharp from 'sharp'
import { allBooks, makeLibrary } from '../api/catalogue'
import { DATABASES, type Inhabited, startInhabited } from '../api/people'
import { comic, ebook, writeLibrary } from '../kit/books'
import { type Client, client } from '../kit/client'
import { pngImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { zip } from '../kit/zip'
import { attribute, children, entries, link, links, text } from './feed-reading'
import { jsonChecks } from './json-schemas'
import { readXml } from './relax-ng/xml-tree'

setDefaultTimeout(120_000)

const ATOM = /^application\/atom\+xml/
const ACQUISITION = 'http://opds-spec.org/acquisition'
const STREAM = 'http://vaemendis.net/opds-pse/stream'
const PROGRESSION = 'http://www.cantook.com/api/progression'
const checks = jsonChecks()

interface Link {
  readonly href: string
  readonly rel?: string
  readonly type?: string
  readonly templated?: boolean
}
interface Publication {
  readonly metadata: { readonly title: string; readonly author?: readonly { readonly name: string }[] }
  readonly links: readonly Link[]
  readonly images: readonly Link[]
}

for (const database of DATABASES) {
  describe(`apps of OPDS on ${database}`, () => {
    const folder = temporaryFolder('opds-apps')
    let octavo: Inhabited
    let app: Client
    let byTitle: (title: string) => BookDto

    beforeAll(async () => {
      octavo = await startInhabited({ database })
      const png = await pngImage({ width: 900, height: 1200 })
      writeLibrary(folder.path, {
        'Comics/One.cbz': await comic({ pages: 5, size: { width: 900, height: 1350 }, comicInfo: { Title: 'One' } }),
        'Comics/Png.cbz': zip([1, 2, 3].map(page => ({ name: `${page}.png`, data: png }))),
        'Prose/Text.epub': ebook({
          title: 'Text',
          chapters: ['First', 'Second'].map(title => ({
            title,
            paragraphs: Array.from(
              { length: 80 },
              (_, at) => `Paragraph ${at} of the chapter that is called ${title}.`,
            ),
            markup: '<script>fetch("//evil.example")</script>',
          })),
        }),
      })
      await makeLibrary(octavo.admin, 'Library', folder.path)
      const books = await allBooks(octavo.admin)
      byTitle = title => {
        const found = books.find(book => book.title.startsWith(title))
        if (!found) throw new Error(`no ${title}`)
        return found
      }
      const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`
      app = client(octavo.url, { authorization })
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    /** As KOReader asks: HEAD, then GET, with nothing compressed and no redirects followed. */
    async function koreader(path: string): Promise<Response> {
      const headers = {
        accept: 'application/opds+json, application/atom+xml;profile=opds-catalog, */*',
        'accept-encoding': 'identity',
      }
      const head = await app.fetch(path, { method: 'HEAD', headers, redirect: 'manual' })
      const answer = await app.fetch(path, { headers, redirect: 'manual' })
      expect([path, head.status, answer.status]).toEqual([path, 200, 200])
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(head.headers.get('content-length')).toBe(answer.headers.get('content-length'))
      return answer
    }
    const json = async <T>(path: string) => (await (await koreader(path)).json()) as T
    const feed = async (path: string) => readXml(await (await koreader(path)).text())

    test('KOReader walks OPDS 1.2 from the address as typed to a download and a page', async () => {
      for (const typed of ['/opds', '/opds/', '/opds/v1', '/opds/v1/', '/opds/v1/catalog', '/opds/v1/catalog/']) {
        const root = await feed(typed)
        const open = entries(root).map(entry => links(entry).find(({ type = '' }) => ATOM.test(type)))
        expect(open.every(each => each?.href !== undefined)).toBe(true)
        const rels = open.map(each => each?.rel)
        expect(rels.filter(rel => rel !== 'subsection' && rel !== 'http://opds-spec.org/sort/new')).toEqual([])
      }
      const books = await feed(`/opds/v1/series/${byTitle('One').seriesId}`)
      const [entry] = entries(books)
      if (!entry) throw new Error('no book')
      expect(text(entry, 'content')).toBe('')
      const download = link(entry, ACQUISITION)
      const file = await app.fetch(download?.href ?? '', { method: 'HEAD' })
      expect(file.headers.get('content-disposition')).toContain('One.cbz')
      const facets = links(books).filter(({ rel }) => rel === 'http://opds-spec.org/facet')
      expect(facets.length).toBeGreaterThan(4)
      const wrapped = await feed(facets.find(({ title }) => title === 'Unread')?.href ?? '')
      expect(entries(wrapped)).toHaveLength(2)

      const description = await feed(link(books, 'search')?.href ?? '')
      const template = attribute(
        children(description, 'Url').find(url => ATOM.test(attribute(url, 'type') ?? '')),
        'template',
      )
      expect(template?.match(/\{[^}]*\}/g)).toEqual(['{searchTerms}'])
      const found = await feed((template ?? '').replace('{searchTerms}', 'text'))
      expect(entries(found).map(each => text(each, 'title'))).toContain('Text')
    })

    test('KOReader walks OPDS 2.0', async () => {
      const root = await json<{ navigation: Link[]; links: Link[]; metadata: { title: string } }>('/opds/v2')
      expect(root.metadata.title).toBe('Octavo')
      expect(await json('/opds/v2/')).toEqual(root)
      const search = root.links.find(({ rel }) => rel === 'search')
      expect(search?.href.endsWith('{?query}')).toBe(true)
      interface Found {
        groups: { metadata: { title: string }; publications?: Publication[]; navigation?: Link[] }[]
      }
      const found = await json<Found>(`${search?.href.replace('{?query}', '?query=one')}`)
      expect(found.groups.flatMap(group => group.publications ?? []).map(each => each.metadata.title)).toEqual(['One'])
      const { publications } = await json<{ publications: Publication[] }>(
        `/opds/v2/series/${byTitle('Text').seriesId}`,
      )
      const [book] = publications
      expect(book?.metadata.author).toEqual([{ name: 'Ada Marlowe' }])
      const acquisition = book?.links.find(({ rel = '' }) => rel.startsWith(ACQUISITION))
      expect(acquisition?.type).toBe('application/epub+zip')
      expect((await app.fetch(acquisition?.href ?? '')).status).toBe(200)
    })

    test('Readium reads both versions', async () => {
      const root = await feed('/opds')
      expect(Number.isNaN(Date.parse(text(root, 'updated')))).toBe(false)
      const plain = (type = '') =>
        type
          .split(';')
          .filter(part => !part.startsWith('kind='))
          .join(';')
      const own = link(root, 'self')?.type
      const description = await feed(link(root, 'search')?.href ?? '')
      const types = children(description, 'Url').map(url => attribute(url, 'type'))
      expect(types.map(plain)).toContain(plain(own))
      expect(types).toContain(own)
      const [book] = entries(await feed(`/opds/v1/series/${byTitle('One').seriesId}`))
      if (!book) throw new Error('no book')
      const rels = links(book).map(({ rel = '' }) => rel)
      expect(rels).toContain('http://opds-spec.org/image')
      expect(rels).toContain('http://opds-spec.org/image-thumbnail')
      expect(rels.some(rel => rel.startsWith(ACQUISITION))).toBe(true)
      const shelf = await json<{ metadata: Record<string, unknown> }>('/opds/v2/recent')
      expect(shelf.metadata).toMatchObject({ numberOfItems: 3, itemsPerPage: 50, currentPage: 1 })
    })

    test('Panels, Chunky and KyBook stream pages that are what their link says', async () => {
      const tree = await feed(`/opds/v1/series/${byTitle('One').seriesId}`)
      for (const entry of entries(tree)) {
        const stream = link(entry, STREAM)
        expect(stream?.type).toBe('image/jpeg')
        const count = Number(stream?.['pse:count'])
        expect(stream?.href).toContain('{pageNumber}')
        for (const width of ['640', '{maxWidth}']) {
          for (const page of [0, count - 1]) {
            const href = (stream?.href ?? '').replace('{pageNumber}', String(page)).replace('{maxWidth}', width)
            const answer = await app.fetch(href)
            const image = await sharp(await answer.bytes()).metadata()
            expect([answer.status, answer.headers.get('content-type'), image.format]).toEqual([
              200,
              'image/jpeg',
              'jpeg',
            ])
            expect(image.width).toBe(width === '640' ? 640 : 900)
          }
        }
        const end = (stream?.href ?? '').replace('{pageNumber}', String(count)).replace('{maxWidth}', '640')
        expect((await app.fetch(end)).status).toBe(404)
      }
    })

    test('the feed of pages of the reference server leads to each page, and moves nothing', async () => {
      const { id } = byTitle('Png')
      const pages = await feed(`/opds/books/${id}/pages`)
      const hrefs = entries(pages).map(entry => link(entry, 'http://vaemendis.net/opds-pse/page')?.href ?? '')
      expect(hrefs).toHaveLength(3)
      const page = await app.fetch(hrefs[1] ?? '')
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect((await octavo.admin.fetch(`/api/v1/books/${id}/progress`)).status).toBe(204)
      await octavo.admin.put(`/api/v1/books/${id}/progress`, { currentPage: 2 })
      const shelf = await feed('/opds/v1/keep-reading')
      expect(entries(shelf).map(entry => link(entry, STREAM)?.['pse:lastRead'])).toContain('2')
    })

    test('a Readium app opens an EPUB by its manifest and saves its place for all others', async () => {
      const { id } = byTitle('Text')
      const base = `/opds/v2/books/${id}`
      const manifest = await (await app.fetch(`${base}/manifest`)).json()
      expect(checks.manifest(manifest)).toBeNull()
      expect(manifest.metadata).toMatchObject({ title: 'Text', language: 'en', layout: 'reflowable' })
      expect(manifest.toc.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second'])
      const [, second] = manifest.readingOrder as Link[]
      const part = await app.fetch(second?.href ?? '')
      expect(part.headers.get('content-type')).toBe(second?.type ?? '')
      expect(part.headers.get('content-security-policy')).toStartWith("sandbox; default-src 'none'")
      expect(part.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await part.text()).toContain('called Second')

      const positions = await (await app.fetch(`${base}/positions`)).json()
      expect(positions.total).toBe(positions.positions.length)
      const of = (href: string) => positions.positions.filter((each: Link) => each.href === href)
      expect(of(second?.href ?? '').length).toBeGreaterThan(1)
      const locator = of(second?.href ?? '')[1]

      expect((await app.fetch(`${base}/progression`)).status).toBe(204)
      const put = (modified: string, where: object) =>
        app.fetch(`${base}/progression`, {
          method: 'PUT',
          headers: { 'content-type': 'application/vnd.readium.progression+json' },
          body: JSON.stringify({ modified, device: { id: 'd1', name: 'Phone' }, locator: where }),
        })
      const now = Date.now()
      expect((await put(new Date(now).toISOString(), locator)).status).toBe(204)
      const back = await app.fetch(`${base}/progression`)
      expect(back.headers.get('content-type')).toBe('application/vnd.readium.progression+json')
      expect((await back.json()).locator).toMatchObject({ href: second?.href, locations: locator.locations })
      const native = await octavo.admin.get<{ locator: Link }>(`/api/v1/books/${id}/progression`)
      expect(native.locator.href).toBe('OEBPS/c2.xhtml')
      expect((await put(new Date(now - 86_400_000).toISOString(), positions.positions[0])).status).toBe(409)
      expect((await put('yesterday', locator)).status).toBe(422)
      expect(
        (await put(new Date(now + 1000).toISOString(), { ...locator, href: 'nowhere.xhtml', locations: {} })).status,
      ).toBe(400)
      const [shown] = (await (await app.fetch('/opds/v2/keep-reading')).json()).publications as Publication[]
      expect(shown?.links.find(({ rel }) => rel === PROGRESSION)?.href).toBe(`${base}/progression`)
    })

    test('a Readium app reads a comic page by page, and its place is the page', async () => {
      const { id } = byTitle('One')
      const base = `/opds/v2/books/${id}`
      const answer = await app.fetch(`${base}/manifest`)
      expect(answer.headers.get('content-type')).toBe('application/divina+json')
      const manifest = await answer.json()
      expect(checks.manifest(manifest)).toBeNull()
      expect(manifest.readingOrder).toHaveLength(5)
      expect(manifest.readingOrder[3]).toMatchObject({ type: 'image/jpeg', width: 900, height: 1350 })
      const body = {
        modified: new Date().toISOString(),
        locator: { href: manifest.readingOrder[3].href, type: 'image/jpeg' },
      }
      const headers = { 'content-type': 'application/json' }
      const saved = await app.fetch(`${base}/progression`, { method: 'PUT', headers, body: JSON.stringify(body) })
      expect(saved.status).toBe(204)
      expect(await octavo.admin.get<object>(`/api/v1/books/${id}/progress`)).toMatchObject({ currentPage: 4 })
      await octavo.admin.put(`/api/v1/books/${id}/progress`, { currentPage: 2 })
      const { locator } = await (await app.fetch(`${base}/progression`)).json()
      expect(locator.locations).toMatchObject({ position: 2, totalProgression: 0.2 })
    })

    test('nobody gets in without signing in, and the answer says how', async () => {
      for (const path of ['/opds', '/opds/v2', '/opds/v2/recent', '/opds/v1/search.xml']) {
        const answer = await octavo.anonymous.fetch(path)
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
          path,
          401,
          'application/opds-authentication+json',
        ])
        expect(answer.headers.get('www-authenticate')).toStartWith('Basic realm="')
        expect(answer.headers.get('link')).toContain('rel="http://opds-spec.org/auth/document"')
        expect(checks.authentication(await answer.json())).toBeNull()
      }
      const document = await octavo.anonymous.fetch('/opds/v2/authentication')
      const { id, authentication } = await document.json()
      expect([document.status, id]).toEqual([200, `${octavo.url}/opds/v2/authentication`])
      expect(authentication[0].type).toBe('http://opds-spec.org/auth/basic')
    })

    test('a missing item is a 404 in the form of each version', async () => {
      const { id } = byTitle('Text')
      const none = '00000000-0000-7000-8000-000000000000'
      const forms: readonly (readonly [string, RegExp, readonly string[]])[] = [
        ['/opds', ATOM, ['nowhere', `series/${none}`, `v1/books/${none}/pages`, 'v1/names/genre/x', 'v1/names/colour']],
        [
          '/opds/v2',
          /^application\/problem\+json/,
          [
            ...[
              'nowhere',
              `series/${none}`,
              `books/${none}/manifest`,
              'names/colour',
              'recent?page=-1',
              'recent?sort=x',
            ],
            ...['search?query=', `books/${id}/resource/..%2f..%2fetc/passwd`, `books/${id}/resource/OEBPS/none.xhtml`],
            ...[`books/${id}/pages/1`, `books/${byTitle('One').id}/resource/p001.jpg`],
          ],
        ],
      ]
      for (const [root, form, paths] of forms) {
        for (const path of paths) {
          const answer = await app.fetch(`${root}/${path}`)
          expect([path, [400, 404].includes(answer.status)]).toEqual([path, true])
          expect([path, form.test(answer.headers.get('content-type') ?? '')]).toEqual([path, true])
        }
      }
      const beyond = await app.fetch('/opds/v2/recent?page=1000000000')
      expect([beyond.status, checks.feed(await beyond.json())]).toEqual([200, null])
    })
  })
}
