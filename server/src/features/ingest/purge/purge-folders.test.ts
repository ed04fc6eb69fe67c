import { expect, test } from 'bun:test'
import type { Tx } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { openArtefacts } from '../../../platform/artefacts'
import { createCovers } from '../../catalogue/covers'
import { libraryPlace } from './purge.queries'
import { purgeDeleted } from './purge-deleted'

forEachDatabase('purging books of folders that were removed from their library', database => {
  test('deletes the folders without a book, and no others', async () => {
    const { reader, write } = database.connection
    const folderOf = async (tx: Tx, libraryPk: number, path: string, removed_at: number | null) => {
      const values = { library_pk: libraryPk, position: 1, path, removed_at }
      return (await tx.query.insertInto('library_folders').values(values).returning('pk').executeTakeFirstOrThrow()).pk
    }
    const libraryPk = await write(async tx => {
      const pk = await insertLibrary(tx, 'comics')
      const place = { libraryPk: pk, seriesPk: await insertSeries(tx, pk, 'Tide') }
      const now = await folderOf(tx, pk, '/now', null)
      const [gone, used] = [await folderOf(tx, pk, '/gone', 1), await folderOf(tx, pk, '/used', 1)]
      await folderOf(tx, pk, '/never', 1)
      for (const [name, folder_pk, deleted_at] of [
        ['a', now, 1],
        ['b', gone, 1],
        ['c', gone, 2],
        ['d', used, 9],
      ] as const) {
        await insertBook(tx, place, name, { folder_pk, deleted: true, deleted_at })
      }
      await folderOf(tx, await insertLibrary(tx, 'other'), '/other', 1)
      return pk
    })
    const { id } = await reader.query
      .selectFrom('libraries')
      .select('id')
      .where('pk', '=', libraryPk)
      .executeTakeFirstOrThrow()
    const covers = createCovers({ store: openArtefacts({ kind: 'data-folder' }, '/nowhere'), dataDir: '/nowhere' })
    const purge = async (before?: number) =>
      purgeDeleted({ covers, now: () => 10, write, userPk: null }, { ...(await libraryPlace(reader, id)), before })
    const paths = async () =>
      (await reader.query.selectFrom('library_folders').select('path').orderBy('path').execute()).map(row => row.path)
    const always = ['/library/comics', '/library/other', '/now', '/other']
    expect(await purge(2)).toBe(2)
    expect(await paths()).toEqual([...always, '/gone', '/used'].sort())
    expect(await purge(5)).toBe(1)
    expect(await paths()).toEqual([...always, '/used'].sort())
    expect(await purge()).toBe(1)
    expect(await paths()).toEqual(always)
  })
})
