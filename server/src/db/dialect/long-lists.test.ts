import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { newId } from '../../kernel/ids'
import { forEachDatabase } from '../testing'
import { insertLibrary } from '../testing-rows'
import { valueList } from './long-lists'

/** More than either database takes as parameters of one statement. */
const MANY = 100_000

forEachDatabase('lists of values', database => {
  const id = newId()
  let pk = 0
  beforeAll(async () => {
    pk = await database.connection.write(tx => insertLibrary(tx, 'Comics', { id }))
  })
  const libraries = () => database.connection.reader.query.selectFrom('libraries').select('pk')

  test.each([1, 500, 501, MANY])('of %p values are queried with one statement', async size => {
    const others = Array.from({ length: size - 1 }, (_, at) => at + 1_000_000)
    const ids = others.map(at => `"${at}`)
    expect(
      await libraries()
        .where('pk', 'in', [...others, pk])
        .execute(),
    ).toEqual([{ pk }])
    expect(
      await libraries()
        .where('pk', 'not in', [...others, 999_999])
        .execute(),
    ).toEqual([{ pk }])
    expect(
      await libraries()
        .where('id', 'in', [...ids, id])
        .execute(),
    ).toEqual([{ pk }])
    const raw = sql<boolean>`libraries.id in ${valueList([...ids, id])}`
    expect(await libraries().where(raw).execute()).toEqual([{ pk }])
  })

  test('without values match nothing', async () => {
    expect(
      await libraries()
        .where(sql<boolean>`libraries.id in ${valueList([])}`)
        .execute(),
    ).toEqual([])
  })

  test('can be used in a transaction', async () => {
    const keys = Array.from({ length: MANY }, (_, at) => at + 1_000_000)
    const named = await database.connection.write(tx =>
      tx.query
        .updateTable('libraries')
        .set({ name: 'Books' })
        .where('pk', 'in', [...keys, pk])
        .returning('pk')
        .execute(),
    )
    expect(named).toEqual([{ pk }])
  })
})
