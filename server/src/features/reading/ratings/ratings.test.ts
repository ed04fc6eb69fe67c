import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type {
  BookRatingsResponse,
  SeriesRatingsResponse,
  UserBookRatingDto,
  UserSeriesRatingDto,
} from '@octavo/contract/rating'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { passOn } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { setExternalRating } from '../../catalogue/external'
import { ratingRoutes } from './ratings.routes'

setDefaultTimeout(60_000)

interface RatingsPage {
  readonly ratings: readonly { readonly rating: number }[]
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly totalPages: number
}

forEachDatabase('ratings', database => {
  let gated: GatedApp
  const headers: Record<string, Record<string, string>> = {}
  const series = newId()
  const book = newId()
  const hidden = newId()
  let seriesPk = 0
  let hiddenPk = 0
  const ask = (who: string, method: string, path: string, body?: unknown) =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const average = async (who: string, path: string) => bodyOf(await ask(who, 'GET', `${path}/ratings/average`))

  beforeAll(async () => {
    const { reader, write } = database.connection
    gated = createGatedApp(database.connection, {
      declare: binder => ratingRoutes(binder, { reader, write, now: () => gated.clock.ms }),
    })
    const other = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      seriesPk = await insertSeries(tx, libraryPk, 'Sea', { id: series, book_count: 1 })
      await insertBook(tx, { libraryPk, seriesPk }, 'Sea 1', { id: book })
      const id = newId()
      const otherPk = await insertLibrary(tx, 'Others', { id })
      hiddenPk = await insertSeries(tx, otherPk, 'Land', { id: hidden, book_count: 1 })
      await insertBook(tx, { libraryPk: otherPk, seriesPk: hiddenPk }, 'Land 1')
      return libraryPk
    })
    for (const name of ['Ada', 'Bea']) headers[name] = await bearer(gated, await addUser(database.connection, name))
    const limited = await addUser(database.connection, 'Cem')
    await write(async tx => {
      await tx.query.updateTable('users').set({ limits_libraries: true }).where('username', '=', 'Cem').execute()
      const { pk } = await tx.query
        .selectFrom('users')
        .select('pk')
        .where('username', '=', 'Cem')
        .executeTakeFirstOrThrow()
      await tx.query.insertInto('user_libraries').values({ user_pk: pk, library_pk: other }).execute()
    })
    headers.Cem = await bearer(gated, limited)
  })

  for (const [what, path, member] of [
    ['series', `series/${series}`, 'seriesId'],
    ['book', `books/${book}`, 'bookId'],
  ] as const) {
    test(`of a ${what}: set, read, changed and deleted by their own user only, and averaged`, async () => {
      expect((await ask('Ada', 'GET', `${path}/rating`)).status).toBe(204)
      expect((await ask('Ada', 'DELETE', `${path}/rating`)).status).toBe(404)
      expect(await average('Ada', path)).toEqual({ average: null, count: 0 })
      const set = await bodyOf<UserSeriesRatingDto | UserBookRatingDto>(
        await ask('Ada', 'PUT', `${path}/rating`, { rating: 85, notes: ' The drawings! ' }),
      )
      expect(set).toMatchObject({ rating: 85, notes: 'The drawings!', [member]: what === 'series' ? series : book })
      expect(await bodyOf(await ask('Ada', 'GET', `${path}/rating`))).toEqual(set)
      expect((await ask('Bea', 'GET', `${path}/rating`)).status).toBe(204)
      await ask('Bea', 'PUT', `${path}/rating`, { rating: 72 })
      expect(await average('Ada', path)).toEqual({ average: 78.5, count: 2 })
      gated.clock.ms += 1000
      const changed = await bodyOf<UserSeriesRatingDto>(await ask('Ada', 'PUT', `${path}/rating`, { rating: 100 }))
      expect(changed).toMatchObject({ id: set.id, rating: 100, notes: null, createdAt: set.createdAt })
      const list = what === 'series' ? 'user/ratings' : 'user/ratings/books'
      expect(await bodyOf<unknown>(await ask('Ada', 'GET', list))).toMatchObject({ ratings: [changed], total: 1 })
      expect((await ask('Ada', 'DELETE', `${path}/rating`)).status).toBe(204)
      expect(await bodyOf<unknown>(await ask('Ada', 'GET', list))).toMatchObject({ ratings: [], total: 0 })
      expect(await average('Ada', path)).toEqual({ average: 72, count: 1 })
    })

    test(`of a ${what} are whole numbers from 1 to 100, with notes of limited length`, async () => {
      for (const [body, status, field] of [
        [{ rating: 0 }, 400, 'rating'],
        [{ rating: 101 }, 400, 'rating'],
        [{ rating: 7.5 }, 422, 'rating'],
        [{ notes: 'x' }, 422, 'rating'],
        [{ rating: 5, notes: 'x'.repeat(10_001) }, 400, 'notes'],
      ] as const) {
        const response = await ask('Ada', 'PUT', `${path}/rating`, body)
        const { message } = await bodyOf<{ message: string }>(response)
        expect([body, response.status, message.includes(`body ${field}`)]).toEqual([body, status, true])
      }
      expect((await ask('Ada', 'PUT', `${path}/rating`, { rating: 1 })).status).toBe(200)
      await ask('Ada', 'DELETE', `${path}/rating`)
    })
  }

  test('of hidden items are neither set nor shown', async () => {
    expect((await ask('Ada', 'PUT', `series/${hidden}/rating`, { rating: 50 })).status).toBe(200)
    for (const [method, path] of [
      ['GET', 'rating'],
      ['PUT', 'rating'],
      ['DELETE', 'rating'],
      ['GET', 'ratings/average'],
    ] as const) {
      const body = method === 'PUT' ? { rating: 50 } : undefined
      const answers = await Promise.all(
        [hidden, newId()].map(async id => {
          const response = await ask('Cem', method, `series/${id}/${path}`, body)
          return [response.status, await response.text()]
        }),
      )
      expect(answers[0]?.[0]).toBe(404)
      expect(answers[0]).toEqual(answers[1])
    }
    // A rating stays, hidden, when its author can no longer see the series.
    await database.connection.write(async tx => {
      const { pk } = await tx.query
        .selectFrom('users')
        .select('pk')
        .where('username', '=', 'Cem')
        .executeTakeFirstOrThrow()
      const times = { created_at: 1, updated_at: 1 }
      await tx.query
        .insertInto('ratings')
        .values({ id: newId(), user_pk: pk, series_pk: hiddenPk, rating: 9, ...times })
        .execute()
    })
    expect(await bodyOf<unknown>(await ask('Cem', 'GET', 'user/ratings'))).toMatchObject({ ratings: [], total: 0 })
  })

  test('are paged, the newest first, or those of chosen series and books', async () => {
    const ids: string[] = []
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Rated')
      for (let number = 0; number < 5; number++) {
        const id = newId()
        const pk = await insertSeries(tx, libraryPk, `Rated ${number}`, { id, book_count: 1 })
        await insertBook(tx, { libraryPk, seriesPk: pk }, `Rated ${number}`)
        ids.push(id)
      }
    })
    headers.Dee = await bearer(gated, await addUser(database.connection, 'Dee'))
    for (const [place, id] of ids.entries()) {
      gated.clock.ms += 1000
      await ask('Dee', 'PUT', `series/${id}/rating`, { rating: 10 + place })
    }
    const page = async (query: string) => {
      const body = await bodyOf<RatingsPage>(await ask('Dee', 'GET', `user/ratings?${query}`))
      return { ...body, ratings: body.ratings.map(({ rating }) => rating) }
    }
    expect(await page('pageSize=2')).toEqual({ ratings: [14, 13], page: 1, pageSize: 2, total: 5, totalPages: 3 })
    expect(await page('page=3&pageSize=2')).toMatchObject({ ratings: [10], page: 3 })
    expect(await page('page=9&pageSize=2')).toMatchObject({ ratings: [], total: 5 })
    expect(await page(`seriesIds=${ids[1]},${ids[3]?.toUpperCase()},${newId()}`)).toMatchObject({
      ...{ ratings: [13, 11], total: 2 },
    })
    expect((await ask('Dee', 'GET', 'user/ratings?seriesIds=x')).status).toBe(400)
    expect((await ask('Dee', 'GET', 'user/ratings?page=-1')).status).toBe(400)
  })

  test('by others are given for several series or books at once, of visible ones that have any', async () => {
    const ids = [newId(), newId(), newId()]
    const books = [newId(), newId()]
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'By others')
      for (const [at, id] of ids.entries()) {
        const pk = await insertSeries(tx, libraryPk, `By others ${at}`, { id, book_count: 1 })
        const book = { id: books[at] ?? newId() }
        const bookPk = await insertBook(tx, { libraryPk, seriesPk: pk }, `By others ${at}`, book)
        if (at > 0) continue
        const said = (sourceName: string, rating: number) => ({ source: sourceName, rating, vote_count: null })
        await setExternalRating(tx, { kind: 'series', pk }, said('anilist', 60), 1)
        await setExternalRating(tx, { kind: 'series', pk }, said('myanimelist', 75), 1)
        await setExternalRating(tx, { kind: 'book', pk: bookPk }, said('anilist', 45), 1)
      }
    })
    await ask('Ada', 'PUT', `series/${ids[0]}/rating`, { rating: 80 })
    await ask('Bea', 'PUT', `series/${ids[0]}/rating`, { rating: 85 })
    await ask('Ada', 'PUT', `series/${ids[1]}/rating`, { rating: 20 })
    await ask('Ada', 'PUT', `books/${books[1]}/rating`, { rating: 30 })
    await ask('Ada', 'PUT', `series/${hidden}/rating`, { rating: 50 })
    const all = `ratings/series?seriesIds=${[...ids, hidden, newId()].join(',').toUpperCase()}`
    const ofSeries = async (who: string) => {
      const { ratings } = await bodyOf<SeriesRatingsResponse>(await ask(who, 'GET', all))
      return ratings.toSorted((a, b) => b.count - a.count || a.seriesId.localeCompare(b.seriesId))
    }
    expect(await ofSeries('Bea')).toEqual(
      expect.arrayContaining([
        { seriesId: ids[0] ?? '', average: 82.5, count: 2, external: 67.5 },
        { seriesId: ids[1] ?? '', average: 20, count: 1, external: null },
      ]),
    )
    expect((await ofSeries('Bea')).map(({ seriesId }) => seriesId).toSorted()).toEqual(
      [ids[0] ?? '', ids[1] ?? '', hidden].toSorted(),
    )
    expect(await ofSeries('Cem')).toEqual([])
    const ofBooks = `ratings/books?bookIds=${books.join(',')}`
    const { ratings } = await bodyOf<BookRatingsResponse>(await ask('Bea', 'GET', ofBooks))
    expect(ratings.toSorted((a, b) => a.count - b.count)).toEqual([
      { bookId: books[0] ?? '', average: null, count: 0, external: 45 },
      { bookId: books[1] ?? '', average: 30, count: 1, external: null },
    ])
    for (const query of ['ratings/series', 'ratings/series?seriesIds=x', 'ratings/books?bookIds=']) {
      expect([query, (await ask('Ada', 'GET', query)).status]).toEqual([query, 400])
    }
  })

  test('of a deleted user no longer count, and two at once both do', async () => {
    const id = newId()
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Counted')
      const pk = await insertSeries(tx, libraryPk, 'Counted', { id, book_count: 1 })
      await insertBook(tx, { libraryPk, seriesPk: pk }, 'Counted 1')
    })
    headers.Eve = await bearer(gated, await addUser(database.connection, 'Eve'))
    await Promise.all(
      ['Ada', 'Bea', 'Eve'].map((who, place) => ask(who, 'PUT', `series/${id}/rating`, { rating: 20 + 10 * place })),
    )
    expect(await average('Ada', `series/${id}`)).toEqual({ average: 30, count: 3 })
    await ask('Bea', 'PUT', `series/${id}/rating`, { rating: 90 })
    expect(await average('Ada', `series/${id}`)).toEqual({ average: 50, count: 3 })
    await database.connection.write(tx => tx.query.deleteFrom('users').where('username', '=', 'Eve').execute())
    expect(await average('Ada', `series/${id}`)).toEqual({ average: 55, count: 2 })
  })

  test('go to the heir of a series, and of two of one user the newer one stays', async () => {
    await ask('Ada', 'PUT', `series/${series}/rating`, { rating: 10, notes: 'older' })
    const heir = newId()
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Moved')
      const heirPk = await insertSeries(tx, libraryPk, 'Sea again', { id: heir, book_count: 1 })
      await insertBook(tx, { libraryPk, seriesPk: heirPk }, 'Sea again 1')
    })
    gated.clock.ms += 1000
    await ask('Ada', 'PUT', `series/${heir}/rating`, { rating: 20, notes: 'newer' })
    await database.connection.write(async tx => {
      const { pk: heirPk } = await tx.query
        .selectFrom('series')
        .select('pk')
        .where('id', '=', heir)
        .executeTakeFirstOrThrow()
      await passOn(tx, { of: 'series', event: 'merged' }, [{ fromPk: seriesPk, heirPk }], { recount: async () => {} })
    })
    expect(await bodyOf<unknown>(await ask('Ada', 'GET', `series/${heir}/rating`))).toMatchObject({ notes: 'newer' })
    expect(await bodyOf<unknown>(await ask('Bea', 'GET', `series/${heir}/rating`))).toMatchObject({ rating: 72 })
    expect(await average('Ada', `series/${heir}`)).toEqual({ average: 46, count: 2 })
  })
})
