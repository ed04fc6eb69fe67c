// Every feed of both versions of OPDS for three people, validated by the published schemas: links are followed, images
// are opened and compared with their links, parts of books are fetched.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Feed as ReadFeed } from 'opds-ts/v1.2'
import sharp from 'sharp'
import { makePerson } from '../api/access/people'
import { allBooks, makeLibrary } from '../api/catalogue'
import { makeFixtureLibrary } from '../api/fixture-library'
import { DATABASES, type Inhabited, startInhabited } from '../api/people'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { writeCrawled } from './crawled-library'
import { entries, links, text } from './feed-reading'
import { jsonChecks } from './json-schemas'
import { opdsSchema } from './relax-ng/opds-schema'
import { validate } from './relax-ng/validate'
import { readXml } from './relax-ng/xml-tree'

setDefaultTimeout(300_000)

const schema = opdsSchema()
const checks = jsonChecks()

interface Seen {
  readonly feeds: number
  readonly images: number
  readonly manifests: number
  readonly parts: number
  readonly wrong: readonly string[]
  /** Everything that was read. */
  readonly told: string
}

interface Target {
  readonly href: string
  readonly type: string
}

const IMAGE = /^image\//
/** Of the parts and pages of one book, so many are fetched. */
const SOME = 4

/** Feeds of names of one kind and person: they are alike. */
const SOME_NAMES = 3

async function kindOfImage(bytes: Uint8Array): Promise<string> {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  if (/^\s*</.test(start)) return 'image/svg+xml'
  if (start.startsWith('\xff\x0a') || start.startsWith('\0\0\0\x0cJXL ')) return 'image/jxl'
  const { format } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return `image/${format === 'heif' ? 'avif' : format}`
}

/** Walks from an address along all links of the catalogue. */
async function crawl(as: Client, start: Target): Promise<Seen> {
  const wrong: string[] = []
  const told: string[] = []
  const count = { feeds: 0, images: 0, manifests: 0, parts: 0 }
  const known = new Set([start.href])
  const waiting: Target[] = [start]
  const names = new Map<string, number>()
  const add = (target: Target) => {
    // What can be chosen of one shelf is the same at every other.
    if (known.has(target.href) || /[?&](sort|status|language|library)=/.test(target.href)) return
    const kind = /\/names\/(\w+)\//.exec(target.href)?.[1]
    if (kind) {
      const named = names.get(kind) ?? 0
      if (named >= SOME_NAMES) return
      names.set(kind, named + 1)
    }
    known.add(target.href)
    waiting.push(target)
  }

  async function atom(href: string, xml: string) {
    const filledIn = xml.replaceAll('{pageNumber}', '0').replaceAll('{maxWidth}', '600')
    const problem = validate(schema, await readXml(filledIn))
    if (problem) wrong.push(`${href}: ${problem}`)
    const tree = await readXml(xml)
    for (const entry of entries(tree)) if (text(entry, 'title') === '') wrong.push(`${href}: an entry without a title`)
    const all = [...links(tree), ...entries(tree).flatMap(links)]
    for (const { href: to = '', type = '', rel } of all) {
      if (rel === 'alternate' || rel === 'http://opds-spec.org/acquisition') continue
      add({ href: to.replace('{pageNumber}', '0').replace('{maxWidth}', '600'), type })
    }
    // A client library reads the same.
    const read = ReadFeed.fromXml(xml)
    if (read.getEntries().length !== entries(tree).length) wrong.push(`${href}: a client reads other entries`)
  }

  function json(href: string, document: OpdsDocument, check: (document: unknown) => string | null) {
    const problem = check(document)
    if (problem) wrong.push(`${href}: ${problem}`)
    const groups = document.groups ?? []
    const publications = [...(document.publications ?? []), ...groups.flatMap(group => group.publications ?? [])]
    const all = [
      ...(document.links ?? []),
      ...(document.navigation ?? []),
      ...(document.images ?? []),
      ...groups.flatMap(group => [...(group.links ?? []), ...(group.navigation ?? [])]),
      ...(document.facets ?? []).flatMap(facet => facet.links),
      ...publications.flatMap(each => [...each.links, ...(each.images ?? [])]),
    ]
    for (const { href: to, type = '', templated, rel = '' } of all) {
      if (!templated && !`${rel}`.includes('acquisition')) add({ href: to, type })
    }
  }

  async function visit({ href, type }: Target): Promise<void> {
    const answer = await as.fetch(href)
    const sent = (answer.headers.get('content-type') ?? '').replace(/;charset=utf-8$/i, '')
    if (answer.status === 204 && href.endsWith('/progression')) return
    // A book that cannot be opened is marked.
    if ([409, 422].includes(answer.status) && /\/(pages|manifest|positions|resource)/.test(href)) return
    if (answer.status !== 200) return void wrong.push(`${href} answered ${answer.status}`)
    if (sent !== type && href !== start.href) wrong.push(`${href} is ${sent}, its link says ${type}`)
    if (IMAGE.test(type)) {
      count.images++
      const found = await kindOfImage(await answer.bytes()).catch(() => 'no image')
      if (found !== type) wrong.push(`${href} holds ${found}, its link says ${type}`)
      return
    }
    const body = await answer.text()
    told.push(body)
    if (sent.startsWith('application/atom+xml')) {
      count.feeds++
      return atom(href, body)
    }
    if (sent === 'application/opds+json' || sent === 'application/opds-publication+json') {
      count.feeds++
      return json(href, JSON.parse(body), sent === 'application/opds+json' ? checks.feed : checks.publication)
    }
    if (sent === 'application/webpub+json' || sent === 'application/divina+json') {
      count.manifests++
      const manifest = JSON.parse(body)
      const problem = checks.manifest(manifest)
      if (problem) wrong.push(`${href}: ${problem}`)
      count.parts += manifest.readingOrder.length
      for (const part of [...manifest.readingOrder.slice(0, SOME), ...manifest.resources.slice(0, SOME)]) add(part)
      add(manifest.links.find(({ rel }: { rel: string }) => rel.includes('position-list')))
    }
  }

  for (let target = waiting.pop(); target; target = waiting.pop()) await visit(target)
  return { ...count, wrong, told: told.join('\n') }
}

