// List queries by metadata of files, and search by words.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SearchResultDto } from '@octavo/contract/search'
import type { AlphabeticalGroupDto, SeriesDto } from '@octavo/contract/series'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { type BookPage, firstScans, refusal, type SeriesPage, scan } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(90_000)

for (const database of DATABASES) {
  describe(`questions on ${database}`, () => {
    const folder = temporaryFolder('questions')
    let octavo: Octavo
    let admin: Client
    let libraryId = ''

    beforeAll(async () => {
      const of = (comicInfo: Record<string, string>) => comic({ pages: 2, comicInfo })
      writeLibrary(folder.path, {
        'Akira/Akira v01.cbz': await of({
          Genre: 'Science Fiction, Seinen',
          Writer: 'Otomo Katsuhiro',
          Publisher: 'Kōdansha',
        }),
        'Akira/Akira v02.cbz': await of({ Genre: 'Seinen', Tags: 'Cyberpunk', LanguageISO: 'ja' }),
        'Élan/Élan 1.cbz': await of({ Genre: 'Érotique', Writer: 'Émile', Publisher: 'Dupuis' }),
        '100 Bullets/100 Bullets 001.cbz': await comic({ pages: 2 }),
      })
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      libraryId = (await firstScans(admin))[0]?.id ?? ''
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const books = async (condition: unknown, query = '') =>
      (await admin.post<BookPage>(`/api/v1/books/list?sort=filename,asc${query}`, { condition })).data.map(
        book => book.title,
      )
    const series = async (condition: unknown) =>
      (await admin.post<SeriesPage>('/api/v1/series/list', { condition })).data.map(({ title }) => title)
    const is = (value: string) => ({ operator: 'is', value })

    test('find books by genre of their series, and series by names of their books', async () => {
      expect(await series({ genre: is('SEINEN') })).toEqual(['Akira'])
      expect(await books({ genre: is('science fiction') })).toEqual(['Akira v01', 'Akira v02'])
      expect(await series({ genre: is('erotique') })).toEqual(['Élan'])
      expect(await series({ genre: { operator: 'isNull' } })).toEqual(['100 Bullets'])
      expect(await series({ genre: { operator: 'isNot', value: 'Seinen' } })).toEqual(['100 Bullets', 'Élan'])
      expect(await series({ tag: { operator: 'beginsWith', value: 'cyber' } })).toEqual(['Akira'])
      expect(await series({ author: { operator: 'contains', value: 'emile' } })).toEqual(['Élan'])
      expect(await series({ publisher: is('kodansha') })).toEqual(['Akira'])
      expect(await series({ language: is('ja') })).toEqual(['Akira'])
      const named = async (query: string) =>
        (await admin.get<SeriesPage>(`/api/v1/series?${query}`)).data.map(({ title }) => title)
      expect(await named('genres=seinen,Science%20Fiction&tags=cyberpunk')).toEqual(['Akira'])
      expect(await named('genres=seinen,Horror')).toEqual([])
      expect(await books({ author: is('otomo katsuhiro') })).toEqual(['Akira v01'])
      expect(await books({ not: { author: { operator: 'isNotNull' } } })).toEqual(['100 Bullets 001', 'Akira v02'])
      expect(await books({ dateAdded: { operator: 'inLast', value: 1, unit: 'days' } })).toHaveLength(4)
      expect(await books({ dateAdded: { operator: 'notInLast', value: 1, unit: 'days' } })).toEqual([])
    })

    test('are refused with the invalid path and the allowed values', async () => {
      const wrong = async (condition: unknown, sort = 'title,asc') => {
        const response = await admin.fetch(`/api/v1/books/list?sort=${sort}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ condition }),
        })
        return [response.status, ((await response.json()) as { message: string }).message]
      }
      expect(await wrong({ not: [] })).toEqual([400, 'condition.not: must be an object'])
      expect((await wrong({ dateAdded: { operator: 'inLast', value: 1, unit: 'moons' } }))[1]).toContain(
        'condition.dateAdded.unit: must be one of hours, days, weeks, months, years',
      )
      expect((await wrong({ genre: is('x'.repeat(1001)) }))[1]).toContain('condition.genre.value: is longer')
      expect((await wrong(null, 'colour,asc'))[1]).toMatch(/allowed are series, title, .*random:SEED$/)
      expect(await refusal(await admin.fetch(`/api/v1/books?sort=${'title;'.repeat(8)}title`))).toBe('400 BadRequest')
    })

    test('search for words, also with a slip', async () => {
      const found = async (query: string) =>
        (await admin.post<SeriesDto[]>('/api/v1/series/search', { query })).map(({ title }) => title)
      expect(await found('bul 100')).toEqual(['100 Bullets'])
      expect(await found('elan')).toEqual(['Élan'])
      expect(await found('akria')).toEqual(['Akira'])
      expect(await found('%')).toEqual([])
      expect(await found(' ')).toEqual([])
      const page = await admin.post<BookPage>('/api/v1/books/list', { fullTextSearch: 'v02 aki' })
      expect(page.data.map(book => book.title)).toEqual(['Akira v02'])
    })

    test('look for series, books, people, genres and tags at once, with the parts that were found', async () => {
      const search = (query: string) => admin.get<SearchResultDto>(`/api/v1/search?${query}`)
      const aki = await search('q=AKI')
      expect(SearchResultDto.parse(aki)).toEqual(aki)
      expect(Object.keys(aki)).toEqual(['series', 'books', 'people', 'genres', 'tags'])
      expect(aki.series?.hits.map(({ series, match, ranges }) => [series.title, match, ranges])).toEqual([
        ['Akira', 'prefix', [{ start: 0, end: 3 }]],
      ])
      expect(aki.books?.hits.map(({ book }) => book.title)).toEqual(['Akira v01', 'Akira v02'])
      expect([aki.books?.total, aki.books?.totalIsExact, aki.people?.total]).toEqual([2, true, 0])

      const { people, books } = await search('q=katsu%20otomo&kinds=people,books')
      expect(people?.hits).toEqual([
        {
          match: 'word',
          ranges: [
            { start: 0, end: 5 },
            { start: 6, end: 11 },
          ],
          id: expect.any(String),
          name: 'Otomo Katsuhiro',
          seriesCount: 1,
          seriesCountIsExact: true,
        },
      ])
      expect(books?.hits).toEqual([])
      const names = async (query: string) => {
        const { people, genres, tags } = await search(query)
        return [people, genres, tags].map(found => found?.hits.map(({ name, match }) => `${match} ${name}`))
      }
      expect(await names('q=emile')).toEqual([['exact Émile'], [], []])
      expect(await names('q=fiction')).toEqual([[], ['word Science Fiction'], []])
      expect(await names('q=cyberpnuk&kinds=tags')).toEqual([undefined, undefined, ['similar Cyberpunk']])
      expect((await search('q=v0&limit=1')).books).toMatchObject({ hits: [{ match: 'word' }], total: 2 })
      expect((await search('q=')).series).toEqual({ hits: [], total: 0, totalIsExact: true })
    })

    test('limit a search, and refuse people without permission', async () => {
      const refused = async (query: string, as: Client = admin) => refusal(await as.fetch(`/api/v1/search${query}`))
      expect(await refused('')).toBe('400 BadRequest')
      expect(await refused(`?q=${'x'.repeat(501)}`)).toBe('400 BadRequest')
      expect(await refused('?q=a%00b')).toBe('400 BadRequest')
      expect(await refused('?q=a&kinds=users')).toBe('400 BadRequest')
      expect(await refused('?q=a', octavo.anonymous)).toBe('401 Unauthorized')
      for (const q of [
        '"',
        '%27%20OR%201%3D1',
        'a*%20NEAR(b)',
        '%ED%A0%80',
        '%F0%9F%98%80',
        '^(',
        `${'a+'.repeat(249)}`,
      ]) {
        expect((await admin.fetch(`/api/v1/search?q=${q}`)).status).toBe(200)
      }
      const keyed = async (permissions: string[]) => {
        const { key } = await admin.post<{ key: string }>('/api/v1/api-keys', { name: `${permissions}`, permissions })
        return client(octavo.url, { 'x-api-key': key })
      }
      const series = await keyed(['series-read'])
      expect(Object.keys(await series.get<SearchResultDto>('/api/v1/search?q=akira'))).not.toContain('books')
      expect(await refused('?q=akira', await keyed(['books-read']))).toBe('403 Forbidden')
    })

    test('count series by their first character', async () => {
      const groups = (condition: unknown = null) =>
        admin.post<AlphabeticalGroupDto[]>('/api/v1/series/list/alphabetical-groups', { condition })
      expect(await groups()).toEqual([
        { group: '1', count: 1 },
        { group: 'a', count: 1 },
        { group: 'e', count: 1 },
      ])
      expect(await groups({ genre: is('Seinen') })).toEqual([{ group: 'a', count: 1 }])
      expect(await groups({ libraryId: is('00000000-0000-7000-8000-0000000000ff') })).toEqual([])
    })

    test('reflect changes by a scan at once', async () => {
      rmSync(join(folder.path, 'Akira/Akira v01.cbz'))
      renameSync(join(folder.path, '100 Bullets'), join(folder.path, 'Hundred Shots'))
      await scan(admin, libraryId)
      expect(await series({ genre: is('Science Fiction') })).toEqual([])
      expect(await series({ genre: is('Seinen') })).toEqual(['Akira'])
      const found = await admin.post<SeriesDto[]>('/api/v1/series/search', { query: 'hundred' })
      expect(found.map(({ title }) => title)).toEqual(['Hundred Shots'])
      // Nobody has this genre and this person any more, so nobody finds them.
      for (const [kind, q] of [
        ['genres', 'science'],
        ['people', 'otomo'],
      ]) {
        const { genres, people } = await admin.get<SearchResultDto>(`/api/v1/search?q=${q}&kinds=${kind}`)
        expect((genres ?? people)?.total).toBe(0)
      }
    })
  })
}
