// A calibre library, folders tagged by Mylar and Metron, and a PDF, written by Python: the server shows the values of
// each.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSourcesDto } from '@octavo/contract/file-sources'
import type { FullBookResponse } from '@octavo/contract/full-book'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import type { LibraryDto } from '@octavo/contract/library'
import type { ListValueDto } from '@octavo/contract/list-value'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { firstScans, JSON_HEADERS, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(90_000)

for (const database of DATABASES) {
  describe(`what files say on ${database}`, () => {
    const folder = temporaryFolder('tagged')
    const root = join(folder.path, 'Library')
    let octavo: Inhabited
    let admin: Client
    let library: LibraryDto

    const seriesOf = async (title: string) =>
      admin.get<FullSeriesResponse>(`/api/v1/series/${(await seriesNamed(admin, title)).id}/full`)
    async function bookOf(series: string): Promise<FullBookResponse> {
      const { id } = await seriesNamed(admin, series)
      const { data } = await admin.get<{ data: { id: string }[] }>(`/api/v1/books?seriesId=${id}`)
      return admin.get<FullBookResponse>(`/api/v1/books/${data[0]?.id}/full`)
    }

    beforeAll(async () => {
      mkdirSync(root, { recursive: true })
      const made = Bun.spawnSync(['python3', join(import.meta.dir, 'tagged-library/make.py'), root])
      expect(made.stderr.toString()).toBe('')
      octavo = await startInhabited({ database, libraries: [root] })
      admin = octavo.admin
      library = (await firstScans(admin))[0] as LibraryDto
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('a folder tagged by Mylar: the book by its ComicInfo, the series by its series.json', async () => {
      const { metadata, tags } = await bookOf('Saga')
      expect(metadata).toMatchObject({
        ...{
          title: 'Chapter One',
          number: '1',
          count: 54,
          summary: 'Two soldiers',
          bookType: 'oneshot',
          source: 'comicinfo',
        },
        ...{ writer: 'Brian K. Vaughan', translator: 'Tess', isbns: '9781607066019', communityRating: 4.5 },
        ...{
          characters: ['Alana', 'Marko'],
          teams: ['Landfall'],
          locations: ['Cleave'],
          seriesGroups: ['Space opera'],
        },
        storyArcs: [
          { name: 'Volume One', number: '1' },
          { name: 'Escape', number: '2' },
        ],
        ...{
          alternateSeries: 'Best of',
          alternateNumber: '3',
          webLinks: ['https://a.example/1', 'https://b.example/2'],
        },
        otherTitles: [{ label: 'Localized', title: 'サーガ' }],
        identifiers: [{ source: 'comicvine', id: '317187', of: 'book' }],
        pageMarks: [
          { page: 1, type: 'FrontCover', isDouble: false, bookmark: null },
          { page: 3, type: null, isDouble: true, bookmark: 'The end' },
        ],
      })
      expect(tags.map(({ name }) => name)).toEqual(['space', 'war'])
      const series = await seriesOf('Saga')
      expect(series).toMatchObject({
        ...{ characters: ['Alana', 'Marko'], storyArcs: ['Escape', 'Volume One'], fileName: 'Saga (2012)' },
        ...{
          format: 'Print',
          publicationRun: 'March 2012 - Present',
          otherTitles: [{ label: 'Localized', title: 'サーガ' }],
        },
        identifiers: [{ source: 'comicvine', id: '46568', of: 'series' }],
      })
      expect(series.metadata).toMatchObject({
        ...{ publisher: 'Image', imprint: 'Skybound', year: 2012, summary: 'War & love.', status: 'ongoing' },
        ...{ ageRating: 17, totalVolumeCount: 54 },
      })
      const { externalIds } = await admin.get<{ externalIds: object[] }>(`/api/v1/series/${series.id}/external-ids`)
      expect(externalIds).toMatchObject([
        {
          source: 'comicvine',
          externalId: '46568',
          externalUrl: 'https://comicvine.gamespot.com/volume/4050-46568/',
        },
        { source: 'metron', externalId: 'saga-2012', externalUrl: 'https://metron.cloud/series/saga-2012/' },
      ])
      const { links } = await admin.get<{ links: object[] }>(`/api/v1/series/${series.id}/external-links`)
      expect(links).toMatchObject([{ sourceName: 'metron', url: 'https://metron.cloud/series/saga-2012/' }])
    })

    test('a folder tagged by Metron: MetronInfo has priority, and ComicInfo fills the gaps', async () => {
      const { metadata } = await bookOf('Justice League')
      expect(metadata).toMatchObject({
        ...{ title: 'Part One; Part Two', volume: 2, publisher: 'DC Comics', imprint: 'Vertigo', summary: 'Only here' },
        ...{ year: 2011, month: 10, day: 1, isbns: null, bookType: 'omnibus', reprints: ['JL #1 (2002)'] },
        ...{ source: 'metroninfo', universes: ['New 52'], writer: 'Geoff Johns', coverArtist: 'Jim Lee' },
      })
      expect(metadata.saidBy).toMatchObject({ summary: 'comicinfo', pageMarks: 'comicinfo' })
      expect(metadata.identifiers?.map(({ source, of, id }) => `${source} ${of} ${id}`)).toEqual([
        ...['metron book 290431', 'comicvine book 7', 'metron series 654', 'upc book 76194130593600111'],
      ])
      const { data } = await admin.get<{ data: { id: string }[] }>(
        `/api/v1/books?seriesId=${(await seriesNamed(admin, 'Justice League')).id}`,
      )
      const sources = async () =>
        new Map(
          (await admin.get<FileSourcesDto>(`/api/v1/books/${data[0]?.id}/metadata/sources`)).fields.map(each => {
            const said = each.said.map(({ source, value }) => `${source}: ${value}`)
            return [each.field, { said, used: each.used, reason: each.reason }]
          }),
        )
      const said = await sources()
      expect(said.get('summary')).toEqual({ said: ['comicinfo: Only here'], used: 'comicinfo', reason: 'only' })
      expect(said.get('title')).toEqual({
        said: ['metroninfo: Part One; Part Two', 'comicinfo: By ComicInfo'],
        ...{ used: 'metroninfo', reason: 'order' },
      })
      expect(said.get('month')).toMatchObject({ used: 'metroninfo', reason: 'together' })
      const locks = (summaryLock: boolean) => admin.put(`/api/v1/books/${data[0]?.id}/metadata/locks`, { summaryLock })
      await locks(true)
      expect((await sources()).get('summary')).toMatchObject({ used: null, reason: 'locked' })
      await locks(false)
      const league = await seriesOf('Justice League')
      expect(league.metadata).toMatchObject({ titleSort: 'League of Justice', year: 2010 })
      const { externalIds } = await admin.get<{ externalIds: object[] }>(`/api/v1/series/${league.id}/external-ids`)
      expect(externalIds).toMatchObject([{ source: 'metron', externalId: '654' }])
      const values = await admin.post<ListValueDto[]>('/api/v1/series/list/values?field=storyArc', {})
      expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining(['Origin', 'Escape', 'Volume One']))
      const condition = { character: { operator: 'is', value: 'aquaman' } }
      const found = await admin.post<{ data: { title: string }[] }>('/api/v1/series/list', { condition })
      expect(found.data.map(({ title }) => title)).toEqual(['Justice League'])
    })

    test('a calibre library: its metadata.opf before the EPUB, its columns as custom metadata', async () => {
      const { metadata, genres, ...book } = await bookOf('Dune (17)')
      expect(book).toMatchObject({ title: 'The Dune', titleSort: 'Dune, The' })
      expect(metadata).toMatchObject({
        ...{ number: '1', publisher: 'Inside House', languageIso: 'en', summary: 'Sand.' },
        ...{ year: null, isbns: '9780441172719', communityRating: 4.5, source: 'opf_file' },
        customMetadata: { calibre: { moods: ['dry', 'slow'] } },
        identifiers: [{ source: 'goodreads', id: '234225', of: 'book' }],
        authors: [{ name: 'Frank Herbert', role: 'writer', sortName: 'Herbert, Frank' }],
      })
      expect(metadata.saidBy).toMatchObject({ publisher: 'opf' })
      expect(genres.map(({ name }) => name)).toEqual(['Science Fiction'])
    })

    test('a PDF: XMP, then the document information', async () => {
      const { metadata, tags } = await bookOf('Papers')
      expect(metadata).toMatchObject({
        ...{ title: 'A Paper', number: '7', publisher: 'Paper House', year: 2019, month: 5, day: 2 },
        ...{ summary: 'About the sea', isbns: '9780306406157', writers: ['Ann A', 'Bob B'] },
      })
      expect(tags.map(({ name }) => name)).toEqual(['salt', 'sea'])
    })

    test('a library orders or excludes sources; books read afterwards follow, locked fields do not change', async () => {
      const address = `/api/v1/libraries/${library.id}`
      const league = await bookOf('Justice League')
      await admin.put(`/api/v1/books/${league.id}/metadata/locks`, { publisherLock: true })
      const refused = await admin.fetch(address, {
        method: 'PATCH',
        headers: JSON_HEADERS,
        body: JSON.stringify({ metadataSources: { order: ['comicinfo', 'comicinfo'] } }),
      })
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain('metadataSources')
      const metadataSources = { order: ['comicinfo'], off: ['metroninfo', 'file_name'], groups: { names: ['opf'] } }
      expect(await admin.patch<LibraryDto>(address, { metadataSources })).toMatchObject({ metadataSources })
      await scan(admin, library.id, 'deep')
      const after = await bookOf('Justice League')
      expect(after.metadata).toMatchObject({ title: 'By ComicInfo', publisher: 'DC Comics', year: null })
      expect(after.metadata.characters).toBeUndefined()
      expect(await bookOf('Dune (17)')).toMatchObject({ title: 'Inside' })
    })
  })
}
