import { Database } from 'bun:sqlite'
import type { Cell, Row, RowSource, RowTarget } from './rows'
import { COPY_TABLE, copiedTables, FIRST_FETCH, nextFetch, quoted, TableSum } from './rows'

/** SQLite's own table of the last key of each table. */
const LAST_KEYS = 'sqlite_sequence'

interface Column {
  readonly name: string
  readonly type: string
}

/** The tables of a SQLite file that nobody writes to meanwhile. */
export function sqliteSource(file: string): RowSource {
  const database = new Database(file, { readwrite: true, create: false, strict: true })
  database.run('pragma query_only = on')
  database.run('pragma busy_timeout = 5000')
  return { ...reading(database), kind: 'sqlite', close: async () => database.close() }
}

/** A migrated SQLite file that nothing else has open; it may lack tables of later steps. */
export function sqliteTarget(file: string): RowTarget {
  const database = new Database(file, { readwrite: true, create: false, strict: true })
  database.run('pragma journal_mode = wal')
  database.run('pragma synchronous = normal')
  database.run('pragma foreign_keys = off')
  const read = reading(database)

  return {
    ...read,
    kind: 'sqlite',
    filled: async () =>
      copiedTables().filter(
        table => read.has(table) && database.query(`select 1 from ${quoted(table)} limit 1`).get() !== null,
      ),
    async references() {
      const keys = database
        .query(
          `select m.name as "from", f."table" as "to" from sqlite_schema m join pragma_foreign_key_list(m.name) f
           where m.type = 'table'`,
        )
        .all() as { from: string; to: string }[]
      return new Map([...Map.groupBy(keys, key => key.from)].map(([from, to]) => [from, to.map(key => key.to)]))
    },
    async notes() {
      if (!database.query('select 1 from sqlite_schema where name = ?').get(COPY_TABLE)) return null
      const rows = database.query(`select name, value from ${COPY_TABLE}`).all() as { name: string; value: string }[]
      return new Map(rows.map(({ name, value }) => [name, value]))
    },
    async begin(source) {
      database.run(`create table if not exists ${COPY_TABLE} (name text primary key, value text not null)`)
      note('source', source)
    },
    async replace(table, columns, rows, noteOf, check) {
      const names = columns.map(quoted).join(', ')
      const insert = database.query(
        `insert into ${quoted(table)} (${names}) values (${columns.map(() => '?').join(', ')})`,
      )
      database.run('begin immediate')
      try {
        database.run(`delete from ${quoted(table)}`)
        for await (const part of rows) for (const row of part) insert.run(...row)
        const sum = new TableSum()
        for await (const part of read.rows(table, columns)) sum.add(part)
        check(sum)
        note(`table ${table}`, noteOf())
        database.run('commit')
      } catch (error) {
        database.run('rollback')
        throw error
      }
    },
    async finish(lastKeys) {
      const broken = database.query('select "table" as "of" from pragma_foreign_key_check limit 1').get()
      if (broken) throw new Error(`The table ${(broken as { of: string }).of} refers to rows that do not exist.`)
      database.run('begin immediate')
      for (const [table, key] of lastKeys) {
        database.run(`delete from ${LAST_KEYS} where name = ?`, [table])
        database.run(`insert into ${LAST_KEYS} (name, seq) values (?, ?)`, [table, key])
      }
      database.run(`drop table ${COPY_TABLE}`)
      database.run('commit')
      database.run('pragma wal_checkpoint(truncate)')
    },
    close: async () => database.close(),
  }

  function note(name: string, value: string): void {
    database.run(`insert or replace into ${COPY_TABLE} (name, value) values (?, ?)`, [name, value])
  }
}

/** Writes a snapshot of the database, even while it is being written to. */
export function snapshotSqlite(file: string, to: string): void {
  const database = new Database(file, { readwrite: true, create: false, strict: true })
  try {
    database.run('pragma busy_timeout = 5000')
    database.run('vacuum into ?', [to])
  } finally {
    database.close()
  }
}

/** @throws if the file is not a complete SQLite database */
export function checkSqlite(file: string): void {
  const database = new Database(file, { readwrite: true, create: false, strict: true })
  try {
    const found = database.query('pragma integrity_check(1)').all() as { integrity_check: string }[]
    if (found[0]?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${found[0]?.integrity_check}`)
  } finally {
    database.close()
  }
}

/** Number of rows of each table of a SQLite file. */
export function countRows(file: string): Record<string, number> {
  const database = new Database(file, { readwrite: true, create: false, strict: true })
  try {
    const count = (table: string) =>
      (database.query(`select count(*) as count from ${quoted(table)}`).get() as { count: number }).count
    const read = reading(database)
    return Object.fromEntries(copiedTables().flatMap(name => (read.has(name) ? [[name, count(name)]] : [])))
  } finally {
    database.close()
  }
}

/** Runs statements on a SQLite file that nothing else has open, all or none. */
export function changeSqlite(file: string, statements: readonly string[]): void {
  const database = new Database(file, { readwrite: true, create: false, strict: true })
  try {
    database.run('begin immediate')
    for (const statement of statements) database.run(statement)
    database.run('commit')
    database.run('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

function reading(database: Database) {
  const facts = (table: string) =>
    database.query(`select name, lower(type) as type from pragma_table_info(?)`).all(table) as Column[]

  async function* rows(table: string, columns: readonly string[]): AsyncGenerator<readonly Row[], void, void> {
    const types = new Map(facts(table).map(({ name, type }) => [name, type]))
    const booleans = columns.flatMap((name, place) => (types.get(name) === 'boolean' ? [place + 1] : []))
    const query = database.query(
      `select rowid, ${columns.map(quoted).join(', ')} from ${quoted(table)} where rowid > ? order by rowid limit ?`,
    )
    for (let after = Number.MIN_SAFE_INTEGER, count = FIRST_FETCH; ; ) {
      const found = query.values(after, count) as Cell[][]
      if (found.length === 0) return
      after = found.at(-1)?.[0] as number
      for (const row of found) for (const place of booleans) if (row[place] !== null) row[place] = Boolean(row[place])
      const asked = count
      count = nextFetch(found)
      yield found.map(row => row.slice(1))
      if (found.length < asked) return
    }
  }

  return {
    rows,
    has: (table: string) => facts(table).length > 0,
    async steps() {
      const found = database.query('select name from schema_migrations order by name').all() as { name: string }[]
      return found.map(({ name }) => name)
    },
    async columnsOf(table: string) {
      const found = facts(table)
      return found.length > 0 ? found.map(({ name }) => name) : null
    },
    clock: async () => null,
    async lastKey(table: string) {
      const row = database.query('select seq from sqlite_sequence where name = ?').get(table) as { seq: number } | null
      return row?.seq ?? null
    },
  }
}

/** The key shared by servers on PostgreSQL, from a copied file; null without it. */
export function storedSecret(file: string): string | null {
  const database = new Database(file, { readwrite: true, create: false, strict: true })
  try {
    const row = database.query(`select value from server_secrets where name = 'jwt'`).get() as { value: string } | null
    return row?.value ?? null
  } finally {
    database.close()
  }
}
