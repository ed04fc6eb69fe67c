// OPDS 1.2 as a reading app sees it: a real server on a real library.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { comic, ebook, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { attribute, children, entries, jpegWidth, link, links, numbers, sha256, text } from './feed-reading'
import { opdsSchema } from './relax-ng/opds-schema'
import { validate, type XmlElement } from './relax-ng/validate'
import { readXml } from './relax-ng/xml-tree'

setDefaultTimeout(60_000)

const OPENSEARCH = 'http://a9.com/-/spec/opensearch/1.1/'
const STREAM = 'http://vaemendis.net/opds-pse/stream'
const ACQUISITION = 'http://opds-spec.org/acquisition'
const TITLE = 'R&D <"漫画"> 第1巻'
const MANY = 120
const schema = opdsSchema()

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`OPDS 1.2 on ${database}`, () => {
    const folder = temporaryFolder('opds')
    const files: Record<string, Uint8Array | string> = {}
    let octavo: Octavo
    let app: Client
    let admin: Client

    beforeAll(async () => {
      files['Kōdan & sons/Volume 01.cbz'] = await comic({
        pages: 5,
        size: { width: 800, height: 1200 },
        comicInfo: {
          Title: TITLE,
          Number: 1,
          Summary: 'Ends with ]]> & 2 < 3',
          Writer: 'Ada <A>, Bob',
          Penciller: 'Cy',
          Publisher: 'P & Q',
          LanguageISO: 'ja',
          Genre: 'Horror, "Odd"',
          Year: 1998,
          Month: 4,
        },
      })
      files['Kōdan & sons/Volume 02.cbz'] = await comic({ pages: 2 })
      files['Novel/Moby.epub'] = ebook({
        title: 'Moby',
        chapters: [{ title: 'One', paragraphs: ['Call me Ishmael.'] }],
      })
      const small = await comic({ pages: 1 })
      for (let number = 1; number <= MANY; number++) files[`Many/Many ${String(number).padStart(3, '0')}.cbz`] = small
      writeLibrary(folder.path, files)
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      const password = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')
      app = client(octavo.url, { authorization: `Basic ${password}` })
      const { data } = await admin.get<{ data: { id: string }[] }>('/api/v1/libraries')
      const scan = () => admin.get<{ status: string }>(`/api/v1/libraries/${data[0]?.id}/scan-status`)
      await until(scan, ({ status }) => status === 'completed', 120)
    }, 180_000)
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    /** Fetches a feed and checks its type, schema and self link. */
    async function feed(path: string, kind: 'navigation' | 'acquisition'): Promise<XmlElement> {
      const answer = await app.fetch(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('content-type')).toBe(
        `application/atom+xml;profile=opds-catalog;kind=${kind};charset=utf-8`,
      )
      const xml = await answer.text()
      // The schema knows addresses only; those of page streaming are templates.
      const filledIn = xml.replaceAll('{pageNumber}', '0').replaceAll('{maxWidth}', '600')
      expect(validate(schema, await readXml(filledIn))).toBeNull()
      const tree = await readXml(xml)
      const own = new URL(link(tree, 'self')?.href ?? '', octavo.url)
      expect(own.pathname).toBe(new URL(path, octavo.url).pathname.replace(/^\/opds$/, '/opds/v1/catalog'))
      expect(link(tree, 'start')?.href).toBe('/opds/v1/catalog')
      for (const entry of entries(tree)) {
        expect(text(entry, 'title')).not.toBe('')
        expect(text(entry, 'title')).not.toBe('Untitled')
        expect(links(entry).length).toBeGreaterThan(0)
      }
      return tree
    }

    const byTitle = (tree: XmlElement, title: string): XmlElement => {
      const found = entries(tree).find(entry => text(entry, 'title') === title)
      if (!found) throw new Error(`no entry ${title} among ${entries(tree).map(entry => text(entry, 'title'))}`)
      return found
    }
    const follow = (entry: XmlElement, rel: string): string => {
      const found = link(entry, rel)
      if (!found?.href) throw new Error(`no link ${rel}`)
      return found.href
    }
    const library = async () => {
      const root = await feed('/opds/v1/catalog', 'navigation')
      const libraries = await feed(follow(byTitle(root, 'All Libraries'), 'subsection'), 'navigation')
      const [only] = entries(libraries)
      if (!only) throw new Error('no library')
      return feed(follow(only, 'subsection'), 'navigation')
    }

    test('asks who is there, the right way', async () => {
      for (const path of ['/opds', '/opds/v1/catalog', '/opds/v1/recent', '/opds/v1/books/x/file']) {
        const answer = await octavo.anonymous.fetch(path)
        expect([path, answer.status]).toEqual([path, 401])
        expect(answer.headers.get('www-authenticate')).toStartWith('Basic realm="')
      }
      const wrong = { authorization: `Basic ${Buffer.from(`${ADMIN.username}:wrong`).toString('base64')}` }
      const refused = await octavo.anonymous.fetch('/opds/v1/catalog', { headers: wrong })
      expect(refused.status).toBe(401)
      expect(refused.headers.has('www-authenticate')).toBe(true)
    })

    test('/opds is the catalogue itself, for HEAD too', async () => {
      const [short, long] = await Promise.all([app.fetch('/opds'), app.fetch('/opds/v1/catalog')])
      expect(short.status).toBe(200)
      const body = await long.text()
      expect(await short.text()).toBe(body)
      const head = await app.fetch('/opds', { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-type')).toBe(long.headers.get('content-type'))
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
    })

    test('leads from the start to every kind of feed', async () => {
      const root = await feed('/opds', 'navigation')
      const titles = entries(root).map(entry => text(entry, 'title'))
      expect(titles.join(', ')).toBe(
        'All Libraries, Keep Reading, On Deck, Recent Additions, New Series, Updated Series, All Series, Collections, ' +
          'Reading Lists, Want to Read, Saved Filters, Genres, Tags, People, Publishers',
      )
      await feed(follow(byTitle(root, 'Keep Reading'), 'subsection'), 'acquisition')
      await feed(follow(byTitle(root, 'On Deck'), 'subsection'), 'acquisition')
      const recent = await feed(
        follow(byTitle(root, 'Recent Additions'), 'http://opds-spec.org/sort/new'),
        'acquisition',
      )
      expect(numbers(recent).totalResults).toBe(MANY + 3)
    })

    test('has a feed of each saved filter, in pages', async () => {
      const save = (name: string, more: object) =>
        admin.post<{ id: string }>('/api/v1/filter-presets', { name, scope: 'list', ...more })
      const many = { title: { operator: 'beginsWith', value: 'Many' } }
      const books = await save('Many & <more>', { target: 'books', condition: many, sort: 'title,desc' })
      await save('Written as of old', { target: 'series', condition: { allOf: [] }, sort: 'name:asc' })
      const root = await feed('/opds/v1/catalog', 'navigation')
      const saved = await feed(follow(byTitle(root, 'Saved Filters'), 'subsection'), 'navigation')
      expect(entries(saved).map(entry => text(entry, 'title'))).toEqual(['Many & <more>', 'Written as of old'])

      const first = await feed(follow(byTitle(saved, 'Many & <more>'), 'subsection'), 'acquisition')
      expect(text(first, 'title')).toBe('Many & <more>')
      expect(numbers(first)).toMatchObject({ totalResults: MANY, itemsPerPage: 50, startIndex: 1 })
      const [newest] = entries(first)
      expect(newest && text(newest, 'title')).toBe('Many 120')
      const last = await feed(link(first, 'last')?.href ?? '', 'acquisition')
      expect(entries(last)).toHaveLength(MANY - 100)
      expect(link(last, 'next')).toBeUndefined()

      const series = await feed(follow(byTitle(saved, 'Written as of old'), 'subsection'), 'navigation')
      expect(entries(series).map(entry => text(entry, 'title'))).toEqual(['Kōdan & sons', 'Many', 'Novel'])

      await admin.delete(`/api/v1/filter-presets/${books.id}`)
      expect((await app.fetch(`/opds/v1/presets/${books.id}`)).status).toBe(404)
    })

    test('says of a book all that is known', async () => {
      const series = byTitle(await library(), 'Kōdan & sons')
      expect(text(series, 'id')).toMatch(/^urn:uuid:series-[0-9a-f-]{36}$/)
      const books = await feed(follow(series, 'subsection'), 'acquisition')
      expect(text(books, 'title')).toBe('Kōdan & sons')
      const book = byTitle(books, TITLE)
      expect(text(book, 'id')).toMatch(/^urn:uuid:book-[0-9a-f-]{36}$/)
      expect(text(book, 'summary')).toBe('Ends with ]]> & 2 < 3')
      expect(children(book, 'author').map(author => text(author, 'name'))).toEqual(['Ada <A>', 'Bob'])
      expect(children(book, 'contributor').map(each => text(each, 'name'))).toEqual(['Cy'])
      expect(text(book, 'publisher')).toBe('P & Q')
      expect(text(book, 'language')).toBe('ja')
      expect(text(book, 'issued')).toBe('1998-04')
      expect(children(book, 'category').map(each => attribute(each, 'term'))).toEqual(['Horror', '"Odd"'])
    })

    test('its links bring the file, the covers and the pages', async () => {
      const books = await feed(follow(byTitle(await library(), 'Kōdan & sons'), 'subsection'), 'acquisition')
      const book = byTitle(books, TITLE)
      const bytes = Buffer.from(files['Kōdan & sons/Volume 01.cbz'] as Uint8Array)
      const download = link(book, ACQUISITION)
      const file = await app.fetch(download?.href ?? '')
      expect(file.headers.get('content-type')).toBe(download?.type ?? '')
      expect(download).toMatchObject({ type: 'application/zip', length: String(bytes.length) })
      expect(sha256(await file.arrayBuffer())).toBe(sha256(bytes))
      const head = await app.fetch(download?.href ?? '', { method: 'HEAD' })
      expect(head.headers.get('content-length')).toBe(String(bytes.length))
      const part = await app.fetch(download?.href ?? '', { headers: { range: 'bytes=0-3' } })
      expect([part.status, await part.text()]).toEqual([206, 'PK\u0003\u0004'])

      const sizes: number[] = []
      for (const rel of ['http://opds-spec.org/image/thumbnail', 'http://opds-spec.org/image']) {
        const image = await app.fetch(follow(book, rel))
        expect([rel, image.status, image.headers.get('content-type')]).toEqual([rel, 200, 'image/jpeg'])
        sizes.push(jpegWidth(await image.bytes()))
      }
      expect(sizes).toEqual([267, 800])

      const stream = link(book, STREAM)
      expect(stream).toMatchObject({ type: 'image/jpeg', 'pse:count': '5' })
      const page = (number: number, width: string) =>
        app.fetch((stream?.href ?? '').replace('{pageNumber}', String(number)).replace('{maxWidth}', width))
      const { data } = await admin.get<{ data: { id: string; title: string }[] }>('/api/v1/books?pageSize=500')
      const id = data.find(({ title }) => title === TITLE)?.id
      const last = await page(4, '5000')
      const direct = await admin.fetch(`/api/v1/books/${id}/pages/5`)
      expect(sha256(await last.arrayBuffer())).toBe(sha256(await direct.arrayBuffer()))
      expect(jpegWidth(await (await page(0, '400')).bytes())).toBe(400)
      expect((await page(0, '{maxWidth}')).status).toBe(200)
      expect((await page(5, '400')).status).toBe(404)
      expect((await page(-1, '400')).status).toBe(400)
      expect((await page(1_000_000_000, '400')).status).toBe(404)
      expect((await app.fetch(`/opds/v1/books/${id}/pages/0`)).status).toBe(404)
    })

    test('an EPUB is downloaded, not streamed', async () => {
      const books = await feed(follow(byTitle(await library(), 'Novel'), 'subsection'), 'acquisition')
      const book = byTitle(books, 'Moby')
      expect(link(book, STREAM)).toBeUndefined()
      expect(link(book, ACQUISITION)?.type).toBe('application/epub+zip')
      expect((await app.fetch(follow(book, ACQUISITION))).headers.get('content-type')).toBe('application/epub+zip')
      expect(text(book, 'language')).toBe('en')
    })

    test('progress shows in the book, and on the shelves of the start', async () => {
      const { data } = await admin.get<{ data: { id: string; title: string }[] }>('/api/v1/books?pageSize=500')
      const id = data.find(({ title }) => title === TITLE)?.id
      await admin.put(`/api/v1/books/${id}/progress`, { currentPage: 3 })
      const reading = await feed('/opds/v1/keep-reading', 'acquisition')
      const stream = link(byTitle(reading, TITLE), STREAM)
      expect(stream).toMatchObject({ 'pse:count': '5', 'pse:lastRead': '3' })
      expect(Date.now() - Date.parse(stream?.['pse:lastReadDate'] ?? '')).toBeLessThan(600_000)
      await admin.put(`/api/v1/books/${id}/progress`, { currentPage: 5 })
      expect(entries(await feed('/opds/v1/keep-reading', 'acquisition'))).toEqual([])
      const deck = entries(await feed('/opds/v1/on-deck', 'acquisition'))
      expect(deck.map(entry => text(entry, 'title'))).toEqual(['Volume 02'])
    })

    test('a long feed comes in pages that join without gap or repeat', async () => {
      const start = follow(byTitle(await library(), 'Many'), 'subsection')
      const seen: string[] = []
      let next: string | undefined = start
      let pages = 0
      while (next !== undefined) {
        const tree: XmlElement = await feed(next, 'acquisition')
        expect(numbers(tree)).toEqual({ totalResults: MANY, itemsPerPage: 50, startIndex: pages * 50 + 1 })
        expect(link(tree, 'first')?.href).toBe(start)
        expect(link(tree, 'last')?.href).toBe(`${start}?page=3`)
        expect(link(tree, 'previous')?.href).toBe(
          pages === 0 ? undefined : pages === 1 ? start : `${start}?page=${pages}`,
        )
        seen.push(...entries(tree).map(entry => text(entry, 'title')))
        next = link(tree, 'next')?.href
        pages++
      }
      expect(pages).toBe(3)
      expect(seen).toEqual(Array.from({ length: MANY }, (_, place) => `Many ${String(place + 1).padStart(3, '0')}`))
    })

    test('odd pages are answered in words or are empty', async () => {
      const start = follow(byTitle(await library(), 'Many'), 'subsection')
      const beyond = await feed(`${start}?page=1000000000`, 'acquisition')
      expect(entries(beyond)).toEqual([])
      expect(link(beyond, 'previous')?.href).toBe(`${start}?page=3`)
      const large = await feed(`${start}?pageSize=1000`, 'acquisition')
      expect(entries(large).length).toBe(100)
      expect(link(large, 'next')?.href).toBe(`${start}?page=2&pageSize=100`)
      for (const query of ['page=-1', 'page=x', 'page=1&page=2']) {
        const answer = await app.fetch(`${start}?${query}`)
        expect([query, answer.status, answer.headers.get('content-type')]).toEqual([
          query,
          400,
          'application/atom+xml;profile=opds-catalog;kind=navigation;charset=utf-8',
        ])
      }
      const none = '00000000-0000-7000-8000-000000000000'
      for (const path of [`series/${none}`, `libraries/${none}`, `books/${none}/file`, `books/${none}/thumbnail`]) {
        expect([path, (await app.fetch(`/opds/v1/${path}`)).status]).toEqual([path, 404])
      }
      expect((await app.fetch('/opds/v1/series/x')).status).toBe(400)
      expect((await app.fetch('/opds/v1/nothing')).status).toBe(404)
    })

    test('search says how, and finds', async () => {
      const root = await feed('/opds', 'navigation')
      const answer = await app.fetch(follow(root, 'search'))
      expect(answer.headers.get('content-type')).toBe('application/opensearchdescription+xml;charset=utf-8')
      const description = await readXml(await answer.text())
      expect(description).toMatchObject({ namespace: OPENSEARCH, local: 'OpenSearchDescription' })
      const template = attribute(children(description, 'Url')[0], 'template')
      expect(template).toContain('{searchTerms}')
      const found = async (words: string) => {
        const path = (template ?? '').replace('{searchTerms}', encodeURIComponent(words))
        return entries(await feed(path, 'acquisition')).map(entry => text(entry, 'title'))
      }
      expect(await found('漫画')).toEqual([TITLE])
      expect(await found('kodan')).toContain('Kōdan & sons')
      expect((await found('many')).length).toBe(21)
      expect(await found('nothing like it')).toEqual([])
      expect((await app.fetch('/opds/v1/search')).status).toBe(400)
      expect((await app.fetch('/opds/v1/search?q=')).status).toBe(400)
    })

    test('is called what the server is called, at once and whatever is in the name', async () => {
      const title = async () => text(await feed('/opds/v1/catalog', 'navigation'), 'title')
      expect(await title()).toBe('Octavo')
      const value = 'Tide & <b>"Co"</b> $& of the northern shore'
      await admin.put('/api/v1/admin/settings/application.name', { value })
      expect(await title()).toBe(value)
      const search = await readXml(await (await app.fetch('/opds/v1/search.xml')).text())
      expect([text(search, 'ShortName'), text(search, 'LongName')]).toEqual(['Tide & <b>"Co"</', value])
    })

    test('a feed that has not changed is not sent again', async () => {
      const first = await app.fetch('/opds/v1/recent')
      const etag = first.headers.get('etag') ?? ''
      const again = await app.fetch('/opds/v1/recent', { headers: { 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    })
  })
}

test('links begin with the path of the configured address', async () => {
  const octavo = await startOctavo({ database: 'sqlite', env: { OCTAVO_BASE_URL: 'https://example.org/books/' } })
  try {
    const admin = await octavo.signInAsAdmin()
    const root = await readXml(await (await admin.fetch('/opds/v1/catalog')).text())
    const hrefs = [...links(root), ...entries(root).flatMap(links)].map(each => each.href)
    expect(hrefs.length).toBeGreaterThan(6)
    expect(hrefs.filter(href => !href?.startsWith('/books/opds/v1/'))).toEqual([])
    expect(await (await admin.fetch('/opds/v1/search.xml')).text()).toContain('"/books/opds/v1/search?q={searchTerms}"')
  } finally {
    await octavo.stop()
  }
}, 60_000)