interface OpdsLink extends Target {
  readonly rel?: string | string[]
  readonly templated?: boolean
}
interface OpdsPublication {
  readonly links: readonly OpdsLink[]
  readonly images?: readonly OpdsLink[]
}
interface OpdsDocument extends Partial<OpdsPublication> {
  readonly navigation?: readonly OpdsLink[]
  readonly publications?: readonly OpdsPublication[]
  readonly facets?: readonly { readonly links: readonly OpdsLink[] }[]
  readonly groups?: readonly (Partial<OpdsPublication> & {
    readonly navigation?: readonly OpdsLink[]
    readonly publications?: readonly OpdsPublication[]
  })[]
}

for (const database of DATABASES) {
  describe(`all feeds on ${database}`, () => {
    const folder = temporaryFolder('crawl')
    let octavo: Inhabited
    let people: readonly { readonly name: string; readonly as: Client; readonly seesAll: boolean }[]
    beforeAll(async () => {
      octavo = await startInhabited({ database })
      const { admin } = octavo
      const { open, closed } = await writeCrawled(folder.path)
      const shown = await makeLibrary(admin, 'Open & <shut>', open)
      await makeLibrary(admin, 'Zzhidden library', closed)
      // One database is enough for what files hold.
      if (database === 'sqlite') await makeFixtureLibrary(admin)
      const reader = await makePerson(octavo, 'reader')
      const limited = await makePerson(octavo, 'limited', { limit: 'library', libraryIds: [shown.id] })
      people = [
        { name: 'administrator', as: admin, seesAll: true },
        { name: 'reader', as: reader.as, seesAll: true },
        { name: 'restricted reader', as: limited.as, seesAll: false },
      ]
      const books = await allBooks(admin)
      const bookOf = (title: RegExp) => books.find(book => title.test(book.title) || title.test(book.path))
      const [many, hidden] = [bookOf(/Many 01/), bookOf(/Zzhidden 1/)]
      const series = [many?.seriesId, hidden?.seriesId]
      const ids = [many?.id, hidden?.id, bookOf(/Good/)?.id]
      await admin.post('/api/v1/collections', { name: 'Both ]]>', visibility: 'public', seriesIds: series })
      const { id } = await admin.post<{ id: string }>('/api/v1/readlists', {
        name: 'Order & <1>',
        visibility: 'public',
      })
      await admin.post(`/api/v1/readlists/${id}/books`, { bookIds: ids })
      for (const { as, seesAll } of people) {
        await as.post('/api/v1/want-to-read', { seriesId: many?.seriesId })
        await as.post('/api/v1/want-to-read', { bookId: seesAll ? hidden?.id : many?.id })
        await as.put(`/api/v1/books/${bookOf(/Many 01/)?.id}/progress`, { currentPage: 1 })
        await as.put(`/api/v1/books/${bookOf(/Good/)?.id}/progress`, { currentPage: 1, progressPercentage: 0.3 })
        const condition = { allOf: [] }
        for (const target of ['books', 'series']) {
          await as.post('/api/v1/filter-presets', { name: `All ${target} <&>`, scope: 'list', target, condition })
        }
      }
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const STARTS = {
      'OPDS 1.2': { href: '/opds', type: 'application/atom+xml;profile=opds-catalog;kind=navigation' },
      'OPDS 2.0': { href: '/opds/v2', type: 'application/opds+json' },
    }
    for (const [version, start] of Object.entries(STARTS)) {
      test(`${version} is valid, leads somewhere and shows nothing of the rest`, async () => {
        const counts: Record<string, object> = {}
        for (const { name, as, seesAll } of people) {
          const { wrong, told, ...count } = await crawl(as, start)
          expect([name, wrong]).toEqual([name, []])
          expect([name, /zzhidden/i.test(told)]).toEqual([name, seesAll])
          expect(count.feeds).toBeGreaterThan(40)
          expect(count.images).toBeGreaterThan(60)
          counts[name] = count
        }
        process.stdout.write(`  ${version} on ${database}: ${JSON.stringify(counts)}\n`)
      })
    }
  })
}
