import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { passOn } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { type List, startCuratedLists } from './testing-curated-lists'

setDefaultTimeout(60_000)

forEachDatabase('entries of read lists', database => {
  const world = startCuratedLists(database)
  const { ask, said, status, idsOf, ids, hidden } = world
  beforeAll(world.start)

  test('a missing book keeps its place in a read list, a merged one passes it on, a purged one loses it', async () => {
    const { connection } = database
    const [one = 0, two = 0, three = 0] = await connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Lives')
      const seriesPk = await insertSeries(tx, libraryPk, 'Lives', { book_count: 3 })
      const made: number[] = []
      for (const at of [1, 2, 3])
        made.push(await insertBook(tx, { libraryPk, seriesPk }, `Lives ${at}`, { number: at }))
      return made
    })
    const rows = await connection.reader.query.selectFrom('books').select(['pk', 'id']).execute()
    const idOf = (pk: number) => rows.find(row => row.pk === pk)?.id ?? ''
    const { id } = await said<List>('Ada', 'POST', 'readlists', { name: 'Lineage' })
    const path = `readlists/${id}/books`
    await ask('Ada', 'POST', path, { bookIds: [idOf(one), idOf(two), idOf(three)] })
    const setDeleted = (pk: number, deleted: boolean) =>
      connection.write(tx => tx.query.updateTable('books').set({ deleted }).where('pk', '=', pk).execute())
    await setDeleted(two, true)
    expect(await idsOf('Ada', path)).toEqual([idOf(one), idOf(three)])
    await setDeleted(two, false)
    expect(await idsOf('Ada', path)).toEqual([idOf(one), idOf(two), idOf(three)])
    await connection.write(async tx => {
      await passOn(tx, { of: 'books', event: 'merged' }, [{ fromPk: one, heirPk: two }], {
        pass: {},
        recount: async () => undefined,
      })
      await tx.query.deleteFrom('books').where('pk', '=', one).execute()
    })
    expect(await idsOf('Ada', path)).toEqual([idOf(two), idOf(three)])
    await connection.write(tx => tx.query.deleteFrom('books').where('pk', '=', three).execute())
    expect(await idsOf('Ada', path)).toEqual([idOf(two)])
    const entries = await said<{ total: number }>('Ada', 'GET', `readlists/${id}/entries`)
    expect(entries.total).toBe(1)
  })

  test('a read list has sections, entries and the books next to one', async () => {
    const { id } = await said<List>('Ada', 'POST', 'readlists', { name: 'Sections' })
    const [first = '', second = '', third = ''] = ids.books
    await ask('Ada', 'POST', `readlists/${id}/books`, { bookIds: [third, hidden.books, first, second] })
    const section = `readlists/${id}/books/${first}/section`
    expect(await status('Ada', 'PUT', section, { section: ' Part two ' })).toBe(204)
    for (const wrong of ['x'.repeat(201), '\u202eeno traP', 'a\u0007b']) {
      expect([wrong, await status('Ada', 'PUT', section, { section: wrong })]).toEqual([wrong, 400])
    }
    expect(await status('Ada', 'PUT', `readlists/${id}/books/${second}/section`, { section: '\u200b' })).toBe(204)
    expect(await status('Ada', 'PUT', `readlists/${id}/books/${newId()}/section`, { section: 'x' })).toBe(404)
    expect(await status('Bea', 'PUT', section, { section: 'x' })).toBe(403)
    const entries = await said<{ total: number; data: unknown[] }>('Cem', 'GET', `readlists/${id}/entries`)
    expect(entries).toMatchObject({
      total: 3,
      data: [
        { id: third, section: null, wanted: null, book: { id: third } },
        { id: first, section: 'Part two', book: { id: first } },
        { id: second, section: null, book: { id: second } },
      ],
    })
    const near = (who: string, book: string) => said<unknown>(who, 'GET', `readlists/${id}/books/${book}/adjacent`)
    expect(await near('Cem', first)).toMatchObject({ prev: { id: third }, next: { id: second }, position: 2, total: 3 })
    expect(await near('Ada', first)).toMatchObject({ prev: { id: hidden.books }, position: 3, total: 4 })
    expect(await near('Cem', third)).toMatchObject({ prev: null, next: { id: first }, position: 1 })
    expect(await status('Cem', 'GET', `readlists/${id}/books/${hidden.books}/adjacent`)).toBe(404)
    expect(await status('Ada', 'GET', `readlists/${id}/books/${ids.books[3]}/adjacent`)).toBe(404)
  })

  test('several books, missing ones and strangers are taken out at once', async () => {
    const [first = '', second = '', third = ''] = ids.books
    const entries = [
      { series: 'Ghost', number: '7', bookId: null },
      ...[first, hidden.books, second, third].map(bookId => ({ series: 'Delta', number: '1', bookId })),
    ]
    const { id } = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'Fewer', entries })
    const all = async (who: string) =>
      (await said<{ data: { id: string }[] }>(who, 'GET', `readlists/${id}/entries`)).data.map(entry => entry.id)
    const [ghost = ''] = await all('Ada')
    const remove = `readlists/${id}/books/remove`
    expect(await status('Bea', 'POST', remove, { bookIds: [first] })).toBe(403)
    expect(await status('Ada', 'POST', remove, { bookIds: ['x'] })).toBe(422)
    expect(await status('Ada', 'POST', remove, { bookIds: [] })).toBe(204)
    expect(await all('Ada')).toHaveLength(5)
    expect(await status('Ada', 'POST', remove, { bookIds: [third.toUpperCase(), newId(), ghost, first] })).toBe(204)
    expect(await all('Ada')).toEqual([hidden.books, second])
    const collection = await said<List>('Ada', 'POST', 'collections', { name: 'Fewer' })
    const series = `collections/${collection.id}/series`
    const [one = '', two = '', three = ''] = ids.series
    await ask('Ada', 'POST', series, { seriesIds: [one, hidden.series, two, three] })
    expect(await status('Cem', 'POST', `${series}/remove`, { seriesIds: [one] })).toBe(403)
    expect(await status('Ada', 'POST', `${series}/remove`, { seriesIds: [three, one, newId()] })).toBe(204)
    expect(await idsOf('Ada', series)).toEqual(expect.arrayContaining([hidden.series, two]))
    expect(await idsOf('Ada', series)).toHaveLength(2)
  })

  test('the books next to one are those that can be opened', async () => {
    const { connection } = database
    const [locked = '', damaged = '', partly = ''] = [newId(), newId(), newId()]
    await connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Damage')
      const seriesPk = await insertSeries(tx, libraryPk, 'Damage', { book_count: 3 })
      const insert = (id: string, page_count: number) =>
        insertBook(tx, { libraryPk, seriesPk }, id, { id, page_count, analysis_error: 'It is broken' })
      const pk = await insert(locked, 10)
      const error = { reason: 'encrypted', details: null, occurred_at: 1, ignored_at: null }
      await tx.query
        .insertInto('book_errors')
        .values({ ...error, book_pk: pk, error_type: 'parser', message: 'It is broken' })
        .execute()
      await insert(damaged, 0)
      await insert(partly, 10)
    })
    const { id } = await said<List>('Ada', 'POST', 'readlists', { name: 'Damage' })
    const [first = '', last = ''] = ids.books
    const bookIds = [first, damaged, locked, partly, last]
    await ask('Ada', 'POST', `readlists/${id}/books`, { bookIds })
    const near = (book: string) => said<unknown>('Ada', 'GET', `readlists/${id}/books/${book}/adjacent`)
    expect(await near(first)).toMatchObject({ prev: null, next: { id: partly }, position: 1, total: 5 })
    expect(await near(partly)).toMatchObject({ prev: { id: first }, next: { id: last }, position: 4 })
    expect(await near(damaged)).toMatchObject({ prev: { id: first }, next: { id: partly }, position: 2 })
    const lone = await said<List>('Ada', 'POST', 'readlists', { name: 'Lone' })
    await ask('Ada', 'POST', `readlists/${lone.id}/books`, { bookIds: [first, damaged, locked] })
    expect(await said<unknown>('Ada', 'GET', `readlists/${lone.id}/books/${first}/adjacent`)).toMatchObject({
      next: null,
    })
  })

  test('the book of a missing entry is chosen by hand, and taken back', async () => {
    const [first = '', second = ''] = ids.books
    const entries = [
      { series: 'Ghost', number: '7', volume: 2, year: 1999, section: 'Part one', bookId: null },
      { series: 'Delta', number: '1', bookId: first },
    ]
    const list = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'By hand', entries })
    const path = `readlists/${list.id}`
    const all = async (who = 'Ada') =>
      (
        await said<{ data: { id: string; book: object | null; wanted: object | null }[] }>(
          who,
          'GET',
          `${path}/entries`,
        )
      ).data
    const [missing] = await all()
    const entry = `${path}/entries/${missing?.id}/book`
    for (const [who, at, bookId, refusal] of [
      ['Bea', entry, second, 403],
      ['Ada', entry, newId(), 404],
      ['Ada', `${path}/entries/${newId()}/book`, second, 404],
      ['Ada', entry, first, 409],
      ['Ada', entry, 'x', 422],
    ] as const) {
      expect([refusal, await status(who, 'PUT', at, { bookId })]).toEqual([refusal, refusal])
    }
    expect(await all()).toMatchObject([{ book: null, wanted: { series: 'Ghost' } }, { id: first }])

    expect(await status('Ada', 'PUT', entry, { bookId: hidden.books })).toBe(204)
    expect(await all()).toMatchObject([
      { id: hidden.books, section: 'Part one', book: { id: hidden.books }, wanted: null },
      { id: first },
    ])
    // Who does not see the book still sees a missing one.
    expect(await all('Cem')).toMatchObject([{ id: missing?.id, section: 'Part one', book: null }, { id: first }])
    expect(await said<List>('Ada', 'GET', path)).toMatchObject({ bookCount: 2, wantedCount: 0 })

    const back = `${path}/entries/${hidden.books}/book`
    expect(await status('Ada', 'PUT', back, { bookId: null })).toBe(204)
    expect(await all()).toMatchObject([
      { id: missing?.id, book: null, wanted: { series: 'Ghost', number: '7', volume: 2, year: 1999 } },
      { id: first },
    ])
    // By its own id the same, as often as it is sent.
    for (const bookId of [second, second, null, null]) {
      expect(await status('Ada', 'PUT', entry, { bookId })).toBe(204)
      expect(await all()).toMatchObject([{ book: bookId && { id: bookId } }, { id: first }])
    }
    const plain = await said<List>('Ada', 'POST', 'readlists', { name: 'Plain' })
    await ask('Ada', 'POST', `readlists/${plain.id}/books`, { bookIds: [first] })
    expect(await status('Ada', 'PUT', `readlists/${plain.id}/entries/${first}/book`, { bookId: null })).toBe(400)
  })

  test('an editor learns nothing from an entry whose book is hidden from them, and takes nothing from others', async () => {
    const [first = '', second = ''] = ids.books
    const entries = [
      { series: 'Ghost', number: '7', bookId: null },
      { series: 'Zzhidden', number: '2', bookId: first },
    ]
    const list = await said<List>('Ada', 'POST', 'readlists/files/import', { name: 'In part', entries })
    const path = `readlists/${list.id}`
    const { connection } = database
    await connection.write(async tx => {
      const { pk } = await tx.query
        .selectFrom('curated_lists')
        .select('pk')
        .where('id', '=', list.id)
        .executeTakeFirstOrThrow()
      await tx.query
        .insertInto('curated_list_shares')
        .values({ list_pk: pk, user_pk: world.people.Cem?.pk ?? 0, group_pk: null, may_edit: true })
        .execute()
    })
    const all = (who: string) => said<{ data: { id: string }[] }>(who, 'GET', `${path}/entries`)
    const [missing] = (await all('Cem')).data
    const entry = `${path}/entries/${missing?.id}/book`
    expect(await status('Cem', 'PUT', entry, { bookId: second })).toBe(204)
    expect(await status('Ada', 'PUT', entry, { bookId: hidden.books })).toBe(204)
    const [forAda, forCem] = [await all('Ada'), await all('Cem')]
    expect(forAda.data[0]).toMatchObject({ id: hidden.books })
    expect(forCem.data[0]).toMatchObject({ id: missing?.id, book: null })
    expect(await status('Cem', 'PUT', entry, { bookId: null })).toBe(204)
    expect(await status('Cem', 'PUT', `${path}/entries/${hidden.books}/book`, { bookId: second })).toBe(404)
    expect([await all('Ada'), await all('Cem')]).toEqual([forAda, forCem])
    // The same answers as for the missing entry above.
    expect(await status('Cem', 'PUT', entry, { bookId: second })).toBe(204)
    expect((await all('Cem')).data.map(({ id }) => id)).toEqual([second, first])
    expect((await all('Ada')).data.map(({ id }) => id)).toEqual([second, hidden.books, first])
    expect(await status('Cem', 'PUT', entry, { bookId: null })).toBe(204)
    expect((await all('Cem')).data[0]).toMatchObject({ id: missing?.id, book: null })
    await ask('Ada', 'POST', `${path}/books/remove`, { bookIds: [hidden.books] })
    expect(await status('Ada', 'PUT', entry, { bookId: hidden.books })).toBe(204)

    // An entry that had a book when it was imported was never missing: another book makes it no missing one to others.
    const imported = `${path}/entries/${first}/book`
    expect(await status('Ada', 'PUT', imported, { bookId: null })).toBe(400)
    expect(await status('Ada', 'PUT', entry, { bookId: null })).toBe(204)
    expect(await status('Ada', 'PUT', imported, { bookId: hidden.books })).toBe(204)
    expect((await all('Cem')).data).toMatchObject([{ id: missing?.id }])
    expect(JSON.stringify(await all('Cem'))).not.toContain('Zzhidden')
  })
})
