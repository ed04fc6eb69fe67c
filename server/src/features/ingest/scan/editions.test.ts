import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import { startParserPool } from '../../../workers'
import { nameEditions } from '../../catalogue/editing'
import { analysisHandlers, bookAnalysis } from '../analysis'
import { deleteOthers } from '../file-deletion'
import { doomedBooks } from '../file-deletion/doomed-books.queries'
import { hideDeleted } from '../file-deletion/hide-deleted'
import { moveBooksTo, splitSeriesOff } from '../regrouping/regroup'
import { undoRegrouping } from '../regrouping/undo-regrouping'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('books that differ in the year only', database => {
  let library: TestLibrary
  let rules = 0
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => library.remove())

  const titles = async () =>
    Object.values(await library.books())
      .map(book => book.title)
      .sort()
  /** By a new scan of everything, and by the rules applied again: all three ways are the same. */
  const titlesByEachWay = async () => {
    await library.scan({ mode: 'deep' })
    const scanned = await titles()
    await library.name({ titlePreprocessingRules: [{ pattern: `x{${++rules}}y`, replacement: 'y' }] })
    expect(await titles()).toEqual(scanned)
    return scanned
  }
  /** How many books are to be named again. */
  const toName = async () => {
    const { query } = database.connection.reader
    const books = query.selectFrom('books').select('pk').where('library_pk', '=', library.pk)
    return (await books.where('edition_changes', '>', 0).execute()).length
  }
  const deps = () => ({ ...library.deps, reader: database.connection.reader, write: database.connection.write })
  const doomed = async (path: string) =>
    doomedBooks(database.connection.reader, SYSTEM_VIEWER, { bookIds: [(await library.books())[path]?.id ?? ''] })

  test.each(['[Scans] Thor 001 (1998)', 'Thor_001_(1998)', 'Thor (Digital) 001 (1998)'])(
    'are found however their names begin: %s',
    async other => {
      await library.files.add('Thor/Thor 001 (2007).cbz')
      await library.scan()
      expect(await titles()).toEqual(['Thor 001'])
      await library.files.add(`Thor/${other}.cbz`)
      await library.scan()
      const both = ['Thor 001 (1998)', 'Thor 001 (2007)']
      expect(await titles()).toEqual(both)
      expect(await titlesByEachWay()).toEqual(both)
      library.files.remove('Thor/Thor 001 (2007).cbz')
      await library.scan()
      expect(await titles()).toEqual(['Thor 001'])
    },
  )

  test('are found among any number of files of the same year', async () => {
    for (let at = 0; at < 24; at++) await library.files.add(`Thor/Thor 001 (1998) (Scan${at}-DCP).cbz`)
    await library.scan()
    expect(new Set(await titles())).toEqual(new Set(['Thor 001']))
    await library.files.add('Thor/Thor 001 (2007).cbz')
    await library.scan()
    const all = [...Array.from({ length: 24 }, () => 'Thor 001 (1998)'), 'Thor 001 (2007)']
    expect(await titles()).toEqual(all)
    expect(await titlesByEachWay()).toEqual(all)
  })

  test('are named when an older version of Octavo has added them', async () => {
    for (const name of ['Thor 001 (1998)', 'Thor 002 (1998)']) await library.files.add(`Thor/${name}.cbz`)
    await library.scan()
    await database.connection.write(tx =>
      tx.query.updateTable('books').set({ edition_key: null, edition_changes: 1 }).execute(),
    )
    // No request does what only a scan has time for: here, for a whole library.
    await nameEditions(deps(), database.connection.write, library.pk)
    expect(await toName()).toBe(2)
    await library.files.add('Thor/[Scans] Thor 001 (2007).cbz')
    await library.scan()
    expect(await titles()).toEqual(['Thor 001 (1998)', 'Thor 001 (2007)', 'Thor 002'])
    expect(await toName()).toBe(0)
  })

  test('lose the year when the file of the other is deleted', async () => {
    for (const year of [1998, 2007]) await library.files.add(`Thor/Thor 001 (${year}).cbz`)
    await library.scan()
    const done = await deleteOthers(deps(), SYSTEM_VIEWER, await doomed('Thor/Thor 001 (1998).cbz'))
    expect(done).toMatchObject({ files: 1, problem: null })
    expect(await titles()).toEqual(['Thor 001'])
  })

  test('are named by the next scan if Octavo stops between their change and their naming', async () => {
    for (const year of [1998, 2007]) await library.files.add(`Thor/Thor 001 (${year}).cbz`)
    await library.scan()
    const books = await doomed('Thor/Thor 001 (1998).cbz')
    await database.connection.write(tx => hideDeleted(tx, books, 5))
    library.files.remove('Thor/Thor 001 (1998).cbz')
    expect(await titles()).toEqual(['Thor 001 (2007)'])
    await library.scan()
    expect(await titles()).toEqual(['Thor 001'])
    expect(await toName()).toBe(0)
  })

  test('are parted, and their files deleted, also if own patterns are too slow; the next scan names them', async () => {
    const folder = `Thor ${'a'.repeat(200)}`
    for (const year of [1998, 2007, 2011]) await library.files.add(`${folder}/Thor 001 (${year}).cbz`)
    await library.scan()
    expect(await titles()).toEqual(['Thor 001 (1998)', 'Thor 001 (2007)', 'Thor 001 (2011)'])
    const setRules = (title_rules: string | null) =>
      database.connection.write(tx => tx.query.updateTable('libraries').set({ title_rules }).execute())
    const longer = { pattern: 'a', replacement: 'a'.repeat(16) }
    // Quadratic backtracking, in a title of thousands of letters.
    const slow = { pattern: 'a(.*z)?', replacement: 'a' }
    await setRules(JSON.stringify([longer, ...Array.from({ length: 50 }, () => slow)]))
    const names: typeof pool.names = request => pool.names({ ...request, timeoutMs: 100 })
    const given = { ...deps(), tasks: library.tasks, pool: { ...pool, names } }
    const viewer = { ...SYSTEM_VIEWER, userPk: await database.connection.write(tx => insertUser(tx, newId())) }
    const [old] = Object.values(await library.books())
    const parts = { bookIds: [old?.id ?? ''], title: 'Old' }
    expect(await splitSeriesOff(given, viewer, old?.seriesId ?? '', parts)).toMatchObject([{ taskId: null }])
    const done = await deleteOthers(given, SYSTEM_VIEWER, await doomed(`${folder}/Thor 001 (2007).cbz`))
    expect(done).toMatchObject({ files: 1, problem: null })
    expect(await titles()).toEqual(['Thor 001 (1998)', 'Thor 001 (2011)'])
    await setRules(null)
    await library.scan()
    expect(await titles()).toEqual(['Thor 001', 'Thor 001'])
    expect(await toName()).toBe(0)
  })

  test('count within their series only: one that people move to another tells nothing of those that stay', async () => {
    for (const year of [1998, 2007, 2011]) await library.files.add(`Thor/Thor 001 (${year}).cbz`)
    await library.files.add('Odin/Odin 001.cbz')
    await library.scan()
    const all = ['Odin 001', 'Thor 001 (1998)', 'Thor 001 (2007)', 'Thor 001 (2011)']
    expect(await titles()).toEqual(all)
    const [odin, old, middle] = Object.values(await library.books())
    const given = { ...deps(), tasks: library.tasks }
    const viewer = { ...SYSTEM_VIEWER, userPk: await database.connection.write(tx => insertUser(tx, newId())) }
    const [split] = await splitSeriesOff(given, viewer, old?.seriesId ?? '', {
      bookIds: [old?.id ?? ''],
      title: 'Hidden',
    })
    const apart = ['Odin 001', 'Thor 001', 'Thor 001 (2007)', 'Thor 001 (2011)']
    expect(await titles()).toEqual(apart)
    expect(await titlesByEachWay()).toEqual(apart)
    const [moved] = await moveBooksTo(given, viewer, [middle?.id ?? ''], odin?.seriesId ?? '')
    expect(await titlesByEachWay()).toEqual(['Odin 001', 'Thor 001', 'Thor 001', 'Thor 001'])
    library.files.move('Thor', 'Thor, God of Thunder')
    await library.scan()
    expect(await titles()).toEqual(['Odin 001', 'Thor 001', 'Thor 001', 'Thor 001'])
    for (const one of [moved, split]) await undoRegrouping(given, viewer, one?.row.id ?? '')
    expect(await titles()).toEqual(all)
    expect(await toName()).toBe(0)
  })

  test('count within their series only, if that is in the metadata of the files', async () => {
    const add = (year: number, Series: string) =>
      library.files.add(`Thor/Thor 001 (${year}).cbz`, { comicInfo: { Series } })
    for (const year of [1998, 2007]) await add(year, 'Thor')
    await library.scan()
    await library.name({ seriesStrategy: 'flat' })
    expect(await titlesByEachWay()).toEqual(['Thor 001 (1998)', 'Thor 001 (2007)'])
    await add(2007, 'Hidden')
    const changed = (await library.books())['Thor/Thor 001 (2007).cbz']
    await database.connection.write(tx => enqueue(tx, bookAnalysis(changed?.id ?? '', true)))
    const { analyze_book } = analysisHandlers(library.deps)
    if (analyze_book) await library.workOn('analyze_book', analyze_book)
    expect(await titles()).toEqual(['Thor 001', 'Thor 001'])
    await add(2007, 'Thor')
    await library.scan()
    expect(await titlesByEachWay()).toEqual(['Thor 001 (1998)', 'Thor 001 (2007)'])
  })
})
