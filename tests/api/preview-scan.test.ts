// The preview of a folder names what the scan then makes of it, with the metadata of its files.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { LibraryDto, PreviewScanResponse } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { SeriesDto } from '@octavo/contract/series'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { SHARED, temporaryFolder } from '../kit/paths'
import { allBooks, scan } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(120_000)

const COMICS = { seriesStrategy: 'series_volume', bookStrategy: 'smart', numberStrategy: 'smart' }
const NOVELS = {
  ...{ seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'from_metadata' } },
  ...{ bookStrategy: 'metadata_first', numberStrategy: 'metadata' },
}
const MIXED = { ...COMICS, bookStrategy: 'metadata_first' }
const FLAT = { ...MIXED, seriesStrategy: 'flat' }
const chapters = [{ title: 'One', paragraphs: ['Call me Ishmael.'] }]
const opf = (title: string, series: string, index: number) =>
  `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><meta name="calibre:series" content="${series}"/><meta name="calibre:series_index" content="${index}"/></metadata></package>`

for (const database of DATABASES) {
  describe(`the preview of a folder on ${database}`, () => {
    const folder = temporaryFolder('preview-scan')
    let octavo: Inhabited
    let admin: Client

    beforeAll(async () => {
      const tagged = (comicInfo: Record<string, string | number>, width: number) =>
        comic({ pages: 2, size: { width, height: 90 }, comicInfo })
      writeLibrary(folder.path, {
        'Saga/Saga 001 (2012) (Digital).cbz': await tagged({ Title: 'The Will', Series: 'Saga', Number: '1' }, 61),
        'Saga/Saga 002 (2012) (Digital).cbz': await tagged({ Title: 'Volume 2', Series: 'Saga', Number: '2.5' }, 62),
        'Saga/Saga 003.cbz': 'This is no archive.',
        'Tintin/t1.cbz': await tagged({ Title: 'Black Island', Series: 'Tintin', Number: '7', Volume: 7 }, 63),
        'Herman Melville/moby-dick.epub': ebook({ title: 'Moby-Dick', author: 'Herman Melville', chapters }),
        'Terry Marsh/small.epub': ebook({ title: 'Small Gods', author: 'Terry Marsh', chapters }),
        'Terry Marsh/small.opf': opf('Small Gods', 'Discworld', 13),
        'Terry Marsh/pyramids.epub': ebook({ title: 'Pyramids', author: 'Terry Marsh', chapters }),
        'Terry Marsh/pyramids.opf': opf('Pyramids', 'Discworld', 7),
        'Watchers/Watchers.cbz': await tagged({ Writer: 'A. Moore' }, 64),
        'alone.epub': ebook({ title: 'The Time Machine', author: 'H. G. Wells', chapters }),
      })
      octavo = await startInhabited({ database })
      admin = octavo.admin
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    async function expectSame(path: string, rules: object, least: number): Promise<PreviewScanResponse> {
      const preview = await admin.post<PreviewScanResponse>('/api/v1/libraries/preview-scan', { path, ...rules })
      expect(preview.files.length).toBeGreaterThanOrEqual(least)
      expect(preview.files.filter(file => !file.metadataRead)).toEqual([])
      const library = await admin.post<LibraryDto>('/api/v1/libraries', { name: 'Shown', path, ...rules })
      await scan(admin, library.id)
      const books = (await allBooks(admin, `&libraryId=${library.id}`)).map(
        ({ path: file, seriesName, title, volume, chapter, number }) => {
          return { path: file.slice(path.length + 1), series: seriesName, title, volume, chapter, number }
        },
      )
      const byPath = <Row extends { path: string }>(rows: Row[]) =>
        rows.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
      const promised = preview.files.map(({ path, series, title, volume, chapter, number }) => {
        // A book's number is whole in the contract; a fraction is its chapter.
        return { path, series, title, volume, chapter, number: Number.isInteger(number) ? number : null }
      })
      expect(byPath(books)).toEqual(byPath(promised) as typeof books)
      await admin.delete(`/api/v1/libraries/${library.id}`)
      return preview
    }

    test('names what a scan makes of it, by each kind of library', async () => {
      for (const rules of [MIXED, FLAT]) await expectSame(folder.path, rules, 8)
      const { files } = await expectSame(folder.path, COMICS, 8)
      const numbers = new Map(files.map(({ title, number }) => [title, number]))
      // A novel in a mixed library has no invented number.
      const shown = ['Moby-Dick', 'Watchers', 'Pyramids', 'Saga 003'].map(title => numbers.get(title))
      expect(shown).toEqual([null, 1, 7, 3])
      const { detectedSeries } = await expectSame(folder.path, NOVELS, 8)
      const samples = detectedSeries.map(({ name, sampleBooks }) => [name, ...sampleBooks])
      expect(samples).toContainEqual(['Discworld', 'pyramids.epub', 'small.epub'])
      expect(samples).toContainEqual(['Moby-Dick', 'moby-dick.epub'])
      expect(samples).toContainEqual(['The Time Machine', 'alone.epub'])
    })

    test('and a novel in no series shows its author in a library of comics, in its series as well', async () => {
      const { id } = await admin.post<LibraryDto>('/api/v1/libraries', { name: 'Mixed', path: folder.path, ...COMICS })
      await scan(admin, id)
      const authors = (items: readonly { title: string; authors?: string | null | undefined }[]) =>
        Object.fromEntries(items.map(({ title, authors }) => [title, authors ?? null]))
      const query = `?libraryId=${id}&pageSize=50`
      const books = authors(await allBooks(admin, `&libraryId=${id}`))
      expect(books).toMatchObject({
        'Moby-Dick': 'Herman Melville',
        'Small Gods': null,
        Watchers: null,
        'Saga 003': null,
      })
      const series = authors((await admin.get<Paginated<SeriesDto>>(`/api/v1/series${query}`)).data)
      expect(series).toMatchObject({
        'The Time Machine': 'H. G. Wells',
        'Terry Marsh': null,
        Watchers: null,
        Saga: null,
      })
      await admin.delete(`/api/v1/libraries/${id}`)
    })

    test('and of real files', async () => {
      for (const [name, least] of [
        ['epub', 20],
        ['cbz', 20],
        ['pdf', 5],
      ] as const) {
        for (const rules of [COMICS, NOVELS]) await expectSame(join(SHARED, 'fixtures', name), rules, least)
      }
    })
  })
}
