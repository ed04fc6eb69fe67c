import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { SeriesDto } from '@octavo/contract/series'
import type { WantToReadListResponse } from '@octavo/contract/want-to-read'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { createReplyCache } from '../../../http/reply-cache'
import { newId } from '../../../kernel/ids'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { bookRoutes } from '../../catalogue/books'
import { seriesRoutes } from '../../catalogue/series'
import { preferenceRoutes } from '../../people/preferences'
import { progressRoutes } from '../progress'
import { wantToReadRoutes } from '.'
import { wantedByIds } from './want-to-read.queries'
import { addToQueue, entryOf, removeFromQueue } from './want-to-read.store'
import type { Wanted } from './wanted'

setDefaultTimeout(60_000)

forEachDatabase('the queue of what somebody wants to read', database => {
  let gated: GatedApp
  const headers: Record<string, Record<string, string>> = {}
  const [sea, land, hiddenSeries, hiddenBook] = [newId(), newId(), newId(), newId()]
  const [sea1, sea2, land1] = [newId(), newId(), newId()]
  const titles = new Map([
    [sea, 'Sea'],
    [land, 'Land'],
    [sea1, 'Sea 1'],
    [sea2, 'Sea 2'],
    [land1, 'Land 1'],
    [hiddenSeries, 'Hidden'],
    [hiddenBook, 'Hidden 1'],
  ])

  const ask = (method: string, path: string, body?: unknown, who = 'Ada') =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const queue = async (query = '', who = 'Ada') =>
    bodyOf<WantToReadListResponse>(await ask('GET', `want-to-read${query}`, undefined, who))
  const names = ({ items }: WantToReadListResponse) =>
    items.map(({ seriesId, bookId }) => titles.get(seriesId ?? bookId ?? ''))
  const add = (body: object, who = 'Ada') => ask('POST', 'want-to-read', body, who)
  const wanted = async (who = 'Ada') => {
    const books = await bodyOf<{ data: BookDto[] }>(await ask('POST', 'books/list', {}, who))
    const series = await bodyOf<{ data: SeriesDto[] }>(await ask('POST', 'series/list', {}, who))
    return [...books.data, ...series.data].filter(({ wantToRead }) => wantToRead).map(({ id }) => titles.get(id))
  }

  beforeAll(async () => {
    const { reader, write, memo } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => {
        const now = () => gated.clock.ms
        wantToReadRoutes(binder, { reader, write, now })
        progressRoutes(binder, { reader, write, clock: now })
        preferenceRoutes(binder, { reader, write, now })
        bookRoutes(binder, { reader, replies: createReplyCache(memo) })
        seriesRoutes(binder, { reader, replies: createReplyCache(memo) })
      },
    })
    const own = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seaPk = await insertSeries(tx, libraryPk, 'Sea', { id: sea })
      const landPk = await insertSeries(tx, libraryPk, 'Land', { id: land })
      await insertBook(tx, { libraryPk, seriesPk: seaPk }, 'Sea 1', { id: sea1, page_count: 10 })
      await insertBook(tx, { libraryPk, seriesPk: seaPk }, 'Sea 2', { id: sea2, page_count: 10 })
      await insertBook(tx, { libraryPk, seriesPk: landPk }, 'Land 1', { id: land1, page_count: 10 })
      const otherPk = await insertLibrary(tx, 'Others')
      const pk = await insertSeries(tx, otherPk, 'Hidden', { id: hiddenSeries })
      await insertBook(tx, { libraryPk: otherPk, seriesPk: pk }, 'Hidden 1', { id: hiddenBook })
      return libraryPk
    })
    headers.Ada = await bearer(gated, await addUser(database.connection, 'Ada'))
    const cem = await addUser(database.connection, 'Cem')
    headers.Cem = await bearer(gated, cem)
    // Visible until now.
    await add({ bookId: hiddenBook }, 'Cem')
    await add({ seriesId: hiddenSeries }, 'Cem')
    await write(async tx => {
      await tx.query.updateTable('users').set({ limits_libraries: true }).where('username', '=', 'Cem').execute()
      await tx.query.insertInto('user_libraries').values({ user_pk: cem.pk, library_pk: own }).execute()
    })
    gated.accounts.forgetAll()
  })

  test('accepts series and books once, and is shown in every list and detail of that reader alone', async () => {
    const first = await add({ seriesId: sea })
    expect(first.status).toBe(201)
    const entry = await bodyOf<object>(first)
    expect(entry).toMatchObject({ itemType: 'series', seriesId: sea, bookId: null })
    gated.clock.ms += 1000
    expect(await bodyOf<object>(await add({ seriesId: sea.toUpperCase() }))).toEqual(entry)
    expect((await add({ bookId: sea2 })).status).toBe(201)
    expect(await wanted()).toEqual(['Sea 2', 'Sea'])
    expect(await wanted('Cem')).toEqual([])
    const book = async (who: string) =>
      (await bodyOf<{ book: BookDto }>(await ask('GET', `books/${sea2}`, undefined, who))).book.wantToRead
    expect([await book('Ada'), await book('Cem')]).toEqual([true, false])
    expect(await bodyOf<object>(await ask('GET', `series/${sea}`))).toMatchObject({ wantToRead: true })
  })

  test('is sorted by time and by the own order, and shown with covers and titles', async () => {
    gated.clock.ms += 1000
    const bulk = await ask('POST', 'want-to-read/bulk', { seriesIds: [land, sea, newId()], bookIds: [land1] })
    expect(await bodyOf<object>(bulk)).toEqual({ added: 2, alreadyPresent: 1 })
    expect(names(await queue('?sort=oldest'))).toEqual(['Sea', 'Sea 2', 'Land', 'Land 1'])
    expect(names(await queue())).toEqual(['Land 1', 'Land', 'Sea 2', 'Sea'])
    const { items } = await queue('?sort=custom')
    const idOf = (title: string) => items.find(each => titles.get(each.seriesId ?? each.bookId ?? '') === title)?.id
    const order = (ids: readonly unknown[]) => ask('PUT', 'want-to-read/order', { ids })
    expect((await order([idOf('Land 1'), idOf('Sea 2')])).status).toBe(204)
    expect(names(await queue('?sort=custom'))).toEqual(['Land 1', 'Sea 2', 'Sea', 'Land'])
    expect(names(await queue('?sort=position'))).toEqual(['Land 1', 'Sea 2', 'Sea', 'Land'])
    for (const [ids, path] of [
      [[idOf('Sea'), newId()], 'ids.1'],
      [[idOf('Sea'), idOf('Land'), idOf('Sea')], 'ids.2'],
    ] as const) {
      const response = await order(ids)
      expect([response.status, (await bodyOf<{ details: { path: string } }>(response)).details.path]).toEqual([
        400,
        path,
      ])
    }
    expect((await order([])).status).toBe(422)
    expect(names(await queue('?sort=custom'))).toEqual(['Land 1', 'Sea 2', 'Sea', 'Land'])
    const full = await queue('?sort=custom&full=true&after=1')
    expect([full.total, full.items.map(each => each.series?.title ?? each.book?.title)]).toEqual([
      4,
      ['Sea 2', 'Sea', 'Land'],
    ])
  })

  test('refuses neither or both of series and book, and hidden items as missing', async () => {
    for (const body of [{}, { seriesId: sea, bookId: sea1 }, { seriesId: null, bookId: null }]) {
      const response = await add(body)
      expect([response.status, (await bodyOf<{ details: { path: string } }>(response)).details.path]).toEqual([
        400,
        'seriesId',
      ])
    }
    expect((await add({ seriesId: 'x' })).status).toBe(422)
    expect((await ask('GET', 'want-to-read?sort=random')).status).toBe(400)
    const texts = await Promise.all(
      [hiddenBook, newId()].map(async bookId => {
        const response = await add({ bookId }, 'Cem')
        return [response.status, await response.text()]
      }),
    )
    expect([texts[0]?.[0], texts[0]]).toEqual([404, texts[1]])
    // An item hidden after it was added is not shown or counted.
    expect(await queue('', 'Cem')).toEqual({ items: [], total: 0 })
    expect(await queue('?full=true', 'Cem')).toEqual({ items: [], total: 0 })
    const bulk = await ask('POST', 'want-to-read/bulk', { bookIds: [hiddenBook] }, 'Cem')
    expect(await bodyOf<object>(bulk)).toEqual({ added: 0, alreadyPresent: 0 })
  })

  test('loses deleted items, and finished ones if its reader chose so', async () => {
    expect((await ask('DELETE', `want-to-read/books/${land1}`)).status).toBe(204)
    expect((await ask('DELETE', `want-to-read/books/${land1}`)).status).toBe(204)
    expect((await ask('DELETE', `want-to-read/series/${newId()}`)).status).toBe(204)
    expect(await wanted()).toEqual(['Sea 2', 'Land', 'Sea'])
    await ask('POST', `books/${land1}/read`)
    expect(names(await queue('?sort=custom'))).toEqual(['Sea 2', 'Sea', 'Land'])
    const choice = 'user/preferences/wantToRead.leaveWhenRead'
    expect((await ask('PUT', choice, { value: 'yes' })).status).toBe(400)
    expect((await ask('PUT', choice, { value: true })).status).toBe(200)
    await ask('PUT', `books/${sea2}/progress`, { currentPage: 10 })
    expect(names(await queue('?sort=custom'))).toEqual(['Sea', 'Land'])
    await ask('PUT', `books/${sea1}/progress`, { currentPage: 10 })
    expect(names(await queue('?sort=custom'))).toEqual(['Land'])
    expect(await wanted()).toEqual(['Land'])
  })

  test('has an item until its addition is committed, also if somebody else removes it', async () => {
    const { reader, write } = database.connection
    const eve = await addUser(database.connection, 'Eve')
    const wanted = await wantedByIds(reader, SYSTEM_VIEWER, 'book_pk', [sea1])
    const [item] = wanted as [Wanted]
    await write(tx => addToQueue(tx, eve.pk, wanted, 1))
    const removal = await write(async tx => {
      expect(await addToQueue(tx, eve.pk, wanted, 2)).toEqual([])
      const other = write(another => removeFromQueue(another, eve.pk, item.column, item.pk))
      // Longer than the removal would take if it didn't wait.
      for (let reads = 0; reads < 100; reads += 1) expect((await entryOf(tx, eve.pk, item)).added_at).toBe(1)
      return { other }
    })
    expect(await removal.other).toBe(true)
  })
})
