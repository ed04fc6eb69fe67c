import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { insertRows } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { fillWanted } from '.'
import { type List, startCuratedLists } from './testing-curated-lists'

setDefaultTimeout(60_000)

forEachDatabase('missing books of read lists', database => {
  const world = startCuratedLists(database)
  const { said, status } = world
  let libraryPk = 0
  beforeAll(async () => {
    await world.start()
    libraryPk = await database.connection.write(tx => insertLibrary(tx, 'Wanted'))
  })

  /** A series with this many books of number 1; returns the id of the first. */
  const add = (title: string, count = 1, facts: { volume?: number; created_at?: number } = {}) =>
    database.connection.write(async tx => {
      const path = `${title} ${facts.volume ?? ''}`
      const seriesPk = await insertSeries(tx, libraryPk, title, {
        ...{ book_count: count, title_folded: title.toLowerCase(), path },
      })
      const pk = await insertBook(tx, { libraryPk, seriesPk }, path, { number: 1, ...facts })
      const { pk: _, ...first } = await tx.query
        .selectFrom('books')
        .selectAll()
        .where('pk', '=', pk)
        .executeTakeFirstOrThrow()
      const copies = Array.from({ length: count - 1 }, (_, at) => ({ ...first, id: newId(), path: `${title} ${at}` }))
      await insertRows(tx, 'books', copies)
      return first.id
    })
  const scan = () => fillWanted(database.connection, Date.now)
  const create = async (name: string, entries: readonly object[]) =>
    (await said<List>('Ada', 'POST', 'readlists/files/import', { name, entries })).id

  test('do not announce or count a list that has the book already', async () => {
    const bookId = await add('Zztwice')
    const named = { series: 'Zztwice', number: '1' }
    const id = await create('Twice', [named, named])
    const announced = async () => {
      const rows = await database.connection.reader.query.selectFrom('events').select('happened').execute()
      return rows.filter(({ happened }) => happened.includes(id)).length
    }
    const before = await announced()
    expect([await scan(), await announced()]).toEqual([1, before + 1])
    expect([await scan(), await announced()]).toEqual([0, before + 1])
    expect(await status('Ada', 'DELETE', `readlists/${id}/books/${bookId}`)).toBe(204)
    expect(await scan()).toBe(1)
  })

  test('are found after 10,000 other candidates of the same list', async () => {
    await add('Zzmany', 10_000)
    await add('Zzafter')
    const id = await create('Many', [
      { series: 'Zzmany', number: '1', undecided: true },
      { series: 'Zzafter', number: '1' },
    ])
    expect(await scan()).toBe(1)
    expect(await said<object>('Ada', 'GET', `readlists/${id}`)).toMatchObject({ bookCount: 1, undecidedCount: 1 })
  })

  test('whose candidates were declined get only a better one that was added since', async () => {
    const scanned = async (id: string) => [await scan(), (await said<List>('Ada', 'GET', `readlists/${id}`)).bookCount]
    const declinedAt = world.gated().clock.ms
    const before = { created_at: declinedAt - 1 }
    const first = await add('Zzdeclined', 1, before)
    await add('Zzdeclined', 1, { ...before, volume: 7 })
    const entry = { series: 'Zzdeclined', number: '1', volume: 3, undecided: false }
    const id = await create('Declined', [entry])
    // Now one of those declined is the only one left.
    await database.connection.write(tx => tx.query.deleteFrom('books').where('volume', '=', 7).execute())
    expect(await scanned(id)).toEqual([0, 0])
    const better = await add('Zzdeclined', 1, { created_at: declinedAt + 1, volume: 3 })
    expect(await scanned(id)).toEqual([1, 1])
    expect(await world.idsOf('Ada', `readlists/${id}/books`)).toEqual([better])
    // Taken out, nothing that was declined takes its place.
    expect(await status('Ada', 'PUT', `readlists/${id}/entries/${better}/book`, { bookId: null })).toBe(204)
    await database.connection.write(tx => tx.query.deleteFrom('books').where('id', '=', better).execute())
    expect(await scanned(id)).toEqual([0, 0])
    expect(first).not.toBe(better)
  })
})
