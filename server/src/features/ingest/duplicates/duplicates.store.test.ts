import { expect, test } from 'bun:test'
import type { Tx } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { forgetOthers, saveGroup } from './duplicates.store'

forEachDatabase('groups of duplicates', database => {
  test('that were not found again are deleted, a hundred per transaction', async () => {
    const found = new Set<number>()
    await database.connection.write(async tx => {
      for (let number = 0; number < 250; number++) {
        const group = {
          kind: 'book',
          matchType: 'title',
          matchKey: `t${number}`,
          libraryPk: null,
          members: [],
        } as const
        const pk = await saveGroup(tx, group, 1)
        if (number % 100 === 7) found.add(pk)
      }
    })
    const remaining = async () =>
      (await database.connection.reader.query.selectFrom('duplicates').select('pk').orderBy('pk').execute()).map(
        ({ pk }) => pk,
      )
    const counts: number[] = []
    const write = async <T>(work: (tx: Tx) => Promise<T>) => {
      const result = await database.connection.write(work)
      counts.push((await remaining()).length)
      return result
    }
    await forgetOthers(write, 'book', found)
    expect(counts).toEqual([151, 52, 3])
    expect(await remaining()).toEqual([...found])
  })
})
