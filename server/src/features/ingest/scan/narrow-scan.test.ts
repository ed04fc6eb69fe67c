import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { comic } from '../../../../../tests/kit/books'
import { forEachDatabase } from '../../../db/testing'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { startParserPool } from '../../../workers'
import { requestScan, requestSeriesScan } from './request-scan'
import { scanReports } from './scan.queries'
import { reportView } from './scan.view'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('a scan of a part', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
    for (const path of ['A/1.cbz', 'A/2.cbz', 'A/In/3.cbz', 'B/4.cbz', 'B/5.cbz', 'C/6.cbz', 'C/7.cbz', 'C/8.cbz']) {
      await library.files.add(path)
    }
    await library.scan()
  })
  afterEach(() => library.remove())

  const reader = () => database.connection.reader
  const place = (path: string, below = true) => ({ root: library.root, path, below })
  const paths = async () => Object.keys(await library.books())
  const ids = async () =>
    Object.fromEntries(Object.entries(await library.books()).map(([path, book]) => [book.id, path]))
  const report = async () => {
    const { rows } = await scanReports(reader(), library.pk, { page: 1, pageSize: 1 })
    return rows[0] && reportView(rows[0])
  }

  test('finds new and changed files in a folder, and leaves the rest alone', async () => {
    await library.files.add('A/In/9.cbz')
    await library.files.add('B/10.cbz')
    await library.files.add('A/1.cbz', { pages: 3 })
    const end = await library.scan({ places: [place('A')] })
    expect(end).toMatchObject({ result: { files_processed: 4, books_created: 1, books_updated: 2 } })
    expect(library.opened.toSorted()).toEqual(['A/1.cbz', 'A/In/9.cbz'])
    const books = await library.books()
    expect(books['A/1.cbz']?.pages).toBe(3)
    expect(books['B/10.cbz']).toBeUndefined()
    expect(await report()).toMatchObject({ folders: ['A'], widened: false, counts: { new: 1, changed: 1 } })
    expect(await library.scan({ places: [place('B', false)] })).toMatchObject({ result: { books_created: 1 } })
    expect((await library.books())['B/10.cbz']?.number).toBe(10)
  })

  test('of a folder without its subfolders reads nothing else', async () => {
    await library.files.add('A/In/9.cbz')
    await library.files.add('top.cbz')
    const end = await library.scan({ places: [place('', false), place('A', false)] })
    expect(end).toMatchObject({ result: { files_processed: 3, books_created: 1 } })
    expect(await paths()).not.toContain('A/In/9.cbz')
  })

  test('reads every book of the part again when it is deep', async () => {
    await library.scan({ mode: 'deep', places: [place('A')] })
    expect(library.opened.toSorted()).toEqual(['A/1.cbz', 'A/2.cbz', 'A/In/3.cbz'])
  })

  test('finds files moved into the folder from elsewhere in the library', async () => {
    const before = await ids()
    library.files.move('B/4.cbz', 'A/from B.cbz')
    library.files.move('A/1.cbz', 'A/In/one.cbz')
    const end = await library.scan({ places: [place('A')] })
    expect(end).toMatchObject({ result: { books_moved: 2, books_created: 0, books_deleted: 0 } })
    const after = await ids()
    expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted())
    expect(Object.values(after)).toContain('A/from B.cbz')
    expect(await report()).toMatchObject({ widened: false })
  })

  test('looks at the whole library before a book that it misses counts as gone', async () => {
    const before = await ids()
    library.files.move('A/1.cbz', 'C/one.cbz')
    await library.scan({ places: [place('A')] })
    expect(await ids()).toEqual({ ...before, ...idsOf(before, 'A/1.cbz', 'C/one.cbz') })
    expect(await report()).toMatchObject({ folders: ['A'], widened: true, counts: { moved: 1, gone: 0 } })
    library.files.remove('A/2.cbz')
    expect(await library.scan({ places: [place('A')] })).toMatchObject({ result: { books_deleted: 1 } })
    expect(await paths()).not.toContain('A/2.cbz')
  })

  test('follows a folder that was renamed, its series too', async () => {
    const before = await library.books()
    library.files.move('C', 'D')
    const end = await library.scan({ places: [place('C'), place('D')] })
    expect(end).toMatchObject({ result: { books_moved: 3, books_deleted: 0, series_created: 0 } })
    const after = await library.books()
    expect(after['D/6.cbz']).toMatchObject({ id: before['C/6.cbz']?.id, seriesId: before['C/6.cbz']?.seriesId })
    expect(await report()).toMatchObject({ widened: false })
  })

  test('does not take many books at once for gone, nor a folder that cannot be read', async () => {
    library.files.move('B', '../elsewhere')
    const end = await library.scan({ places: [place('B')] })
    expect(end).toMatchObject({ status: 'failed' })
    expect(await paths()).toHaveLength(8)
    library.files.move('../elsewhere', 'B')
    expect(await library.scan({ places: [place('B')] })).toMatchObject({ result: { books_deleted: 0 } })
  })

  test('follows no links and stays within the library', async () => {
    symlinkSync(join(library.root, 'B'), join(library.root, 'link'))
    expect(await library.scan({ places: [place('link')] })).toMatchObject({ result: { files_processed: 0 } })
    const deps = { reader: reader(), write: database.connection.write, now: Date.now, tasks: library.tasks }
    const ask = (path: string) => requestScan(deps, SYSTEM_VIEWER, library.id, 'normal', path)
    for (const path of ['..', 'A/../..', '/etc', 'A//In', './A']) {
      await expect(ask(path)).rejects.toMatchObject({ code: 'BadRequest' })
    }
    for (const path of ['link', 'None', 'A/1.cbz']) await expect(ask(path)).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('of a series is one of its folders; waiting requests become one', async () => {
    const deps = { reader: reader(), write: database.connection.write, now: Date.now, tasks: library.tasks }
    const { 'A/1.cbz': inA, 'B/4.cbz': inB } = await library.books()
    await requestSeriesScan(deps, SYSTEM_VIEWER, inA?.seriesId ?? '', 'normal')
    await requestSeriesScan(deps, SYSTEM_VIEWER, inB?.seriesId ?? '', 'normal')
    await requestScan(deps, SYSTEM_VIEWER, library.id, 'normal', 'A/In')
    await library.files.add('B/9.cbz')
    await library.files.add('C/9.cbz')
    expect(await library.work()).toMatchObject({ result: { files_processed: 6, books_created: 1 } })
    expect((await report())?.folders.toSorted()).toEqual(['A', 'B'])
    await requestScan(deps, SYSTEM_VIEWER, library.id, 'normal', 'A')
    expect(await requestScan(deps, SYSTEM_VIEWER, library.id, 'normal')).toMatchObject({ status: 'pending' })
    await requestScan(deps, SYSTEM_VIEWER, library.id, 'normal', 'B')
    expect(await library.work()).toMatchObject({ result: { books_created: 1 } })
    expect(await report()).toMatchObject({ folders: [], filesTotal: 10 })
  })

  test('requested while another runs starts after it', async () => {
    const deps = { reader: reader(), write: database.connection.write, now: Date.now, tasks: library.tasks }
    await library.files.add('A/9.cbz')
    await library.scan({
      meanwhile: async () => {
        await library.files.add('B/9.cbz')
        await requestScan(deps, SYSTEM_VIEWER, library.id, 'normal', 'B')
        await expect(requestScan(deps, SYSTEM_VIEWER, library.id, 'normal')).rejects.toMatchObject({ code: 'Conflict' })
      },
    })
    expect(await paths()).not.toContain('B/9.cbz')
    expect(await library.work()).toMatchObject({ result: { books_created: 1, files_processed: 3 } })
  })

  test('does not call a file damaged of which the rest is on its way', async () => {
    const whole = Buffer.from(await comic({ pages: 2, size: { width: 31, height: 40 } }))
    const [late, never] = ['A/9.cbz', 'A/10.cbz'].map(path => join(library.root, path)) as [string, string]
    writeFileSync(late, whole.subarray(0, 200))
    writeFileSync(never, whole.subarray(0, 200))
    await library.scan({
      meanwhile: async () => appendFileSync(late, whole.subarray(200)),
    })
    const books = await library.books()
    expect(books['A/9.cbz']).toMatchObject({ pages: 2, error: null })
    expect(books['A/10.cbz']).toMatchObject({ pages: 0, error: expect.any(String) })
  })

  test('leaves a file that is being written until it is whole', async () => {
    const whole = Buffer.from(await comic({ pages: 2, size: { width: 30, height: 40 } }))
    const file = join(library.root, 'A/9.cbz')
    writeFileSync(file, whole.subarray(0, 200))
    let at = 200
    const writing = setInterval(() => {
      appendFileSync(file, whole.subarray(at, at + 1))
      at++
    }, 20)
    await library.scan()
    clearInterval(writing)
    expect(await paths()).toHaveLength(8)
    appendFileSync(file, whole.subarray(at))
    expect(await library.work()).toMatchObject({ status: 'completed', result: { books_created: 1, errors: [] } })
    expect((await library.books())['A/9.cbz']).toMatchObject({ pages: 2, error: null })
  })
})

function idsOf(before: Record<string, string>, from: string, to: string): Record<string, string> {
  return Object.fromEntries(Object.entries(before).flatMap(([id, path]) => (path === from ? [[id, to]] : [])))
}
