import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Connection } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { enqueue } from '../../../platform/queue'
import { startParserPool } from '../../../workers'
import { analysisHandlers, libraryAnalysis } from '../analysis/analysis-tasks'
import { readDetails } from './scan-details'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 2 })
afterAll(() => pool.close())

/** Makes the real database reject rows that meet a condition; returns a function that removes the rule. */
async function refuse(connection: Connection, table: string, event: 'insert' | 'update', when: string) {
  const run = (sql: string) => connection.write(tx => tx.run(sql, []))
  const name = `refuse_${table}`
  if (connection.kind === 'sqlite') {
    await run(`create trigger ${name} before ${event} on ${table} when ${when.replaceAll('ROW', 'new')}
      begin select raise(abort, 'refused by a test'); end`)
    return () => run(`drop trigger ${name}`)
  }
  await run(`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'refused by a test' using errcode = '22000'; end $$`)
  await run(`create trigger ${name} before ${event} on ${table} for each row
    when (${when.replaceAll('ROW', 'new')}) execute function ${name}()`)
  return async () => {
    await run(`drop trigger ${name} on ${table}`)
    return run(`drop function ${name}`)
  }
}

forEachDatabase('books that the database refuses', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library?.remove()
    library = await createTestLibrary(database.connection, pool)
  })
  afterAll(() => library.remove())

  async function detailsOfLastScan() {
    const { details } = await database.connection.reader.query
      .selectFrom('scans')
      .select('details')
      .where('library_pk', '=', library.pk)
      .orderBy('pk', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return readDetails(details)
  }

  test('one that cannot be listed is left out, and the others count once', async () => {
    for (let n = 1; n <= 7; n++) await library.files.add(`Series/Book ${n}.cbz`)
    const undo = await refuse(database.connection, 'books', 'insert', "ROW.path = 'Series/Book 5.cbz'")
    const end = await library.scan()
    await undo()
    expect(end).toMatchObject({
      status: 'completed',
      result: { books_created: 6, series_created: 1, books_updated: 6, files_processed: 7 },
    })
    expect(Object.keys(await library.books()).length).toBe(6)
    const { counts, findings } = await detailsOfLastScan()
    expect(counts).toMatchObject({ new: 6, skipped: 1 })
    expect(findings.find(({ kind }) => kind === 'skipped')).toMatchObject({
      path: 'Series/Book 5.cbz',
      reason: 'not_stored',
    })
  })

  test('one of which nothing can be saved has an error, and the others count once', async () => {
    for (let n = 1; n <= 7; n++) await library.files.add(`Series/Book ${n}.cbz`)
    const undo = await refuse(database.connection, 'books', 'update', "ROW.path like '%Book 3.cbz' and ROW.analyzed")
    const end = await library.scan()
    expect(end).toMatchObject({ status: 'completed', result: { books_created: 7, books_updated: 6 } })
    const books = await library.books()
    expect(Object.values(books).filter(book => book.analyzed).length).toBe(6)
    expect(books['Series/Book 3.cbz']).toMatchObject({ analyzed: false, pages: 0 })
    expect(books['Series/Book 3.cbz']?.error).toContain('refused by a test')
    await library.scan()
    // It is not read again while its file is unchanged.
    expect(library.opened).toEqual([])
    await undo()
  })

  test('a book that was read before keeps its known values', async () => {
    for (let n = 1; n <= 3; n++) await library.files.add(`Series/Book ${n}.cbz`, { pages: 2 })
    await library.scan()
    const before = await library.books()
    const undo = await refuse(
      database.connection,
      'book_pages',
      'insert',
      `ROW.book_pk = ${before['Series/Book 2.cbz']?.pk}`,
    )
    const { analyze_library: handler } = analysisHandlers(library.deps)
    if (!handler) throw new Error('no handler')
    await database.connection.write(tx => enqueue(tx, libraryAnalysis(library.id, true)))
    const end = await library.workOn('analyze_library', handler)
    await undo()
    expect(end).toMatchObject({ result: { total_books: 3, books_analyzed: 2, books_in_trouble: 1 } })
    const after = await library.books()
    expect(after['Series/Book 2.cbz']).toMatchObject({ pages: 2, analyzed: true, title: 'Book 2' })
    expect(after['Series/Book 2.cbz']?.error).toContain('refused by a test')
  })

  test('a secondary write that is refused does not end a scan', async () => {
    await library.files.add('Series/Book 1.cbz')
    await library.scan()
    const undo = await refuse(database.connection, 'library_folders', 'update', '1 = 1')
    const end = await library.scan()
    await undo()
    expect(end.status).toBe('completed')
    expect(JSON.stringify(end)).toContain('What was seen of the folders could not be saved')
  })
})
