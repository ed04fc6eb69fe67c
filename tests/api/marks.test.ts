// Marks in the books of a real library: files that are moved, and files that change.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { MarkDto } from '@octavo/contract/mark'
import { comic, ebook, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { scan } from './catalogue'

setDefaultTimeout(120_000)

const chapter = (paragraphs: readonly string[]) =>
  ebook({ title: 'Tale', chapters: [{ title: 'One', paragraphs: [...paragraphs] }] })

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`marks on ${database}`, () => {
    const folder = temporaryFolder('marks')
    let octavo: Octavo
    let admin: Client

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Ink/Ink 1.cbz': await comic({ pages: 5 }),
        'Tale/Tale.epub': chapter(['The first words.', 'A quoted sentence.']),
      })
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      await scanned()
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const scanned = () =>
      until(
        () => admin.get<unknown[]>('/api/v1/scans/active'),
        scans => scans.length === 0,
        60,
      )
    const books = async () => (await admin.get<{ data: BookDto[] }>('/api/v1/books')).data
    const book = async (name: string) => {
      const found = (await books()).find(({ path }) => path.endsWith(name))
      if (!found) throw new Error(`no ${name}`)
      return found
    }
    const marksOf = async ({ id }: BookDto) => (await admin.get<{ data: MarkDto[] }>(`/api/v1/books/${id}/marks`)).data
    const rescan = async () => scan(admin, (await books())[0]?.libraryId ?? '')

    test('survive a moved file', async () => {
      const before = await book('Ink 1.cbz')
      await admin.post(`/api/v1/books/${before.id}/marks`, { kind: 'bookmark', page: 4, note: 'Here' })
      mkdirSync(join(folder.path, 'Other'))
      renameSync(join(folder.path, 'Ink/Ink 1.cbz'), join(folder.path, 'Other/Moved.cbz'))
      await rescan()
      const after = await book('Moved.cbz')
      expect(after.id).toBe(before.id)
      expect(await marksOf(after)).toMatchObject([{ page: 4, note: 'Here', stale: false }])
    })

    test('survive a changed file by their quote, and are anchored again', async () => {
      const before = await book('Tale.epub')
      const locator = {
        href: 'c1.xhtml',
        type: 'application/xhtml+xml',
        locations: { progression: 0.6, totalProgression: 0.6 },
        text: { before: 'words.', highlight: 'A quoted sentence', after: '.' },
      }
      const mark = await admin.post<MarkDto>(`/api/v1/books/${before.id}/marks`, { kind: 'highlight', locator })
      expect(mark.stale).toBe(false)
      writeFileSync(
        join(folder.path, 'Tale/Tale.epub'),
        chapter(['A new beginning.', 'The first words.', 'A quoted sentence.']),
      )
      await rescan()
      const after = await book('Tale.epub')
      expect(after.id).toBe(before.id)
      expect(await marksOf(after)).toMatchObject([{ id: mark.id, stale: true, quote: 'A quoted sentence' }])
      const moved = { ...locator, locations: { progression: 0.75, totalProgression: 0.75 } }
      const anchored = await admin.patch<MarkDto>(`/api/v1/marks/${mark.id}`, { locator: moved })
      expect(anchored).toMatchObject({ stale: false, progression: 0.75 })
    })
  })
}
