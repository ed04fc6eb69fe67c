import { afterAll, expect, test } from 'bun:test'
import type { Write } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { createLogger } from '../../../kernel/log'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { startParserPool } from '../../../workers'
import { saveGroup } from './duplicates.store'
import { mergeDuplicates } from './merge-duplicates'

const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('merging duplicates', database => {
  test('a pair that fails unexpectedly is reported, and the others are merged', async () => {
    const { reader, write } = database.connection
    const { pairs, userPk } = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Akira')
      const pairs: { pk: number; books: number[] }[] = []
      for (const name of ['one', 'two', 'three']) {
        const books = [
          await insertBook(tx, { libraryPk, seriesPk }, name),
          await insertBook(tx, { libraryPk, seriesPk }, `${name} (copy)`),
        ]
        const members = books.map(pk => ({ pk, stamp: null }))
        const group = { kind: 'book', matchType: 'content', matchKey: name, libraryPk, members } as const
        pairs.push({ pk: await saveGroup(tx, group, 1), books })
      }
      await tx.run('update series set book_count = 6', [])
      return { pairs, userPk: await insertUser(tx, 'admin') }
    })
    const idsOf = async (table: 'books' | 'duplicates') => {
      const rows = await reader.query.selectFrom(table).select(['pk', 'id']).execute()
      return new Map(rows.map(({ pk, id }) => [pk, id]))
    }
    const [groups, books] = [await idsOf('duplicates'), await idsOf('books')]
    const merges = pairs.map(({ pk, books: [keep = 0, other = 0] }) => ({
      duplicateId: groups.get(pk) ?? '',
      bookId: books.get(keep) ?? '',
      bookIds: [books.get(other) ?? ''],
    }))
    let calls = 0
    const failing: Write = (work, options) => {
      calls++
      return calls === 2 ? Promise.reject(Object.assign(new Error('disk'), { code: 'EIO' })) : write(work, options)
    }
    const viewer = { ...SYSTEM_VIEWER, userPk, userId: String(userPk) }
    const log = createLogger('silent')
    const tasks = { notify: () => undefined }
    const deps = { reader, write: failing, pool, now: Date.now, tasks, log, deletesFiles: false }
    const { results } = await mergeDuplicates(deps, viewer, { merges, deleteFiles: false })
    expect(results.map(({ merged, problem }) => [merged, problem])).toEqual([
      [1, null],
      [0, 'This failed unexpectedly (EIO)'],
      [1, null],
    ])
  })
})
