import { expect, test } from 'bun:test'
import { onPostgres } from '../../../db/testing'
import { countedWrites, untilWaiting } from '../../../db/testing-locks'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { fillList } from './change-members'
import { insertList, lockList, touchList } from './curated-lists.store'
import { READ_LIST } from './kind'
import { removeList } from './save-list'

onPostgres('lists', database => {
  test('a list is deleted after a change of its members, without a deadlock', async () => {
    const { connection } = database
    const { list, userPk } = await connection.write(async tx => {
      const userPk = await insertUser(tx, 'Ada')
      const libraryPk = await insertLibrary(tx, 'Comics')
      const bookPk = await insertBook(tx, { libraryPk, seriesPk: await insertSeries(tx, libraryPk, 'Sea') }, 'Sea 1')
      const values = { name: 'Sea', summary: null, ordered: true, condition: null }
      const list = await insertList(tx, 'readlist', { ...values, userPk, visibility: 'private' }, 1)
      await fillList(tx, READ_LIST, list.pk, [bookPk], 1)
      return { list, userPk }
    })
    const viewer = { ...SYSTEM_VIEWER, userPk, userId: String(userPk) }
    const { write, runs } = countedWrites(connection)
    const deps = { reader: connection.reader, now: Date.now, write }
    let deleted: Promise<void> | undefined
    await write(async tx => {
      await lockList(tx, list.pk)
      await tx.query.deleteFrom('read_list_entries').where('list_pk', '=', list.pk).execute()
      deleted ??= removeList(deps, READ_LIST, viewer, list.id)
      await untilWaiting(connection, 1)
      await touchList(tx, list.pk, 2)
    })
    await deleted
    expect(runs()).toBe(2)
  }, 30_000)
})
