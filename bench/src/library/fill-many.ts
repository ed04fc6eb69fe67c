import type { Connection, Tx } from '../../../server/src/db'
import { copyOf, expectSame, type Keys, type Row, rowsOfSeries, TABLES } from './copies'
import { BOOKS_A_SERIES, type Place } from './invented-book'

/** Series of one transaction. */
const AT_ONCE = 500
/** Rows of one statement. */
const ROWS_A_STATEMENT = 500

interface Series {
  readonly places: readonly Place[]
  readonly now: number
}

/**
 * Adds generated series as rows like those that store functions have written before `from`: the last of these is also
 * generated as a copy of the first, and must be equal. Indexes are built afterwards.
 */
export async function addMany(
  connection: Connection,
  { from, to }: { readonly from: number; readonly to: number },
  invent: (index: number, seriesPk: number) => Series,
): Promise<void> {
  const { reader, write } = connection
  const [firstPk, lastPk] = await Promise.all([edge(connection, 'series', 'min'), edge(connection, 'series', 'max')])
  const lastBookPk = await edge(connection, 'books', 'max')
  const pattern = await rowsOfSeries(reader, firstPk)
  const known = invent(from - 1, lastPk)
  const keys = { seriesPk: lastPk, firstBookPk: lastBookPk - BOOKS_A_SERIES + 1 }
  expectSame(copyOf(pattern, known.places, keys, known.now), await rowsOfSeries(reader, lastPk))
  const makeIndexes = await write(dropIndexes)
  if (connection.kind === 'postgres') {
    await write(tx => tx.run('alter table books enable always trigger books_series_words', []))
  }
  for (let at = from; at < to; at += AT_ONCE) {
    const copies = Array.from({ length: Math.min(AT_ONCE, to - at) }, (_, index) => {
      const number = at + index - from + 1
      const own: Keys = { seriesPk: lastPk + number, firstBookPk: lastBookPk + (number - 1) * BOOKS_A_SERIES + 1 }
      const { places, now } = invent(at + index, own.seriesPk)
      return copyOf(pattern, places, own, now)
    })
    await write(async tx => {
      await makeHaste(tx)
      for (const table of TABLES) {
        await insertRows(
          tx,
          table,
          copies.flatMap(copy => copy[table]),
        )
      }
    })
  }
  for (const statement of makeIndexes) {
    await write(async tx => {
      await makeHaste(tx)
      await tx.run(statement, [])
    })
  }
  if (connection.kind === 'postgres') await write(keysFollow)
}

async function edge({ reader }: Connection, table: string, which: 'min' | 'max'): Promise<number> {
  const [row] = await reader.run<{ pk: number }>(`select ${which}(pk) as pk from ${table}`, [])
  return row?.pk ?? 0
}

/** References are known to be valid, and a power cut may undo this one fill. */
async function makeHaste(tx: Tx): Promise<void> {
  if (tx.dialect.kind === 'sqlite') return
  await tx.run('set local synchronous_commit = off', [])
  await tx.run('set local session_replication_role = replica', [])
  await tx.run("set local maintenance_work_mem = '256MB'", [])
}

async function insertRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const part = rows.slice(at, at + ROWS_A_STATEMENT)
    if (tx.dialect.kind === 'postgres') {
      await tx.run(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(part),
      ])
    } else {
      const places = `(${columns.map(() => '?').join()})`
      const sql = `insert into ${table} (${columns.join()}) values ${part.map(() => places).join()}`
      await tx.run(
        sql,
        part.flatMap(row => columns.map(column => row[column])),
      )
    }
  }
}

/** Drops indexes without constraints; returns the statements that recreate them. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const tables = TABLES.map(table => `'${table}'`).join()
  const found = await tx.run<{ name: string; sql: string }>(
    tx.dialect.kind === 'sqlite'
      ? `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${tables})`
      : `select indexname as name, indexdef as sql from pg_indexes where tablename in (${tables})
          and not exists (select 1 from pg_constraint where conindid = indexname::regclass)`,
    [],
  )
  for (const { name } of found) await tx.run(`drop index ${name}`, [])
  return found.map(index => index.sql)
}

async function keysFollow(tx: Tx): Promise<void> {
  for (const table of ['series', 'books']) {
    await tx.run(`select setval(pg_get_serial_sequence('${table}', 'pk'), (select max(pk) from ${table}))`, [])
  }
}
