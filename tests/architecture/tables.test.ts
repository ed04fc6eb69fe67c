// A table is written only in its owner's folder.
import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { entryOf, TABLES } from '../../server/src/db/tables'
import { ROOT } from '../kit/paths'
import { isTest, type Source, sources } from './sources'

/** Writing calls of the query builder; the table is given by name, or the second group is an expression for it. */
const BUILDER =
  /\b(?:(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|(?<!function )(?:insert|update)Rows\(\s*[\w.]+,)\s*(?:'(\w+)'|([^)\s]+))/g
/** Statements that write, within a text of SQL. */
const SQL =
  /['"`(\s](?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into|delete\s+from)\s+"?(\w+)|['"`(]\s*(?:update\s+"?(\w+)"?\s+set\b|truncate\s+(?:table\s+)?"?(\w+))/gi

/** They write tables named by the registry or their callers: callers of `insertRows` are checked like all others. */
const WRITES_ANY = ['server/src/db/lineage.ts', 'server/src/db/write-rows.ts']

const isProduct = (source: Source) =>
  source.path.startsWith('server/src/') &&
  !isTest(source) &&
  !/\/testing[\w-]*\.ts$/.test(source.path) &&
  !source.path.startsWith('server/src/db/migrations/')

/** Violations of the registry by a file, one sentence each. */
function breaches({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  const named = [
    ...[...code.matchAll(BUILDER)].map(([, name, other]) => name ?? { other }),
    ...[...code.matchAll(SQL)].map(([, name, updated, truncated]) => name ?? updated ?? truncated ?? ''),
  ]
  return named.flatMap(table => {
    if (typeof table === 'object') {
      return WRITES_ANY.includes(path) ? [] : [`${path} writes a table that it does not name: ${table.other}`]
    }
    const owner = entryOf(table.toLowerCase())?.owner
    if (owner === undefined) return [`${path} writes ${table}, which is not in server/src/db/tables.ts`]
    if (path.startsWith(`server/src/${owner}/`)) return []
    return [`${path} writes ${table}, which belongs to ${owner}: move the write there, or change the owner`]
  })
}

test('a table is written only in the folder of its owner', () => {
  expect(sources().filter(isProduct).flatMap(breaches)).toEqual([])
})

test('writes are found in every notation', () => {
  const path = 'server/src/features/operations/health/health.ts'
  for (const text of [
    "tx.query.insertInto('books').values(row)",
    "insertRows(tx, 'books', rows)",
    "insertRows(\n  tx,\n  'books',\n",
    "updateRows(tx, 'books', 'title', rows)",
    "tx.query\n    .updateTable(\n 'books')",
    "query.with('gone', db => db.deleteFrom('books'))",
    'tx.run(`update books set title = ?`, [])',
    'sql`insert or ignore into "books" (id) values (1)`',
    "sql.raw('DELETE FROM books')",
    'sql.raw("truncate books")',
  ]) {
    expect([text, ...breaches({ path, text })]).toEqual([
      text,
      `${path} writes books, which belongs to features/catalogue/books: move the write there, or change the owner`,
    ])
  }
  expect(breaches({ path, text: "insertInto('books_of_tomorrow')" })).toEqual([
    `${path} writes books_of_tomorrow, which is not in server/src/db/tables.ts`,
  ])
  expect(breaches({ path, text: 'query.deleteFrom(table)' })).toEqual([
    `${path} writes a table that it does not name: table`,
  ])
  expect(breaches({ path: 'server/src/features/catalogue/books/a.store.ts', text: "updateTable('books')" })).toEqual([])
})

test('every owner is a folder', () => {
  const owners = [...new Set(Object.values(TABLES).map(({ owner }) => owner))]
  const isFolder = (owner: string) => {
    const path = join(ROOT, 'server/src', owner)
    return existsSync(path) && statSync(path).isDirectory()
  }
  expect(owners.filter(owner => !isFolder(owner))).toEqual([])
})
