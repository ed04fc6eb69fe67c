import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookExternalIdDto } from '@octavo/contract/external'
import type { SeriesExternalIdDto } from '@octavo/contract/series-side'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { passOn } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { createReplyCache } from '../../../http/reply-cache'
import { newId } from '../../../kernel/ids'
import { seriesRoutes } from '../series'
import { externalRoutes } from './external-edits.routes'

setDefaultTimeout(60_000)

forEachDatabase('ids, links and ratings at other sites', database => {
  let gated: GatedApp
  const headers: Record<string, Record<string, string>> = {}
  const series = newId()
  const book = newId()
  let pks = { series: 0, book: 0, library: 0 }
  const ask = (who: string, method: string, path: string, body?: unknown) =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const list = async (path: string) =>
    Object.values(await bodyOf<Record<string, object[]>>(await ask('Mia', 'GET', path)))[0]

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare(binder) {
        externalRoutes(binder, { reader, write, now: () => gated.clock.ms })
        seriesRoutes(binder, { reader, replies: createReplyCache(database.connection.memo) })
      },
    })
    headers.Mia = await bearer(gated, await addUser(database.connection, 'Mia', { role: 'maintainer' }))
    headers.Rob = await bearer(gated, await addUser(database.connection, 'Rob'))
    await write(async tx => {
      const library = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, library, 'Saga', { id: series, book_count: 1 })
      const bookPk = await insertBook(tx, { libraryPk: library, seriesPk }, 'Saga 1', { id: book })
      pks = { series: seriesPk, book: bookPk, library }
    })
  })

  const kinds = [
    ['series', `series/${series}`, 'seriesId', series],
    ['books', `books/${book}`, 'bookId', book],
  ] as const
  for (const [what, path, member, id] of kinds) {
    test(`of ${what}: an id is set once for each source, linked, and deleted`, async () => {
      const anilist = await bodyOf<SeriesExternalIdDto & BookExternalIdDto>(
        await ask('Mia', 'POST', `${path}/external-ids`, { source: ' AniList ', externalId: '30013' }),
      )
      expect(anilist).toMatchObject({
        ...{ [member]: id, source: 'anilist', externalId: '30013', origin: 'person' },
        ...{ externalUrl: 'https://anilist.co/manga/30013', metadataHash: null, lastSyncedAt: null },
      })
      const again = await bodyOf<{ id: string }>(
        await ask('Mia', 'POST', `${path}/external-ids`, {
          source: 'anilist',
          externalId: 'https://anilist.co/manga/30014/Two-Piece/',
        }),
      )
      expect(again).toMatchObject({ id: anilist.id, externalId: '30014' })
      expect(await list(`${path}/external-ids`)).toEqual([again])
      expect((await ask('Mia', 'DELETE', `${path}/external-ids/${again.id}`)).status).toBe(204)
      expect((await ask('Mia', 'DELETE', `${path}/external-ids/${again.id}`)).status).toBe(404)
      expect(await list(`${path}/external-ids`)).toEqual([])
    })

    test(`of ${what}: wrong input is refused with its field`, async () => {
      for (const [place, body, status, field] of [
        ['external-ids', { source: 'anilist', externalId: 'https://example.org/x' }, 400, 'externalId'],
        ['external-ids', { source: 'anilist', externalId: 'https://myanimelist.net/manga/13' }, 400, 'externalId'],
        ['external-ids', { source: 'isbn', externalId: '978-3-16-148410-1' }, 400, 'externalId'],
        ['external-ids', { source: '', externalId: '1' }, 400, 'source'],
        ['external-ids', { source: 'x', externalId: '1', externalUrl: 'javascript:alert(1)' }, 400, 'externalUrl'],
        ['external-links', { sourceName: 'x', url: 'javascript:alert(1)' }, 400, 'url'],
        ['external-links', { sourceName: 'x', url: 'https://u:p@example.org' }, 400, 'url'],
        ['external-links', { sourceName: 'x', url: `https://example.org/${'a'.repeat(2000)}` }, 400, 'url'],
        ['external-links', { sourceName: 'x'.repeat(101), url: 'https://example.org' }, 400, 'sourceName'],
      ] as const) {
        const response = await ask('Mia', 'POST', `${path}/${place}`, body)
        const { message } = await bodyOf<{ message: string }>(response)
        expect([body, response.status, message.includes(`body ${field}`)]).toEqual([body, status, true])
      }
    })

    test(`of ${what} are read by readers and changed by editors`, async () => {
      expect((await ask('Rob', 'GET', `${path}/external-links`)).status).toBe(200)
      const link = { sourceName: 'x', url: 'https://example.org' }
      expect((await ask('Rob', 'POST', `${path}/external-links`, link)).status).toBe(403)
      expect((await ask('Mia', 'POST', `${what}/${newId()}/external-links`, link)).status).toBe(404)
    })
  }

  test('a link has the id in its address, and is keyed by its id for series and its source for books', async () => {
    const url = 'https://www.comics.org/series/63427/'
    const ofSeries = await bodyOf<{ id: string }>(
      await ask('Mia', 'POST', `series/${series}/external-links`, { sourceName: 'GCD', url }),
    )
    expect(ofSeries).toMatchObject({ sourceName: 'gcd', url, externalId: '63427' })
    expect((await ask('Mia', 'DELETE', `series/${series}/external-links/${ofSeries.id}`)).status).toBe(204)
    await ask('Mia', 'POST', `books/${book}/external-links`, { sourceName: 'blog', url: 'HTTPS://Example.org/ä' })
    expect(await list(`books/${book}/external-links`)).toMatchObject([
      { sourceName: 'blog', url: 'https://example.org/%C3%A4', externalId: null },
    ])
    expect((await ask('Mia', 'DELETE', `books/${book}/external-links/BLOG`)).status).toBe(204)
    expect((await ask('Mia', 'DELETE', `books/${book}/external-links/blog`)).status).toBe(404)
  })

  test('ratings of a series are 0 to 100, one for each source', async () => {
    const path = `series/${series}/external-ratings`
    await ask('Mia', 'POST', path, { sourceName: 'anilist', rating: 85.5, voteCount: 12_500 })
    await ask('Mia', 'POST', path, { sourceName: 'AniList', rating: 86 })
    expect(await list(path)).toMatchObject([{ sourceName: 'anilist', rating: 86, voteCount: null, seriesId: series }])
    expect((await ask('Mia', 'POST', path, { sourceName: 'x', rating: 100.5 })).status).toBe(400)
    expect((await ask('Mia', 'DELETE', `${path}/anilist`)).status).toBe(204)
    expect((await ask('Mia', 'DELETE', `${path}/anilist`)).status).toBe(404)
  })

  test('a person’s values override the file’s, and deleted ones stay deleted', async () => {
    const said = { book_pk: pks.book, source: 'comicvine', origin: 'file', created_at: 1, updated_at: 1 } as const
    const file = (external_id: string) =>
      database.connection.write(tx =>
        tx.query
          .insertInto('external_ids')
          .values({ ...said, id: newId(), external_id })
          .execute(),
      )
    const path = `books/${book}/external-ids`
    await file('4000-1')
    expect(await list(path)).toMatchObject([{ externalId: '4000-1', origin: 'file' }])
    await ask('Mia', 'POST', path, { source: 'comicvine', externalId: '4000-2' })
    const [own] = (await list(path)) as { id: string }[]
    expect(own).toMatchObject({ externalId: '4000-2', origin: 'person' })
    await ask('Mia', 'DELETE', `${path}/${own?.id}`)
    expect(await list(path)).toEqual([])
    await ask('Mia', 'POST', path, { source: 'comicvine', externalId: '4000-3' })
    expect(await list(path)).toMatchObject([{ externalId: '4000-3', origin: 'person' }])
  })

  test('of series are in the index with how far each goes, a page at a time, and in the full series', async () => {
    await ask('Mia', 'POST', `series/${series}/external-ids`, { source: 'plugin:mangabaka', externalId: '12345' })
    const refs = [{ source: 'plugin:mangabaka', externalId: '12345', externalUrl: 'https://mangabaka.org/12345' }]
    const { data, ...frame } = await bodyOf<{ data: object[] }>(
      await ask('Mia', 'GET', 'series/external-index?page=1&pageSize=1'),
    )
    expect(data).toEqual([
      { id: series, externalIds: refs, localMaxVolume: null, localMaxChapter: null, volumesOwned: 0 },
    ])
    expect(frame).toMatchObject({ page: 1, pageSize: 1, total: 1, totalPages: 1 })
    const full = await bodyOf<{ externalIds: object[] }>(await ask('Mia', 'GET', `series/${series}/full`))
    expect(full.externalIds).toMatchObject(refs)
  })

  test('go to the heir of a book; of two, the newer one of a person stays', async () => {
    const heir = newId()
    const heirPk = await database.connection.write(tx =>
      insertBook(tx, { libraryPk: pks.library, seriesPk: pks.series }, 'Saga again', { id: heir }),
    )
    gated.clock.ms += 1000
    await ask('Mia', 'POST', `books/${heir}/external-ids`, { source: 'comicvine', externalId: '4000-9' })
    await ask('Mia', 'POST', `books/${book}/external-ids`, { source: 'metron', externalId: '77' })
    await database.connection.write(tx =>
      passOn(tx, { of: 'books', event: 'found' }, [{ fromPk: pks.book, heirPk }], { recount: async () => {} }),
    )
    expect(await list(`books/${heir}/external-ids`)).toMatchObject([
      { source: 'comicvine', externalId: '4000-9' },
      { source: 'metron', externalId: '77' },
    ])
  })
})
