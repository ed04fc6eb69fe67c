// Genres, tags and people as things of their own: lists, pages, edits that lock, aliases that files follow, and who sees them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { FacetDetailDto, type FacetDto, type TaxonomyCleanupResponse } from '@octavo/contract/facet'
import { GenreDto } from '@octavo/contract/genre'
import type { FullSeriesMetadataResponse } from '@octavo/contract/series-metadata'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { allBooks, firstScans, JSON_HEADERS, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`names on ${database}`, () => {
    const folder = temporaryFolder('names')
    let octavo: Inhabited
    let admin: Client
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

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Dune/Dune 1.cbz': await comic({
          pages: 1,
          comicInfo: { Genre: 'Sci Fi, Drama', Writer: 'Frank Herbert', Publisher: 'Ace' },
        }),
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
        expect((await send(admin, 'POST', `series/${id}/genres`, body)).status).toBe(422)
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

    test('that nobody may see are there for nobody: not in lists, counts, searches, and not found', async () => {
      const { id } = await seriesNamed(admin, 'Vault')
      const tag = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'Private' })).id
      await admin.put(`/api/v1/series/${id}/sharing-tags`, { sharingTagIds: [tag] })
      const reader = await octavo.addUser('limited')
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

    test('that nothing has are cleaned up, and one is taken from everything', async () => {
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
