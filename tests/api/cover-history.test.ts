// The history of covers: every choice of a person for a book or series, and taking it back.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { CoverDto } from '@octavo/contract/cover'
import type { MetadataEditDto } from '@octavo/contract/metadata-history'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { pngImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { bookAt, firstScans, JSON_HEADERS } from './catalogue'
import { DATABASES } from './people'

setDefaultTimeout(60_000)

for (const database of DATABASES) {
  describe(`choices of covers on ${database}`, () => {
    const folder = temporaryFolder('cover-history')
    let octavo: Octavo
    let admin: Client

    beforeAll(async () => {
      writeLibrary(folder.path, { 'Saga/Saga 2.cbz': await comic({ pages: 2, size: { width: 210, height: 300 } }) })
      octavo = await startOctavo({ database, libraries: [folder.path] })
      admin = await octavo.signInAsAdmin()
      await firstScans(admin)
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const at = (book: { id: string }, rest = '') => `/api/v1/books/${book.id}${rest}`
    const send = (path: string, body: object) =>
      admin.fetch(path, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) })
    const upload = async (path: string, bytes: Uint8Array) => {
      const body = new FormData()
      body.append('file', new Blob([Buffer.from(bytes)]), 'x.png')
      return (await (await admin.fetch(path, { method: 'POST', body })).json()) as CoverDto
    }
    const coversOf = async (path: string) => (await admin.get<{ covers: CoverDto[] }>(`${path}/covers`)).covers
    const locks = (book: { id: string }) => admin.get<{ coverLock: boolean }>(at(book, '/metadata/locks'))

    test('are in the history and can be reverted until the previous cover is deleted', async () => {
      const book = await bookAt(admin, 'Saga 2.cbz')
      const edits = async (path = at(book)) =>
        (await admin.get<{ data: MetadataEditDto[] }>(`${path}/metadata/history`)).data
      const revert = (edit: MetadataEditDto | undefined, path = at(book)) =>
        send(`${path}/metadata/revert`, { editId: edit?.id })
      const chosen = async () => {
        const cover = (await coversOf(at(book))).find(({ isSelected }) => isSelected)
        return [cover?.source, cover?.crop === null, (await locks(book)).coverLock]
      }
      const page = await admin.post<CoverDto>(at(book, '/covers'), { page: 2 })
      const blue = await pngImage({ width: 100, height: 100 }, '#0000ff')
      const cover = await upload(at(book, '/cover'), blue)
      await admin.patch(at(book, `/covers/${cover.id}`), { crop: { x: 0, y: 0, width: 1, height: 0.5 } })
      const [cropped, added, first] = await edits()
      const source = (edit: MetadataEditDto | undefined) =>
        edit?.changes.map(({ field, before, after }) => [field, before, after])
      const none = { id: null, source: 'default', crop: null }
      const ofPage = { id: page.id, source: 'page:2', crop: null }
      const uploaded = { id: cover.id, source: 'custom', crop: null }
      expect(source(first)).toEqual([['cover', none, ofPage]])
      expect(first).toMatchObject({ origin: 'edit', locked: ['cover'], unlocked: [], revertedAt: null })
      expect(source(added)).toEqual([['cover', ofPage, uploaded]])
      expect(source(cropped)).toEqual([
        ['cover', uploaded, { ...uploaded, crop: { x: 0, y: 0, width: 1, height: 0.5 } }],
      ])
      expect(await chosen()).toEqual(['custom', false, true])
      expect(await (await revert(first)).json()).toEqual({ reverted: [], skipped: ['cover'] })
      expect(await (await revert(cropped)).json()).toEqual({ reverted: ['cover'], skipped: [] })
      expect(await chosen()).toEqual(['custom', true, true])
      expect(await (await revert(added)).json()).toEqual({ reverted: ['cover'], skipped: [] })
      expect(await chosen()).toEqual(['page:2', true, true])
      const field = await send(at(book, '/metadata/revert'), { field: 'cover' })
      expect(await field.json()).toEqual({ reverted: ['cover'], skipped: [] })
      expect(await chosen()).toEqual(['custom', true, true])
      expect((await edits()).map(({ origin, revertedAt }) => `${origin} ${revertedAt !== null}`)).toEqual([
        ...['revert false', 'revert true', 'revert false', 'edit true', 'edit true', 'edit false'],
      ])
      await admin.put(at(book, `/covers/${page.id}/select`))
      await admin.delete(at(book, `/covers/${cover.id}`))
      const gone = await revert((await edits())[0])
      expect([gone.status, (await gone.json()) as object]).toEqual([
        409,
        expect.objectContaining({ details: { reason: 'cover_gone' } }),
      ])
      expect(await chosen()).toEqual(['page:2', true, true])
      await admin.delete(at(book, '/covers/selected'))
      expect((await edits())[0]).toMatchObject({ locked: [], unlocked: ['cover'] })
      expect(await (await revert((await edits())[0])).json()).toEqual({ reverted: ['cover'], skipped: [] })
      expect(await chosen()).toEqual(['page:2', true, true])
      await admin.delete(at(book, `/covers/${page.id}`))
      expect(await chosen()).toEqual(['extracted', true, false])

      const series = `/api/v1/series/${book.seriesId}`
      await admin.post(`${series}/covers`, { bookId: book.id, page: 1 })
      const [ofSeries] = await edits(series)
      expect(source(ofSeries)).toEqual([['cover', none, { ...none, id: expect.any(String), source: 'book:page:1' }]])
      expect(await (await revert(ofSeries, series)).json()).toEqual({ reverted: ['cover'], skipped: [] })
      expect((await coversOf(series)).find(({ isSelected }) => isSelected)?.source).toStartWith('book:')
    })
  })
}
