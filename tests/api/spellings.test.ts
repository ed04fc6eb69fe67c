// Letters such as ß and ø are found by their usual spelling, and the other way round: search, filters, suggestions.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { FacetDto } from '@octavo/contract/facet'
import type { ListValueDto } from '@octavo/contract/list-value'
import type { SearchResultDto } from '@octavo/contract/search'
import type { AlphabeticalGroupDto, SeriesDto } from '@octavo/contract/series'
import type { UserDto } from '@octavo/contract/user'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { firstScans } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`spellings on ${database}`, () => {
    const folder = temporaryFolder('spellings')
    let octavo: Inhabited
    let admin: Client

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Die Straße/Die Straße 1.cbz': await comic({ pages: 1, comicInfo: { Writer: 'Søren Łuk', Genre: 'Œuvre' } }),
        'Strasse/Strasse 1.cbz': await comic({ pages: 1, comicInfo: { Writer: 'Soren Other' } }),
        'Øst/Øst 1.cbz': await comic({ pages: 1 }),
        'Ost/Ost 1.cbz': await comic({ pages: 1 }),
        'Zorro/Zorro 1.cbz': await comic({ pages: 1 }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const titles = (series: readonly SeriesDto[]) => series.map(({ title }) => title).sort()
    const filtered = async (condition: object) =>
      titles((await admin.post<{ data: SeriesDto[] }>('/api/v1/series/list', { condition })).data)

    test('search finds both spellings by either', async () => {
      for (const query of ['strasse', 'Straße', 'STRAS', 'ＳＴＲＡＳＳＥ']) {
        const found = await admin.post<SeriesDto[]>('/api/v1/series/search', { query })
        expect([query, titles(found)]).toEqual([query, ['Die Straße', 'Strasse']])
      }
      const { series } = await admin.get<SearchResultDto>('/api/v1/search?q=die+stras&kinds=series')
      const [hit] = series?.hits ?? []
      expect(hit?.ranges).toEqual([
        { start: 0, end: 3 },
        { start: 4, end: 9 },
      ])
      const people = await admin.get<SearchResultDto>('/api/v1/search?q=soren+luk&kinds=people')
      expect(JSON.stringify(people)).toContain('Søren Łuk')
    })

    test('filters do as well', async () => {
      expect(await filtered({ title: { operator: 'contains', value: 'rasse' } })).toEqual(['Die Straße', 'Strasse'])
      expect(await filtered({ title: { operator: 'is', value: 'STRAßE' } })).toEqual(['Strasse'])
      expect(await filtered({ genre: { operator: 'beginsWith', value: 'oeu' } })).toEqual(['Die Straße'])
    })

    test('and so do suggestions and the search for people', async () => {
      const facets = await admin.get<{ data: FacetDto[] }>('/api/v1/facets/author?q=soren')
      expect(facets.data.map(({ name }) => name).sort()).toEqual(['Soren Other', 'Søren Łuk'])
      const values = await admin.post<ListValueDto[]>('/api/v1/series/list/values?field=genre&contains=oeuvre', {})
      expect(values.map(({ value }) => value)).toEqual(['Œuvre'])
      const person = { username: 'Weiß', email: 'weiss@example.org', password: 'a long password 1' }
      await admin.post('/api/v1/users', person)
      const { data } = await admin.get<{ data: UserDto[] }>('/api/v1/users?search=WEISS')
      expect(data.map(({ username }) => username)).toEqual(['Weiß'])
    })

    test('the order and its letters stay', async () => {
      const { data } = await admin.post<{ data: SeriesDto[] }>('/api/v1/series/list?sort=name,asc', {})
      const groups = await admin.post<AlphabeticalGroupDto[]>('/api/v1/series/list/alphabetical-groups', {})
      expect(data.map(({ title }) => title)).toEqual(['Die Straße', 'Ost', 'Strasse', 'Zorro', 'Øst'])
      expect(groups).toEqual(['d', 'o', 's', 'z', 'ø'].map(group => ({ group, count: 1 })))
    })
  })
}
