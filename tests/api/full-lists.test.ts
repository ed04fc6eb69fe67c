// Lists with complete items, lists of one library, and shelves in another order.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import { FullBookResponse } from '@octavo/contract/full-book'
import { FullSeriesResponse } from '@octavo/contract/full-series'
import type { Paginated } from '@octavo/contract/paging'
import type { SeriesDto } from '@octavo/contract/series'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type BookPage, firstScans, makeLibrary, refusal } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

const GENRES = ['Science Fiction', 'Seinen']

for (const database of DATABASES) {
  describe(`full lists on ${database}`, () => {
    const folder = temporaryFolder('full')
    const other = temporaryFolder('full-other')
    let octavo: Inhabited
    let admin: Client
    let reader: Client
    let [comics, novels] = ['', '']
    const books: Record<string, BookDto> = {}
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
    const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title)

    beforeAll(async () => {
      const of = (comicInfo: Record<string, string>) => comic({ pages: 3, comicInfo })
      writeLibrary(folder.path, {
        'Akira/Akira v01.cbz': await of({
          Genre: GENRES.join(', '),
          Tags: 'Cyberpunk',
          Writer: 'Otomo Katsuhiro',
          Publisher: 'Kodansha',
          Summary: 'Neo-Tokyo is about to explode.',
          Year: '1984',
        }),
        'Akira/Akira v02.cbz': await of({ Genre: 'Seinen' }),
        'Gon/Gon v01.cbz': await comic({ pages: 3 }),
        'Gon/Gon v02.cbz': await comic({ pages: 3 }),
        'Gon/Gon v03.cbz': await comic({ pages: 3 }),
      })
      writeLibrary(other.path, { 'Dune/Dune v01.cbz': await comic({ pages: 3 }) })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      comics = (await firstScans(admin))[0]?.id ?? ''
      novels = (await makeLibrary(admin, 'Novels', other.path)).id
      for (const book of (await admin.get<BookPage>('/api/v1/books')).data) books[book.title] = book
      reader = await octavo.addUser('ada')
      const read = (title: string) => reader.post(`/api/v1/books/${books[title]?.id}/read`)
      const begin = (title: string) => reader.put(`/api/v1/books/${books[title]?.id}/progress`, { currentPage: 1 })
      for (const title of ['Akira v01', 'Akira v02', 'Gon v01']) await read(title)
      await begin('Dune v01')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
      other.remove()
    })

    const akira = async (client = reader) =>
      FullSeriesResponse.parse(await client.get(`/api/v1/series/${books['Akira v01']?.seriesId}/full`))

    test('a book has its metadata, genres and tags, and how often it was read', async () => {
      const id = books['Akira v01']?.id
      const full = FullBookResponse.parse(await reader.get(`/api/v1/books/${id}/full`))
      expect(full).toMatchObject({
        id,
        title: 'Akira v01',
        seriesName: 'Akira',
        readCount: 1,
        lastCompletedAt: full.readProgress?.completedAt,
        metadata: {
          summary: 'Neo-Tokyo is about to explode.',
          publisher: 'Kodansha',
          year: 1984,
          writers: ['Otomo Katsuhiro'],
          writer: 'Otomo Katsuhiro',
        },
      })
      expect([names(full.genres).sort(), names(full.tags)]).toEqual([GENRES, ['Cyberpunk']])
      expect(Object.values(full.metadata.locks).some(Boolean)).toBe(false)
      expect(full).not.toHaveProperty('summary')
      const plain = FullBookResponse.parse(await admin.get(`/api/v1/books/${books['Gon v01']?.id}/full`))
      expect(plain).toMatchObject({ readCount: 0, lastCompletedAt: null, genres: [], tags: [] })
    })

    test('a series has the names of its books, and is read when all of them are', async () => {
      const full = await akira()
      expect(full).toMatchObject({
        bookCount: 2,
        unreadCount: 0,
        readCount: 1,
        metadata: { title: 'Akira', publisher: 'Kodansha' },
        alternateTitles: [],
        externalIds: [],
        externalLinks: [],
        externalRatings: [],
      })
      const ends = ['Akira v01', 'Akira v02'].map(async title => {
        const { readProgress } = await reader.get<FullBookResponse>(`/api/v1/books/${books[title]?.id}/full`)
        return readProgress?.completedAt ?? ''
      })
      expect(full.lastCompletedAt).toBe((await Promise.all(ends)).sort().at(-1) ?? '')
      expect([names(full.genres).sort(), names(full.tags)]).toEqual([GENRES, ['Cyberpunk']])
      expect(full).not.toHaveProperty('title')
      expect(await akira(admin)).toMatchObject({ readCount: 0, lastCompletedAt: null, unreadCount: 2 })
      const gon = await reader.get<FullSeriesResponse>(`/api/v1/series/${books['Gon v01']?.seriesId}/full`)
      expect(gon).toMatchObject({ readCount: 0, lastCompletedAt: null, unreadCount: 2 })
    })

    test('a missing list, or one without the right, is refused', async () => {
      const nobody = crypto.randomUUID()
      for (const path of [`/api/v1/books/${nobody}/full`, `/api/v1/series/${nobody}/full`]) {
        expect(await refusal(await reader.fetch(path))).toBe('404 NotFound')
        expect(await refusal(await octavo.anonymous.fetch(path))).toBe('401 Unauthorized')
      }
      for (const list of ['books/in-progress', 'books/on-deck', 'books/recently-added', 'books/recently-read']) {
        expect(await refusal(await reader.fetch(`/api/v1/libraries/${nobody}/${list}`))).toBe('404 NotFound')
      }
      for (const list of ['in-progress', 'recently-added', 'recently-updated']) {
        expect(await refusal(await reader.fetch(`/api/v1/libraries/${nobody}/series/${list}`))).toBe('404 NotFound')
      }
    })

    test('every list of books has the same items, in full', async () => {
      const lists = [
        '/api/v1/books?sort=title,desc',
        `/api/v1/libraries/${comics}/books?sort=filename,asc`,
        '/api/v1/books/recently-added?pageSize=3',
        `/api/v1/books/in-progress?libraryId=${novels}`,
        '/api/v1/books/on-deck?page=1',
        `/api/v1/libraries/${novels}/books/in-progress?page=1`,
        `/api/v1/libraries/${comics}/books/on-deck?page=1`,
        `/api/v1/libraries/${comics}/books/recently-added?page=1`,
      ]
      for (const list of lists) {
        const plain = await reader.get<BookPage>(list)
        const full = await reader.get<Paginated<FullBookResponse>>(`${list}&full=true`)
        expect(plain.total).toBeGreaterThan(0)
        expect([list, full.total, full.data.map(book => FullBookResponse.parse(book).id)]).toEqual([
          list,
          plain.total,
          plain.data.map(book => book.id),
        ])
        expect(full.links.self).toContain('full=true')
      }
      const filtered = await reader.post<Paginated<FullBookResponse>>('/api/v1/books/list?full=true', {
        condition: { genre: { operator: 'is', value: 'Seinen' } },
      })
      expect(filtered.data.map(book => FullBookResponse.parse(book).title)).toEqual(['Akira v01', 'Akira v02'])
      const ofSeries = `/api/v1/series/${books['Akira v01']?.seriesId}/books?full=true`
      expect(
        titles((await reader.get<FullBookResponse[]>(ofSeries)).map(book => FullBookResponse.parse(book))),
      ).toEqual(['Akira v01', 'Akira v02'])
      const one = await reader.get(`/api/v1/books/${books['Gon v02']?.id}?full=true`)
      expect(FullBookResponse.parse(one).title).toBe('Gon v02')
    })

    test('so has every list of series', async () => {
      const shown = (list: readonly unknown[]) => list.map(each => FullSeriesResponse.parse(each).metadata.title)
      const pages = ['/api/v1/series/full?x=1', '/api/v1/series?full=true', `/api/v1/libraries/${comics}/series?full=1`]
      for (const list of pages) {
        const page = await reader.get<Paginated<unknown>>(`${list}&sort=name,desc`)
        const all = ['Gon', 'Dune', 'Akira'].filter(title => title !== 'Dune' || !list.includes(comics))
        expect([list, page.total, shown(page.data)]).toEqual([list, all.length, all])
      }
      const named = await reader.get<Paginated<unknown>>(`/api/v1/series/full?genres=seinen&libraryId=${comics}`)
      expect(shown(named.data)).toEqual(['Akira'])
      const filtered = await reader.post<Paginated<unknown>>('/api/v1/series/list?full=true&sort=name,asc', {})
      expect(shown(filtered.data)).toEqual(['Akira', 'Dune', 'Gon'])
      const found = await reader.post<unknown[]>('/api/v1/series/search', { query: 'akira', full: true })
      expect(shown(found)).toEqual(['Akira'])
      for (const list of ['recently-added', 'recently-updated', 'in-progress']) {
        const plain = await reader.get<SeriesDto[]>(`/api/v1/series/${list}`)
        expect(plain.length).toBeGreaterThan(0)
        const full = shown(await reader.get<unknown[]>(`/api/v1/series/${list}?full=true`))
        expect(full).toEqual(titles(plain))
      }
      const one = await reader.get(`/api/v1/series/${books['Gon v01']?.seriesId}?full=true`)
      expect(shown([one])).toEqual(['Gon'])
    })

    test('lists of a library contain its items only', async () => {
      const booksOf = async (library: string, list: string) =>
        titles((await reader.get<BookPage>(`/api/v1/libraries/${library}/books/${list}`)).data)
      expect(await booksOf(comics, 'in-progress')).toEqual([])
      expect(await booksOf(novels, 'in-progress')).toEqual(['Dune v01'])
      expect(await booksOf(comics, 'on-deck')).toEqual(['Gon v02'])
      expect(await booksOf(novels, 'on-deck')).toEqual([])
      expect((await booksOf(comics, 'recently-added')).sort()).toEqual([
        'Akira v01',
        'Akira v02',
        'Gon v01',
        'Gon v02',
        'Gon v03',
      ])
      const recent = async (library: string, limit = 50) =>
        titles(await reader.get<BookDto[]>(`/api/v1/libraries/${library}/books/recently-read?limit=${limit}`))
      expect(await recent(comics)).toEqual(['Gon v01', 'Akira v02', 'Akira v01'])
      expect(await recent(comics, 2)).toEqual(['Gon v01', 'Akira v02'])
      expect(await recent(novels)).toEqual(['Dune v01'])
      const seriesOf = async (library: string, list: string) =>
        titles(await reader.get<SeriesDto[]>(`/api/v1/libraries/${library}/series/${list}`)).sort()
      expect(await seriesOf(comics, 'in-progress')).toEqual(['Gon'])
      expect(await seriesOf(novels, 'in-progress')).toEqual(['Dune'])
      expect(await seriesOf(comics, 'recently-added')).toEqual(['Akira', 'Gon'])
      expect(await seriesOf(novels, 'recently-updated')).toEqual(['Dune'])
    })

    test('shelves come in another order when one is asked for', async () => {
      for (const title of ['Akira v01', 'Gon v03']) {
        await admin.put(`/api/v1/books/${books[title]?.id}/progress`, { currentPage: 1 })
      }
      await admin.post(`/api/v1/books/${books['Gon v01']?.id}/read`)
      const of = async (list: string, sort: string) =>
        titles((await admin.get<BookPage>(`/api/v1/books/${list}?sort=${sort}`)).data)
      expect(await of('in-progress', 'title,asc')).toEqual(['Akira v01', 'Gon v03'])
      expect(await of('in-progress', 'title,desc')).toEqual(['Gon v03', 'Akira v01'])
      expect((await of('recently-added', 'title,desc'))[0]).toBe('Gon v03')
      const deck = await reader.get<BookPage>('/api/v1/books/on-deck?sort=title,desc&pageSize=1')
      expect([titles(deck.data), deck.total]).toEqual([['Gon v02'], 1])
      for (const list of ['in-progress', 'on-deck', 'recently-added']) {
        expect(await refusal(await admin.fetch(`/api/v1/books/${list}?sort=colour,asc`))).toBe('400 BadRequest')
      }
    })

    test('no unchanged list is sent again', async () => {
      const lists = [
        '/api/v1/libraries',
        '/api/v1/filter-presets',
        '/api/v1/series/full',
        `/api/v1/books/${books['Gon v01']?.id}/full`,
        '/api/v1/books/recently-read',
        `/api/v1/libraries/${comics}/books/on-deck`,
        `/api/v1/libraries/${comics}/series/in-progress`,
        '/api/v1/series/recently-updated',
        `/api/v1/books/${books['Gon v01']?.id}/adjacent`,
        `/api/v1/series/${books['Gon v01']?.seriesId}/books`,
      ]
      for (const list of lists) {
        const etag = (await reader.fetch(list)).headers.get('etag') ?? ''
        const again = await reader.fetch(list, { headers: { 'if-none-match': etag } })
        expect([list, again.status, again.headers.get('etag')]).toEqual([list, 304, etag])
      }
    })
  })
}
