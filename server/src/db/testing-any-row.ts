import { sql } from 'kysely'
import { insertBook, insertLibrary, insertSeries, insertUser } from './testing-rows'
import type { TableFacts } from './testing-schema'
import type { Tx } from './write'

/** A row of the database, by column. */
export type AnyRow = Readonly<Record<string, unknown>>

/** Creates rows of any table from its columns alone, with all rows that they refer to. */
export interface AnyRows {
  book(): Promise<number>
  series(): Promise<number>
  user(): Promise<number>
  /** A new value that fits a column. */
  value(table: string, column: string): Promise<unknown>
  /** Fills required columns; the rest is null. */
  insert(table: string, given: AnyRow): Promise<void>
  /** All rows of a table. */
  all(table: string): Promise<readonly AnyRow[]>
}

export async function createAnyRows(tx: Tx, schema: readonly TableFacts[]): Promise<AnyRows> {
  let made = 0
  const libraryPk = await insertLibrary(tx, `library ${made++}`)
  const factsOf = (table: string) => {
    const facts = schema.find(({ name }) => name === table)
    if (!facts) throw new Error(`There is no table ${table}`)
    return facts
  }

  const rows: AnyRows = {
    book: async () => insertBook(tx, { libraryPk, seriesPk: await rows.series() }, `book ${made++}`),
    series: () => insertSeries(tx, libraryPk, `series ${made++}`),
    user: () => insertUser(tx, `user-${made++}`),
    async value(table, column) {
      const { columns, foreignKeys } = factsOf(table)
      const key = foreignKeys.find(each => each.column === column)
      if (key) return keyOfNew(key.target)
      const type = columns.find(({ name }) => name === column)?.type
      if (type === 'boolean') return false
      return type === 'text' ? `value ${made++}` : 1_000 + made++
    },
    async insert(table, given) {
      const values: Record<string, unknown> = { ...given }
      for (const { name, isRequired } of factsOf(table).columns) {
        if (isRequired && !(name in values)) values[name] = await rows.value(table, name)
      }
      const names = Object.keys(values).map(name => sql.ref(name))
      await sql`insert into ${sql.table(table)} (${sql.join(names)})
        values (${sql.join(Object.values(values))})`.execute(tx.query)
    },
    all: async table => (await sql<AnyRow>`select * from ${sql.table(table)}`.execute(tx.query)).rows,
  }

  async function keyOfNew(table: string): Promise<number> {
    if (table === 'books') return rows.book()
    if (table === 'series') return rows.series()
    if (table === 'users') return rows.user()
    if (table === 'libraries') return insertLibrary(tx, `library ${made++}`)
    await rows.insert(table, {})
    const { rows: last } = await sql<{ readonly pk: number }>`select max(pk) as pk from ${sql.table(table)}`.execute(
      tx.query,
    )
    return last[0]?.pk ?? 0
  }
  return rows
}
