import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { UserBookRatingDto, UserSeriesRatingDto } from '@octavo/contract/rating'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { passOn } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { ratingRoutes } from './ratings.routes'

setDefaultTimeout(60_000)

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
      expect(await bodyOf<unknown>(await ask('Ada', 'GET', list))).toEqual({ ratings: [changed] })
      expect((await ask('Ada', 'DELETE', `${path}/rating`)).status).toBe(204)
      expect(await bodyOf<unknown>(await ask('Ada', 'GET', list))).toEqual({ ratings: [] })
      expect(await average('Ada', path)).toEqual({ average: 72, count: 1 })
    })

    test(`of a ${what} are whole numbers from 1 to 100, with notes that end somewhere`, async () => {
      for (const [body, status, field] of [
        [{ rating: 0 }, 400, 'rating'],
        [{ rating: 101 }, 400, 'rating'],
        [{ rating: 7.5 }, 422, 'rating'],
        [{ notes: 'x' }, 422, 'rating'],
        [{ rating: 5, notes: 'x'.repeat(10_001) }, 422, 'notes'],
      ] as const) {
        const response = await ask('Ada', 'PUT', `${path}/rating`, body)
        const { message } = await bodyOf<{ message: string }>(response)
        expect([body, response.status, message.includes(`body ${field}`)]).toEqual([body, status, true])
      }
      expect((await ask('Ada', 'PUT', `${path}/rating`, { rating: 1 })).status).toBe(200)
      await ask('Ada', 'DELETE', `${path}/rating`)
    })
  }

  test('of what somebody may not see are neither set nor shown', async () => {
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
    // A rating of before somebody lost sight of the series stays, unseen.
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
    expect(await bodyOf<unknown>(await ask('Cem', 'GET', 'user/ratings'))).toEqual({ ratings: [] })
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
  })
})
