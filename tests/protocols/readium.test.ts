// Readium's own library reads our feeds, manifests, positions and places, as apps built on it do.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Link, Links, Locator, Manifest, Metadata } from '@readium/shared'
import { allBooks, makeLibrary } from '../api/catalogue'
import { DATABASES, type Inhabited, startInhabited } from '../api/people'
import { type Client, client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { writeCrawled } from './crawled-library'
import { basic, post } from './komga-library'

setDefaultTimeout(120_000)

// biome-ignore lint/suspicious/noExplicitAny: answers are walked, and what the library makes of them is compared
type Json = Record<string, any>

const FOLLOWED = new Set(['/opds/v2/series', '/opds/v2/recent'])
const ACQUISITION = 'http://opds-spec.org/acquisition'

for (const database of DATABASES) {
  describe(`Readium on ${database}`, () => {
    const folder = temporaryFolder('readium')
    let octavo: Inhabited
    let app: Client

    beforeAll(async () => {
      octavo = await startInhabited({ database })
      const { open } = await writeCrawled(folder.path)
      await makeLibrary(octavo.admin, 'Open', open)
      app = client(octavo.url, basic(ADMIN.username, ADMIN.password))
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const at = (link: Link, self: string) => {
      const { pathname, search } = new URL(link.href, `${octavo.url}${self}`)
      return pathname + search
    }
    /** All links of a list, each of which is one to the library. */
    function readLinks(given: Json[] | undefined, where: string): Link[] {
      const read = Links.deserialize(given ?? [])?.items ?? []
      expect([where, read.length]).toEqual([where, given?.length ?? 0])
      for (const link of read)
        expect([where, link.href, link.mediaType.string]).toEqual([where, link.href, link.type ?? ''])
      return read
    }
    /** A publication of a feed: the metadata that apps show, and links that they follow. */
    function readPublication(given: Json, where: string) {
      const manifest = Manifest.deserialize({ ...given, readingOrder: [] })
      if (!manifest) throw new Error(`${where}: no publication: ${JSON.stringify(given)}`)
      readLinks(given.links, where)
      for (const image of readLinks(given.images, where)) expect(image.mediaType.isBitmap).toBe(true)
      const { metadata } = manifest
      expect(metadata.title.getTranslation()).toBe(given.metadata.title)
      expect(metadata.authors?.items.map(({ name }) => name.getTranslation())).toEqual(
        given.metadata.author?.map(({ name }: Json) => name),
      )
      if (given.metadata.modified)
        expect(metadata.modified?.toISOString()).toBe(new Date(given.metadata.modified).toISOString())
      if (given.metadata.numberOfPages) expect(metadata.numberOfPages).toBe(given.metadata.numberOfPages)
      const series = given.metadata.belongsTo?.series
      if (series) {
        const [read] = metadata.belongsTo?.items.get('series')?.items ?? []
        expect([read?.name.getTranslation(), read?.position]).toEqual([series[0].name, series[0].position])
      }
      expect(manifest.links.findWithRel(`${ACQUISITION}/open-access`)?.type).toMatch(/^application\//)
      return manifest
    }

    test('reads every reachable feed, group, facet and publication', async () => {
      const seen = new Set<string>()
      const queue = ['/opds/v2']
      const titles = new Set<string>()
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        if (seen.has(path)) continue
        seen.add(path)
        const answer = await app.fetch(path)
        expect([path, answer.status]).toEqual([path, 200])
        const feed = (await answer.json()) as Json
        expect([path, Metadata.deserialize(feed.metadata)?.title.getTranslation()]).toEqual([path, feed.metadata.title])
        const links = new Links(readLinks(feed.links, path))
        const own = links.findWithRel('self')
        expect([path, own && at(own, path).split('?')[0]]).toEqual([path, path.split('?')[0]])
        const search = links.findWithRel('search')
        if (search) {
          expect([...search.templateParameters]).toEqual(['query'])
          queue.push(at(search.expandTemplate({ query: 'book 漫画 &' }), path))
        }
        const collections = [feed, ...(feed.groups ?? []), ...(feed.facets ?? [])] as Json[]
        for (const { metadata, navigation, publications, links: more } of collections) {
          expect(typeof Metadata.deserialize(metadata)?.title.getTranslation()).toBe('string')
          const next = [...readLinks(navigation, path), ...readLinks(more, path)]
          const feeds = next.filter(link => !link.templated && link.type === 'application/opds+json')
          // Facets multiply: those of two shelves are followed.
          const isFollowed = !feed.facets?.some((facet: Json) => facet.links === more) || FOLLOWED.has(path)
          queue.push(...(isFollowed ? feeds.map(link => at(link, path)) : []))
          for (const publication of publications ?? []) {
            titles.add(readPublication(publication, path).metadata.title.getTranslation())
          }
        }
      }
      // Every book of the library, as it is called here.
      const books = await allBooks(octavo.admin)
      expect([...titles].sort()).toEqual([...new Set(books.map(({ title }) => title))].sort())
      console.log(`Readium on ${database}: ${seen.size} feeds, ${titles.size} titles`)
      expect(seen.size).toBeGreaterThan(50)
    })

    test('reads manifests of comics and ebooks, their resources and positions, and saves a place', async () => {
      const books = await allBooks(octavo.admin)
      for (const name of ['Mixed 1.cbz', 'Book 0.cbz', 'Good.epub', 'Odd.epub']) {
        const { id } = books.find(book => book.path.endsWith(name)) ?? { id: name }
        const isText = name.endsWith('.epub')
        for (const base of [`/opds/v2/books/${id}`, `/komga/api/v1/books/${id}`]) {
          const answer = await app.fetch(`${base}/manifest`)
          const given = (await answer.json()) as Json
          const manifest = Manifest.deserialize(given)
          if (!manifest) throw new Error(`${base} is no manifest`)
          expect(readLinks(given.readingOrder, base).length).toBeGreaterThan(0)
          const { readingOrder, links, toc } = manifest
          expect(isText ? readingOrder.everyIsHTML() : readingOrder.everyIsBitmap()).toBe(true)
          const profile = `https://readium.org/webpub-manifest/profiles/${isText ? 'epub' : 'divina'}`
          expect(manifest.metadata.conformsTo?.map(String)).toEqual([profile])
          const self = links.findWithRel('self')
          expect(self && at(self, base)).toBe(`${base}/manifest`)
          for (const part of [...readingOrder.items, ...(manifest.resources?.items ?? [])]) {
            const found = await app.fetch(at(part, `${base}/manifest`))
            const type = found.headers.get('content-type')?.split(';')[0]
            expect([name, part.href, found.status, type]).toEqual([name, part.href, 200, part.type])
          }
          const inside = (all: readonly Link[]): Link[] =>
            all.flatMap(one => [one, ...inside(one.children?.items ?? [])])
          for (const entry of inside(toc?.items ?? [])) {
            if (entry.href !== '')
              expect([entry.href, manifest.locatorFromLink(entry)?.type]).toEqual([entry.href, 'application/xhtml+xml'])
          }
          await expectPlaces(base, given.metadata.numberOfPages)
        }
      }
    })

    async function expectPlaces(base: string, pages: number | undefined) {
      const { total, positions } = await app.get<Json>(`${base}/positions`)
      const read = (positions as Json[]).map(position => Locator.deserialize(position))
      expect([base, read.length, read.every(Boolean)]).toEqual([base, total, true])
      if (pages !== undefined) expect(total).toBe(pages)
      const middle = read[Math.floor(total / 2)]
      if (!middle) throw new Error(`${base} has no positions`)
      expect([middle.locations.position, typeof middle.locations.totalProgression]).toEqual([
        Math.floor(total / 2) + 1,
        'number',
      ])
      const place = {
        modified: new Date().toISOString(),
        device: { id: 'a', name: 'Test' },
        locator: middle.serialize(),
      }
      expect((await app.fetch(`${base}/progression`, { ...post(place), method: 'PUT' })).status).toBe(204)
      const back = Locator.deserialize((await app.get<Json>(`${base}/progression`)).locator)
      expect([back?.href, back?.locations.position]).toEqual([middle.href, middle.locations.position])
    }
  })
}
