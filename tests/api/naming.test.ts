// Naming of series and books: preview before creation, later changes with a preview, and nothing lost.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import type { LibraryDto, PreviewScanResponse } from '@octavo/contract/library'
import type { NamingPreview } from '@octavo/contract/naming'
import type { SeriesDto } from '@octavo/contract/series'
import { comic, ebook, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { allBooks, JSON_HEADERS, makeLibrary, refusal, type SeriesPage, scan, scanEnd } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`names on ${database}`, () => {
    const folder = temporaryFolder('naming')
    let octavo: Inhabited
    let admin: Client
    let reader: Client
    let library: LibraryDto
    const call = (who: Client, method: string, path: string, body: object) =>
      who.fetch(path, { method, headers: JSON_HEADERS, body: JSON.stringify(body) })
    const preview = (body: object, query = '') =>
      admin.post<NamingPreview>(`/api/v1/libraries/${library.id}/naming/preview${query}`, body)
    const reason = async (answer: Response) =>
      `${answer.status} ${((await answer.json()) as { message: string }).message}`
    const allSeries = async (): Promise<readonly SeriesDto[]> =>
      (await admin.get<SeriesPage>('/api/v1/series?pageSize=100')).data

    beforeAll(async () => {
      const sizes = [61, 62, 63, 64].map(width => ({ pages: 2, size: { width, height: 90 } }))
      const [one, two, three, four] = await Promise.all(sizes.map(size => comic(size)))
      writeLibrary(folder.path, {
        'Kodansha/Akira (1988)/Akira v01.cbz': one as Uint8Array,
        'Kodansha/Akira (1988)/Akira v02.cbz': two as Uint8Array,
        'Kodansha/Gon/Gon 1.cbz': three as Uint8Array,
        'loose.cbz': four as Uint8Array,
        'Kodansha/Gon/notes.txt': 'not a book',
      })
      octavo = await startInhabited({ database })
      admin = octavo.admin
      reader = await octavo.addUser('reader')
      library = await makeLibrary(admin, 'Manga', folder.path)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('are shown before a library is created', async () => {
      const rules = [{ pattern: String.raw`\s*\(\d{4}\)$`, replacement: '' }]
      const body = { path: folder.path, seriesStrategy: 'publisher_hierarchy', titlePreprocessingRules: rules }
      const shown = await admin.post<PreviewScanResponse>('/api/v1/libraries/preview-scan', body)
      expect(shown.totalFiles).toBe(4)
      expect(shown.detectedSeries.map(({ name, bookCount, metadata }) => [name, bookCount, metadata])).toEqual([
        ['Akira', 2, { publisher: 'Kodansha' }],
        ['Gon', 1, { publisher: 'Kodansha' }],
        ['Unsorted', 1, undefined],
      ])
      expect(shown.files[1]).toEqual({
        ...{ folder: folder.path, path: 'Kodansha/Akira (1988)/Akira v02.cbz', series: 'Akira', title: 'Akira v02' },
        ...{ volume: 2, chapter: null, number: 2, metadataRead: true },
      })
      expect(shown.skipped).toEqual([{ reason: 'not_a_book', count: 1, samples: ['Kodansha/Gon/notes.txt'] }])
      const picky = { path: folder.path, allowedFormats: ['epub'], excludedPatterns: 'Gon' }
      const left = await admin.post<PreviewScanResponse>('/api/v1/libraries/preview-scan', picky)
      expect([left.totalFiles, left.skipped.find(({ reason }) => reason === 'format_not_allowed')?.count]).toEqual([
        0, 3,
      ])
    })

    test('by patterns that are too many or too large together are refused', async () => {
      const grow = { pattern: '(.)', replacement: '$1'.repeat(8) }
      const slow = { pattern: '(?:.?.?.?){150}[yz]$', replacement: '' }
      const titlePreprocessingRules = [...Array<object>(9).fill(grow), ...Array<object>(91).fill(slow)]
      const nested = { pattern: '((((a{1,10}){1,10}){1,10}){1,10}){1,10}(?P<series>.*)'.padEnd(227, 'a') }
      for (const [path, more] of [
        [`/api/v1/libraries/${library.id}/naming/preview`, {}],
        ['/api/v1/libraries/preview-scan', { path: folder.path }],
      ] as const) {
        const refused = await call(admin, 'POST', path, { ...more, titlePreprocessingRules })
        expect(await reason(refused)).toBe('400 titlePreprocessingRules: too many or too large patterns')
        const many = await call(admin, 'POST', path, { ...more, titlePreprocessingRules: Array(9).fill(grow) })
        expect([path, many.status]).toEqual([path, 200])
        const tooLarge = await call(admin, 'POST', path, { ...more, seriesStrategy: 'custom', seriesConfig: nested })
        expect(await reason(tooLarge)).toStartWith('400 seriesConfig.pattern is too large')
      }
    })

    test('change with the rules, and books, progress and series keep their identity', async () => {
      const before = await allBooks(admin)
      const akira = (await allSeries()).find(({ title }) => title === 'Akira (1988)')
      const [first] = before
      await reader.put(`/api/v1/books/${first?.id}/progress`, { currentPage: 2 })
      const rules = [{ pattern: String.raw`\s*\(\d{4}\)$`, replacement: '' }]
      const change = { titlePreprocessingRules: rules, bookStrategy: 'series_name' }

      const shown = await preview(change, '?onlyChanged=true')
      expect(shown.summary).toEqual({ books: 4, changedBooks: 2, seriesBefore: 3, seriesAfter: 3 })
      expect(shown.data[0]).toEqual({
        bookId: first?.id ?? '',
        folder: folder.path,
        path: 'Kodansha/Akira (1988)/Akira v01.cbz',
        before: { series: 'Akira (1988)', title: 'Akira v01', volume: 1, chapter: null, number: 1 },
        after: { series: 'Akira', title: 'Akira v.01', volume: 1, chapter: null, number: 1 },
        changed: true,
      })
      expect((await preview(change, '?page=2&pageSize=3')).data.length).toBe(1)

      const answer = await call(admin, 'PATCH', `/api/v1/libraries/${library.id}`, change)
      expect(answer.status).toBe(200)
      const after = await until(
        () => allBooks(admin),
        books => books.some(({ title }) => title === 'Akira v.02'),
      )
      expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
      expect((await allSeries()).find(({ title }) => title === 'Akira')?.id).toBe(akira?.id ?? '')
      const progress = await reader.get<{ currentPage: number }>(`/api/v1/books/${first?.id}/progress`)
      expect(progress.currentPage).toBe(2)
    })

    test('are refused if a rule is invalid, and nothing is changed', async () => {
      const cases: [object, string, number?][] = [
        [{ seriesStrategy: 'custom', seriesConfig: { pattern: '(' } }, 'seriesConfig.pattern'],
        [{ seriesStrategy: 'custom' }, 'seriesConfig.pattern'],
        [{ bookStrategy: 'custom', bookConfig: { pattern: '(?=x)' } }, 'bookConfig.pattern'],
        [{ titlePreprocessingRules: 'x' }, 'titlePreprocessingRules'],
        [{ seriesStrategy: 'nothing' }, 'seriesStrategy', 422],
      ]
      const before = await admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
      for (const [body, named, status = 400] of cases) {
        for (const [method, path] of [
          ['PATCH', `/api/v1/libraries/${library.id}`],
          ['POST', `/api/v1/libraries/${library.id}/naming/preview`],
          ['POST', '/api/v1/libraries/preview-scan'],
        ] as const) {
          const answer = await call(admin, method, path, { path: folder.path, ...body })
          const text = await answer.text()
          expect([method, path, answer.status, text.includes(named)]).toEqual([method, path, status, true])
        }
      }
      expect(await admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)).toEqual(before)
    })

    test('of a novel in no series are those in its file, and a locked title stays', async () => {
      const novels = temporaryFolder('novels')
      writeLibrary(novels.path, {
        'Herman Melville/moby.epub': ebook({
          title: 'Moby Dick',
          chapters: [{ title: 'Loomings', paragraphs: ['Call me Ishmael.'] }],
        }),
      })
      const rules = { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'from_metadata' } }
      const made = { name: 'Novels', path: novels.path, ...rules, scanImmediately: true }
      const { id } = await admin.post<LibraryDto>('/api/v1/libraries', made)
      await scanEnd(admin, id)
      const own = async () => (await allSeries()).filter(({ libraryId }) => libraryId === id)
      const [novel] = await own()
      expect((await own()).map(({ title }) => title)).toEqual(['Moby Dick'])
      const edit = await call(admin, 'PATCH', `/api/v1/series/${novel?.id}`, { title: 'The Whale' })
      expect(edit.status).toBe(200)
      await scan(admin, id, 'deep')
      expect((await own()).map(series => [series.id, series.title])).toEqual([[novel?.id ?? '', 'The Whale']])
      await admin.delete(`/api/v1/libraries/${id}`)
      novels.remove()
    })

    test('of a novel outside all folders is that of its file, also in a library of folders', async () => {
      const mixed = temporaryFolder('mixed')
      const novel = (title: string) => ebook({ title, chapters: [{ title: 'One', paragraphs: ['It begins.'] }] })
      writeLibrary(mixed.path, {
        'golden-harpoon.epub': novel('The Golden Harpoon'),
        'Harpoons/silver-harpoon.epub': novel('The Silver Harpoon'),
      })
      const made = { name: 'Mixed', path: mixed.path, scanImmediately: true }
      const { id } = await admin.post<LibraryDto>('/api/v1/libraries', made)
      await scanEnd(admin, id)
      const own = async () => (await allSeries()).filter(({ libraryId }) => libraryId === id)
      const named = (await own()).map(series => [series.title, series.id])
      expect(named.map(([title]) => title).toSorted()).toEqual(['Harpoons', 'The Golden Harpoon'])
      await scan(admin, id, 'deep')
      expect((await own()).map(series => [series.title, series.id])).toEqual(named)
      await admin.delete(`/api/v1/libraries/${id}`)
      mixed.remove()
    })

    test('of novels: the series say who wrote their first books, until somebody else is chosen', async () => {
      const novels = temporaryFolder('novels')
      const novel = (title: string, author: string) =>
        ebook({ title, author, chapters: [{ title: 'One', paragraphs: ['It begins.'] }] })
      writeLibrary(novels.path, {
        'Anthology/1.epub': novel('Anthology 1', 'Jane Austen'),
        'Anthology/2.epub': novel('Anthology 2', 'Mary Shelley'),
        'Anthology/3.epub': novel('Anthology 3', 'Jane Austen'),
      })
      const rules = { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'by_author', authorFromFolder: true } }
      const made = { name: 'Authors', path: novels.path, ...rules, scanImmediately: true }
      const { id } = await admin.post<LibraryDto>('/api/v1/libraries', made)
      await scanEnd(admin, id)
      const own = async () => (await allSeries()).filter(({ libraryId }) => libraryId === id)
      const [series] = await own()
      expect((await own()).map(({ title, authors }) => [title, authors])).toEqual([
        ['Anthology', 'Jane Austen, Mary Shelley'],
      ])
      expect((await admin.get<FullSeriesResponse>(`/api/v1/series/${series?.id}/full`)).authors).toBe(
        'Jane Austen, Mary Shelley',
      )
      const authorsAfter = async (authors: readonly object[] | null) => {
        await call(admin, 'PATCH', `/api/v1/series/${series?.id}/metadata`, { authors })
        return (await own()).map(({ authors }) => authors ?? null)
      }
      expect(await authorsAfter([{ name: 'Ann Radcliffe', role: 'author' }])).toEqual(['Ann Radcliffe'])
      expect(await authorsAfter([])).toEqual([null])
      expect((await allSeries()).filter(({ libraryId, authors }) => libraryId !== id && authors)).toEqual([])
      await admin.delete(`/api/v1/libraries/${id}`)
      novels.remove()
    })

    test('are no business of a reader, nor of a library that is not there', async () => {
      const path = `/api/v1/libraries/${library.id}/naming/preview`
      expect(await refusal(await call(reader, 'POST', path, {}))).toBe('403 Forbidden')
      expect((await call(octavo.anonymous, 'POST', path, {})).status).toBe(401)
      const gone = '/api/v1/libraries/00000000-0000-4000-8000-000000000000/naming/preview'
      expect(await refusal(await call(admin, 'POST', gone, {}))).toBe('404 NotFound')
    })
  })
}
