import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, migrate, type Reader } from '../../db'
import { insertBook, insertLibrary, insertSeries } from '../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../kernel/viewer'
import { parseCondition } from '../filters'
import { BOOK_FIELDS, BOOK_SORT_DEFAULT, BOOK_SORTS } from './book-fields'
import { selectBooks } from './book-list.queries'
import { BOOK_JSON } from './book-row'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Sorts by a column of another table; an index for them comes with a copy of it on the book. */
const BY_ANOTHER_TABLE = new Set(['series', 'last_read', 'read_date'])

async function openLargeLibrary() {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-plan-'))
  folders.push(dataDir)
  const small = await connect({ databaseUrl: null, dataDir })
  await migrate(small)
  await small.write(async tx => {
    const libraryPk = await insertLibrary(tx, 'Comics')
    const seriesPk = await insertSeries(tx, libraryPk, 'Akira')
    for (let number = 0; number < 50; number++)
      await insertBook(tx, { libraryPk, seriesPk }, `Akira ${number}`, { number })
    // What SQLite would know of 100,000 books.
    await tx.run('analyze', [])
    await tx.run("update sqlite_stat1 set stat = '100000' || substr(stat, instr(stat, ' ')) where tbl = 'books'", [])
  })
  await small.close()
  return connect({ databaseUrl: null, dataDir })
}

test('a page takes its keys from an index, and joins only them', async () => {
  const connection = await openLargeLibrary()
  const plans: [sort: string, steps: string[]][] = []
  const explaining: Reader = {
    ...connection.reader,
    run: async <Row>(sql: string, values: readonly unknown[]) => {
      if (sql.includes('limit')) {
        const steps = await connection.reader.run<{ detail: string }>(`explain query plan ${sql}`, values)
        plans.push([sql, steps.map(step => step.detail)])
      }
      return connection.reader.run<Row>(sql, values)
    },
  }
  for (const field of Object.keys(BOOK_SORTS).filter(name => !BY_ANOTHER_TABLE.has(name))) {
    for (const direction of ['asc', 'desc'] as const) {
      const question = { sort: [{ field, direction }] as const, page: 1, pageSize: 50 }
      expect((await selectBooks(explaining, SYSTEM_VIEWER, BOOK_JSON, question)).rows.length).toBe(50)
    }
  }
  await connection.close()
  expect(plans.length).toBeGreaterThan(10)
  for (const [, steps] of plans) {
    expect(steps[1]).toMatch(/^SCAN books USING (COVERING )?INDEX books_by_/)
    expect(steps.filter(step => step.includes('AUTOMATIC') || step.includes('(library_pk=?)'))).toEqual([])
    expect(steps).toContain('SEARCH books USING INTEGER PRIMARY KEY (rowid=?)')
  }
})

test('filtered books of a library are counted by an index', async () => {
  const connection = await openLargeLibrary()
  const [library] = await connection.reader.run<{ pk: number }>('select pk from libraries', [])
  const plans: string[] = []
  const explaining: Reader = {
    ...connection.reader,
    run: async <Row>(sql: string, values: readonly unknown[]) => {
      const steps = await connection.reader.run<{ detail: string }>(`explain query plan ${sql}`, values)
      if (sql.includes('count(')) plans.push(...steps.map(step => step.detail))
      return connection.reader.run<Row>(sql, values)
    },
  }
  const ask = (condition: unknown) =>
    selectBooks(explaining, SYSTEM_VIEWER, BOOK_JSON, {
      libraryPk: library?.pk,
      condition: parseCondition(condition, BOOK_FIELDS),
      sort: BOOK_SORT_DEFAULT,
      page: 1,
      pageSize: 10,
    })
  await ask({ allOf: [{ format: { operator: 'is', value: 'cbz' } }, { pageCount: { operator: 'gte', value: 5 } }] })
  await ask({ title: { operator: 'contains', value: 'kira' } })
  await connection.close()
  expect(plans[0]).toMatch(
    /^SEARCH books USING (COVERING )?INDEX books_of_library_by_format \(library_pk=\? AND file_format/,
  )
  expect(plans[1]).toMatch(/^SEARCH books USING INDEX books_of_library \(library_pk=\?\)/)
})
