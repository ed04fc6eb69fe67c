import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { RecommendationsResponse } from '@octavo/contract/recommendation'
import { addUser, bearer, bodyOf, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { createReplyCache } from '../../../http/reply-cache'
import { newId } from '../../../kernel/ids'
import { collectionRoutes } from '../../reading/curated-lists'
import { progressRoutes } from '../../reading/progress'
import { ratingRoutes } from '../../reading/ratings'
import { wantToReadRoutes } from '../../reading/want-to-read'
import { recommendationRoutes } from '.'

setDefaultTimeout(60_000)

forEachDatabase('recommendations', database => {
  let gated: GatedApp
  const headers: Record<string, Record<string, string>> = {}
  const ids: Record<string, string> = {}
  const books: Record<string, string> = {}

  const ask = (method: string, path: string, body?: unknown, who = 'Ada') =>
    gated.ask(method, `/api/v1/${path}`, { headers: headers[who] ?? {}, ...(body !== undefined && { body }) })
  const recommended = async (who = 'Ada', path = 'user/recommendations') => {
    const response = await ask('GET', path, undefined, who)
    expect(response.status).toBe(200)
    return (await bodyOf<RecommendationsResponse>(response)).recommendations
  }
  const titles = async (who?: string, path?: string) => (await recommended(who, path)).map(({ title }) => title)
  const read = async (title: string, who = 'Ada') => {
    const response = await ask('PUT', `books/${books[title]}/progress`, { currentPage: 5 }, who)
    expect(response.status).toBe(200)
  }

  beforeAll(async () => {
    const { reader, write, memo } = database.connection
    const now = () => gated.clock.ms
    gated = createGatedApp(database.connection, {
      declare: binder => {
        progressRoutes(binder, { reader, write, clock: now })
        ratingRoutes(binder, { reader, write, now })
        wantToReadRoutes(binder, { reader, write, now })
        collectionRoutes(binder, { reader, write, now, replies: createReplyCache(memo) })
        recommendationRoutes(binder, { reader, write, now })
      },
    })
    const own = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const otherPk = await insertLibrary(tx, 'Others')
      const facets = new Map<string, number>()
      const facet = async (kind: string, name: string) => {
        const known = facets.get(name)
        if (known !== undefined) return known
        const row = { id: newId(), kind, name, name_key: name.toLowerCase() }
        const { pk } = await tx.query.insertInto('facets').values(row).returning('pk').executeTakeFirstOrThrow()
        facets.set(name, pk)
        return pk
      }
      const add = async (title: string, author: string, genre: string, libraryOf = libraryPk) => {
        ids[title] = newId()
        books[title] = newId()
        const seriesPk = await insertSeries(tx, libraryOf, title, { id: ids[title], book_count: 1 })
        await insertBook(tx, { libraryPk: libraryOf, seriesPk }, title, { id: books[title], page_count: 100 })
        const pks = [await facet('author', author), await facet('genre', genre)]
        await tx.query
          .insertInto('series_facets')
          .values(pks.map(pk => ({ series_pk: seriesPk, facet_pk: pk })))
          .execute()
      }
      await add('Sea', 'Jo', 'Adventure')
      await add('Sea Two', 'Jo', 'Drama')
      await add('River', 'Kim', 'Adventure')
      await add('Desert', 'Lee', 'Western')
      await add('Plain', 'Mo', 'Western')
      await add('Lonely', 'Nobody', 'Alone')
      await add('Hidden', 'Jo', 'Adventure', otherPk)
      return libraryPk
    })
    for (const name of ['Ada', 'Bea', 'Cem']) {
      const user = await addUser(database.connection, name)
      if (name !== 'Bea') {
        await write(async tx => {
          await tx.query.updateTable('users').set({ limits_libraries: true }).where('pk', '=', user.pk).execute()
          await tx.query.insertInto('user_libraries').values({ user_pk: user.pk, library_pk: own }).execute()
        })
      }
      headers[name] = await bearer(gated, user)
    }
  })

  test('have the first book and a reason, and omit items hidden from the reader', async () => {
    expect(await recommended()).toEqual([])
    await read('Sea')
    const [first, second, ...rest] = await recommended()
    expect(rest).toEqual([])
    expect(first).toMatchObject({
      externalId: ids['Sea Two'],
      title: 'Sea Two',
      source: 'local',
      reason: 'Because you read Sea: author Jo',
      basedOn: ['Sea'],
      inCodex: true,
      cause: { seriesId: ids.Sea, seriesTitle: 'Sea', kind: 'author', names: ['Jo'] },
      series: { id: ids['Sea Two'] },
    })
    expect(second).toMatchObject({ title: 'River', cause: { kind: 'genre', names: ['Adventure'] } })
    expect(first?.score).toBeGreaterThan(second?.score ?? 1)
    await read('Sea', 'Bea')
    expect(await titles('Bea')).toEqual(['Hidden', 'Sea Two', 'River'])
  })

  test('have a score to which hidden series add nothing', async () => {
    const scoreFor = async (who: string) => (await recommended(who)).find(({ title }) => title === 'Sea Two')?.score
    const [seen, all] = [await scoreFor('Ada'), await scoreFor('Bea')]
    // Two series of Jo are visible to Ada, three to Bea, by the same single seed: the rarer name weighs more.
    expect([(3 * 1.1) / Math.log2(4), (3 * 1.1) / Math.log2(5)].map(weight => weight / (weight + 3))).toEqual([
      expect.closeTo(seen ?? 0, 10),
      expect.closeTo(all ?? 0, 10),
    ])
  })

  test('a disliked series does not count, and a loved one counts more', async () => {
    await read('Desert')
    expect(await titles()).toContain('Plain')
    expect((await ask('PUT', `series/${ids.Desert}/rating`, { rating: 20 })).status).toBe(200)
    expect(await titles()).not.toContain('Plain')
  })

  test('begun, wanted or dismissed series are not recommended; a dismissal can be undone', async () => {
    expect((await ask('POST', 'want-to-read', { seriesId: ids.River })).status).toBe(201)
    expect(await titles()).toEqual(['Sea Two'])
    const path = `user/recommendations/${ids['Sea Two']}/dismiss`
    expect(await bodyOf<object>(await ask('POST', path, { reason: 'read on paper' }))).toEqual({ dismissed: true })
    expect(await bodyOf<object>(await ask('POST', path))).toEqual({ dismissed: true })
    expect(await titles()).toEqual([])
    expect((await ask('DELETE', path)).status).toBe(204)
    expect(await titles()).toEqual(['Sea Two'])
    for (const id of [ids.Hidden, newId(), 'anilist:1']) {
      const answer = await ask('POST', `user/recommendations/${id}/dismiss`, {})
      expect(await bodyOf<object>(answer)).toEqual({ dismissed: false })
    }
  })

  test('a collection visible to the reader counts for its members', async () => {
    const made = await bodyOf<{ id: string }>(await ask('POST', 'collections', { name: 'Mine', visibility: 'private' }))
    const response = await ask('POST', `collections/${made.id}/series`, { seriesIds: [ids.Sea, ids.Lonely] })
    expect(response.status).toBeLessThan(300)
    expect((await recommended()).find(({ title }) => title === 'Lonely')?.cause).toMatchObject({
      kind: 'collection',
      names: ['Mine'],
    })
    expect(await titles('Bea')).not.toContain('Lonely')
  })

  test('of one series are similar ones, or nothing if it is hidden', async () => {
    expect(await titles('Cem', `series/${ids.Desert}/similar`)).toEqual(['Plain'])
    expect((await ask('GET', `series/${ids.Hidden}/similar`, undefined, 'Cem')).status).toBe(404)
  })
})
