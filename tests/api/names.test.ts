// Genres, tags and people as entities: lists, pages, locking edits, aliases that apply to files, and visibility.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { FacetCoverDto } from '@octavo/contract/cover'
import { FACET_KINDS, FacetDetailDto, type FacetDto, type TaxonomyCleanupResponse } from '@octavo/contract/facet'
import { GenreDto } from '@octavo/contract/genre'
import type { FullSeriesMetadataResponse } from '@octavo/contract/series-metadata'
import sharp from 'sharp'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { pngImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { allBooks, firstScans, JSON_HEADERS, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`names on ${database}`, () => {
    const folder = temporaryFolder('names')
    let octavo: Inhabited
    let admin: Client
    let limited: Client
    let libraryId: string
    const send = (who: Client, method: string, path: string, body?: object) =>
      who.fetch(`/api/v1/${path}`, { method, headers: JSON_HEADERS, ...(body && { body: JSON.stringify(body) }) })
    const list = async (path: string, who = admin) =>
      (await who.get<{ data: { name: string; seriesCount: number }[] }>(`/api/v1/${path}`)).data.map(
        ({ name, seriesCount }) => `${name} ${seriesCount}`,
      )
    const idOf = async (kind: string, name: string) => {
      const { data } = await admin.get<{ data: FacetDto[] }>(`/api/v1/facets/${kind}?q=${encodeURIComponent(name)}`)
      return data.find(each => each.name === name)?.id ?? ''
    }

    /** Lists have names that something has: this one was just taken away. */
    const idOfUnused = async (name: string) => {
      const rain = (await seriesNamed(admin, 'Rain')).id
      const { id } = await admin.post<{ id: string }>(`/api/v1/series/${rain}/genres`, { name })
      await send(admin, 'DELETE', `series/${rain}/genres/${id}`)
      return id
    }

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Dune/Dune 1.cbz': await comic({
          pages: 1,
          comicInfo: {
            ...{ Genre: 'Sci Fi, Drama', Writer: 'Frank Herbert', Publisher: 'Ace', Imprint: 'Vertigo', Tags: 'sand' },
            ...{ Characters: 'Paul, Leto', Teams: 'Fremen', Locations: 'Arrakis', StoryArc: 'Arrival' },
          },
        }),
        'Dune/Dune 2.cbz': await comic({ pages: 7, comicInfo: { Imprint: 'Berkley' } }),
        'Akira/Akira 1.cbz': await comic({
          pages: 2,
          comicInfo: { Genre: 'SCI-FI', Writer: 'Katsuhiro Otomo' },
        }),
        'Rain/Rain 1.cbz': await comic({ pages: 3, comicInfo: { Genre: 'Drama', Writer: 'Anders And' } }),
        'Vault/Vault 1.cbz': await comic({
          pages: 4,
          comicInfo: { Genre: 'Secret, Drama', Writer: 'Hidden Person', Publisher: 'ACE' },
        }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      libraryId = (await firstScans(admin))[0]?.id ?? ''
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('are listed with counts, by name, by count and by part of the name; people by surname', async () => {
      expect(await list('genres')).toEqual(['Drama 3', 'Sci Fi 1', 'SCI-FI 1', 'Secret 1'])
      expect(await list('genres?pageSize=2&page=2')).toEqual(['SCI-FI 1', 'Secret 1'])
      expect(await list('facets/genre?sort=count')).toEqual(['Drama 3', 'Sci Fi 1', 'SCI-FI 1', 'Secret 1'])
      expect(await list('facets/genre?q=CI')).toEqual(['Sci Fi 1', 'SCI-FI 1'])
      expect(await list('facets/author')).toEqual([
        'Anders And 1',
        'Frank Herbert 1',
        'Katsuhiro Otomo 1',
        'Hidden Person 1',
      ])
      expect(await admin.get<unknown>('/api/v1/facets/author/alphabetical-groups')).toEqual([
        { group: 'a', count: 1 },
        { group: 'h', count: 1 },
        { group: 'o', count: 1 },
        { group: 'p', count: 1 },
      ])
      const person = FacetDetailDto.parse(
        await admin.get(`/api/v1/facets/author/${await idOf('author', 'Anders And')}`),
      )
      expect(person).toMatchObject({ seriesCount: 1, bookCount: 1, aliases: [], roles: [{ role: 'writer', books: 1 }] })
    })

    test('of one series or book are added, replaced and removed, and are locked then', async () => {
      const { id } = await seriesNamed(admin, 'Rain')
      const added = GenreDto.parse(await (await send(admin, 'POST', `series/${id}/genres`, { name: ' Crime ' })).json())
      expect(added.name).toBe('Crime')
      const names = async (path: string) =>
        Object.values(await admin.get<Record<string, { name: string }[]>>(`/api/v1/${path}`)).flatMap(each =>
          each.map(({ name }) => name),
        )
      expect(await names(`series/${id}/genres`)).toEqual(['Crime', 'Drama'])
      expect((await admin.get<FullSeriesMetadataResponse>(`/api/v1/series/${id}/metadata`)).locks).toMatchObject({
        genres: true,
        tags: false,
      })
      expect((await send(admin, 'DELETE', `series/${id}/genres/${added.id}`)).status).toBe(204)
      expect((await send(admin, 'DELETE', `series/${id}/genres/${added.id}`)).status).toBe(404)
      await send(admin, 'PUT', `series/${id}/tags`, { tags: ['b', 'A', 'a'] })
      expect(await names(`series/${id}/tags`)).toEqual(['A', 'b'])
      const [book] = (await allBooks(admin)).filter(each => each.seriesId === id)
      await send(admin, 'PUT', `books/${book?.id}/tags`, { tags: ['Night'] })
      await send(admin, 'POST', `books/${book?.id}/genres`, { name: 'Noir' })
      expect(await names(`books/${book?.id}/tags`)).toEqual(['Night'])
      expect(await names(`books/${book?.id}/genres`)).toEqual(['Drama', 'Noir'])
      for (const body of [{ name: ' ' }, { name: 'x'.repeat(201) }]) {
        expect((await send(admin, 'POST', `series/${id}/genres`, body)).status).toBe(400)
      }
    })

    test('become one name by a merge, and files that say the other give it from then on', async () => {
      const [keep, other] = [await idOf('genre', 'Sci Fi'), await idOf('genre', 'SCI-FI')]
      const merge = (dryRun: boolean) =>
        admin.post<object>(`/api/v1/facets/genre/${keep}/merge`, { facetIds: [other], dryRun })
      expect(await merge(true)).toEqual({ books: 1, series: 1, names: ['SCI-FI'], taskId: null })
      expect(await list('facets/genre?q=CI')).toEqual(['Sci Fi 1', 'SCI-FI 1'])
      await merge(false)
      const renamed = await send(admin, 'PATCH', `facets/genre/${keep}`, {
        name: 'Science Fiction',
        description: 'What if?',
        links: ['https://example.org/sf'],
      })
      expect(FacetDetailDto.parse(await renamed.json())).toMatchObject({
        name: 'Science Fiction',
        seriesCount: 2,
        description: 'What if?',
        links: ['https://example.org/sf'],
        aliases: [{ name: 'Sci Fi' }, { name: 'SCI-FI' }],
      })
      // The address of the name that is gone leads to the other.
      expect(FacetDetailDto.parse(await admin.get(`/api/v1/facets/genre/${other}`)).id).toBe(keep)
      writeLibrary(folder.path, {
        'Akira/Akira 1.cbz': await comic({ pages: 5, comicInfo: { Genre: 'SCI-FI', Summary: 'changed' } }),
        'Akira/Akira 2.cbz': await comic({ pages: 6, comicInfo: { Genre: 'sci fi' } }),
      })
      await scan(admin, libraryId)
      const books = (await allBooks(admin)).filter(each => each.seriesName === 'Akira')
      expect(books).toHaveLength(2)
      for (const { id } of books) {
        expect(await admin.get(`/api/v1/books/${id}/genres`)).toMatchObject({ genres: [{ name: 'Science Fiction' }] })
        expect(await admin.get(`/api/v1/books/${id}/metadata`)).toMatchObject({ genres: ['Science Fiction'] })
      }
      expect(await list('facets/genre?q=CI')).toEqual(['Science Fiction 2'])
      // A condition that somebody has saved with the former name.
      const listed = await admin.post<{ total: number }>('/api/v1/series/list', {
        condition: { genre: { operator: 'is', value: 'sci-fi' } },
      })
      expect(listed.total).toBe(2)
      const taken = await send(admin, 'PATCH', `facets/genre/${keep}`, { name: 'DRAMA' })
      expect(taken.status).toBe(409)
      expect(await taken.json()).toMatchObject({ details: { reason: 'name_taken', name: 'Drama' } })
    })

    test('of hidden items only are shown nowhere: not in lists, counts, searches, and not found', async () => {
      const { id } = await seriesNamed(admin, 'Vault')
      const tag = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'Private' })).id
      await admin.put(`/api/v1/series/${id}/sharing-tags`, { sharingTagIds: [tag] })
      const reader = await octavo.addUser('limited')
      limited = reader
      const { id: userId } = await reader.get<{ id: string }>('/api/v1/auth/me')
      await admin.put(`/api/v1/users/${userId}/sharing-tags`, { sharingTagId: tag, accessMode: 'deny' })
      const names = await until(
        () => list('facets/genre', reader),
        found => !found.includes('Secret 1'),
      )
      expect(names).toEqual(['Drama 2', 'Science Fiction 2'])
      expect(await list('genres', reader)).toEqual(names)
      expect(await list('facets/author?q=hidden', reader)).toEqual([])
      const [secret, missing] = await Promise.all(
        [await idOf('genre', 'Secret'), crypto.randomUUID()].map(each => reader.fetch(`/api/v1/facets/genre/${each}`)),
      )
      expect([secret?.status, await secret?.text()]).toEqual([404, await missing?.text()])
      expect(
        (await send(reader, 'POST', `facets/genre/${await idOf('genre', 'Drama')}/aliases`, { name: 'x' })).status,
      ).toBe(403)
    })

    test('count the members of their lists, for every kind and for partial access', async () => {
      await send(admin, 'PATCH', `series/${(await seriesNamed(admin, 'Rain')).id}/metadata`, { imprint: 'Drizzle' })
      const seen: string[] = []
      for (const kind of FACET_KINDS) {
        const field = kind === 'story_arc' ? 'storyArc' : kind
        for (const who of [admin, limited]) {
          const { data } = await who.get<{ data: FacetDto[] }>(`/api/v1/facets/${kind}`)
          if (who === limited) expect(data.map(({ name }) => name)).not.toContain('Secret')
          for (const { id, name, seriesCount, bookCount } of data) {
            const page = await who.get<FacetDto>(`/api/v1/facets/${kind}/${id}`)
            expect([page.seriesCount, page.bookCount, page.bookCountIsExact]).toEqual([seriesCount, bookCount, true])
            const totals = await Promise.all(
              ['series', 'books'].map(async each => {
                const condition = { [field]: { operator: 'is', value: name } }
                return (await who.post<{ total: number }>(`/api/v1/${each}/list`, { condition })).total
              }),
            )
            expect([kind, name, ...totals]).toEqual([kind, name, seriesCount, bookCount])
          }
          seen.push(...data.map(({ name }) => `${kind} ${name}`))
        }
      }
      // Of two series with two books each, of which one says it: books have the genre of their series.
      for (const known of [
        'imprint Drizzle',
        'imprint Berkley',
        'imprint Vertigo',
        'team Fremen',
        'story_arc Arrival',
        'character Paul',
      ]) {
        expect(seen).toContain(known)
      }
    })

    test('have 100 aliases at most', async () => {
      const keep = await idOf('character', 'Paul')
      const alias = (name: string) => send(admin, 'POST', `facets/character/${keep}/aliases`, { name })
      for (let at = 0; at < 100; at++) expect((await alias(`Usul ${at}`)).status).toBe(200)
      // The same once more is none.
      expect((await alias('usul 7')).status).toBe(200)
      const full = { details: { reason: 'aliases_full', max: 100 } }
      const other = await idOf('character', 'Leto')
      for (const [answer, path] of [
        [await alias('Usul 100'), 'name'],
        [await send(admin, 'POST', `facets/character/${keep}/merge`, { facetIds: [other], dryRun: true }), 'facetIds'],
        [await send(admin, 'POST', `facets/character/${keep}/merge`, { facetIds: [other] }), 'facetIds'],
        [await send(admin, 'PATCH', `facets/character/${keep}`, { name: 'Muad’Dib' }), 'name'],
      ] as const) {
        expect([answer.status, await answer.json()]).toMatchObject([400, { details: { ...full.details, path } }])
      }
      // One of its aliases as its name: the name takes that place.
      expect((await send(admin, 'PATCH', `facets/character/${keep}`, { name: 'Usul 7' })).status).toBe(200)
      expect((await alias(`x${'y'.repeat(200)}`)).status).toBe(400)
    })

    test('have images: a visible cover, the initials, or a chosen one', async () => {
      const fiction = await idOf('genre', 'Science Fiction')
      const at = (id: string, rest: string) => `/api/v1/facets/genre/${id}/${rest}`
      const bytesOf = async (who: Client, path: string) => {
        const answer = await who.fetch(path)
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg'])
        return Buffer.from(await answer.arrayBuffer())
      }
      const seriesPicture = async (title: string) =>
        bytesOf(admin, `/api/v1/series/${(await seriesNamed(admin, title)).id}/thumbnail`)
      expect(await bytesOf(admin, at(fiction, 'thumbnail'))).toEqual(await seriesPicture('Akira'))
      // Akira is hidden from the other one: the next series stands for the name.
      const akira = (await seriesNamed(admin, 'Akira')).id
      const { data: tags } = await admin.get<{ data: { id: string; name: string }[] }>('/api/v1/admin/sharing-tags')
      const tag = tags.find(({ name }) => name === 'Private')?.id
      await admin.put(`/api/v1/series/${akira}/sharing-tags`, { sharingTagIds: [tag] })
      await until(
        () => list('facets/genre', limited),
        found => found.includes('Science Fiction 1'),
      )
      expect(await bytesOf(limited, at(fiction, 'thumbnail'))).toEqual(await seriesPicture('Dune'))
      await admin.put(`/api/v1/series/${akira}/sharing-tags`, { sharingTagIds: [] })
      const secret = await idOf('genre', 'Secret')
      for (const rest of ['thumbnail', 'covers', `covers/${secret}/image`]) {
        const [hidden, missing] = await Promise.all(
          [secret, crypto.randomUUID()].map(each => limited.fetch(at(each, rest))),
        )
        expect([hidden?.status, await hidden?.text()]).toEqual([404, await missing?.text()])
      }
      // Of another kind it is none.
      expect((await admin.fetch(`/api/v1/facets/tag/${fiction}/thumbnail`)).status).toBe(404)
      // A name that nothing has: its initials.
      const drawn = await bytesOf(admin, at(await idOfUnused('Crime'), 'thumbnail'))
      expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 600 })

      const body = new FormData()
      body.append('file', new Blob([Buffer.from(await pngImage({ width: 300, height: 300 }))]), 'x.png')
      const added = await (await admin.fetch(at(fiction, 'cover'), { method: 'POST', body })).json()
      expect(FacetCoverDto.parse(added)).toMatchObject({ facetId: fiction, isSelected: true, source: 'custom' })
      const { coverVersion } = await admin.get<FacetDto>(`/api/v1/facets/genre/${fiction}`)
      const sent = await limited.fetch(at(fiction, `thumbnail?v=${coverVersion}&width=200`), {
        headers: { accept: 'image/webp' },
      })
      expect([sent.headers.get('content-type'), sent.headers.get('cache-control')]).toEqual([
        'image/webp',
        'private, max-age=31536000, immutable',
      ])
      expect(await sharp(Buffer.from(await sent.arrayBuffer())).metadata()).toMatchObject({ width: 200, height: 200 })
      const guarded = await send(admin, 'POST', at(fiction, 'covers').slice(8), { url: 'http://127.0.0.1:9/x.png' })
      expect([guarded.status, await guarded.json()]).toMatchObject([
        400,
        { details: { reason: 'picture_address', path: 'url' } },
      ])
      expect((await limited.fetch(at(fiction, 'covers/selected'), { method: 'DELETE' })).status).toBe(403)
      expect((await admin.fetch(at(fiction, 'covers/selected'), { method: 'DELETE' })).status).toBe(204)
      expect(await bytesOf(admin, at(fiction, 'thumbnail'))).toEqual(await seriesPicture('Akira'))
      expect((await admin.fetch(at(fiction, `covers/${added.id}`), { method: 'DELETE' })).status).toBe(204)
      expect((await admin.get<{ covers: object[] }>(at(fiction, 'covers'))).covers).toHaveLength(1)
    })

    test('of publishers are renamed in books and series, and a publisher set by hand is one', async () => {
      expect(await list('facets/publisher')).toHaveLength(1)
      const { data } = await admin.get<{ data: FacetDto[] }>('/api/v1/facets/publisher')
      const renamed = await send(admin, 'PATCH', `facets/publisher/${data[0]?.id}`, { name: 'Ace Books' })
      expect(renamed.status).toBe(200)
      for (const title of ['Dune', 'Vault']) {
        expect((await seriesNamed(admin, title)).publisher).toBe('Ace Books')
      }
      const { id } = await seriesNamed(admin, 'Rain')
      await send(admin, 'PATCH', `series/${id}/metadata`, { publisher: 'Rainmakers' })
      expect(await list('facets/publisher')).toEqual(['Ace Books 2', 'Rainmakers 1'])
    })

    test('without items are cleaned up, and one is removed everywhere', async () => {
      expect(
        (await admin.post<TaxonomyCleanupResponse>('/api/v1/facets/genre/cleanup', { dryRun: true })).deletedNames,
      ).toEqual(['Crime'])
      expect(await admin.post<object>('/api/v1/genres/cleanup')).toEqual({ deletedCount: 1, deletedNames: ['Crime'] })
      const drama = await idOf('genre', 'Drama')
      expect((await send(admin, 'DELETE', `genres/${drama}`)).status).toBe(204)
      expect((await send(admin, 'DELETE', `genres/${drama}`)).status).toBe(404)
      expect((await list('genres')).some(name => name.startsWith('Drama'))).toBe(false)
      const [book] = (await allBooks(admin)).filter(each => each.seriesName === 'Dune')
      expect(await admin.get(`/api/v1/books/${book?.id}/metadata`)).toMatchObject({ genres: ['Science Fiction'] })
    })
  })
}
