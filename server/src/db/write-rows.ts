import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonText } from './json-text'
import { runPrepared } from './prepared'
import type { Schema } from './schema'
import type { Tx } from './write'

type Table = keyof Schema & string
/** All rows of one call have the same columns; others are refused. */
type Row = Readonly<Record<string, unknown>>

interface InsertOptions {
  /** Existing rows stay as they are. */
  readonly ignoreKnown?: boolean
  /** Columns that identify an existing row, which gets the new values, except those that it keeps. */
  readonly known?: { readonly by: readonly string[]; readonly keeps?: readonly string[] }
}

/**
 * Inserts any number of rows. Always use it for lists, so that no statement grows with a file or request.
 */
export async function insertRows(
  tx: Tx,
  table: Table,
  rows: readonly Row[],
  { ignoreKnown = false, known }: InsertOptions = {},
): Promise<void> {
  const name = `insert|${ignoreKnown}|${JSON.stringify(known)}`
  await writeRows(tx, table, name, rows, (columns, given) => {
    const names = references(columns)
    const unchanged = new Set([...(known?.by ?? []), ...(known?.keeps ?? [])])
    const set = columns
      .filter(column => !unchanged.has(column))
      .map(column => [column, sql.ref(`excluded.${column}`)] as const)
    const update = known && sql`on conflict (${references(known.by)}) do update set ${assigned(set)}`
    const conflict = update ?? (ignoreKnown ? sql`on conflict do nothing` : sql``)
    // Without a condition SQLite parses the conflict clause as a join.
    return sql`insert into ${sql.table(table)} (${names}) select ${names} from ${given} as v where 1 = 1 ${conflict}`
  })
}

interface UpdateOptions {
  /** Columns that identify a row: its key by default. */
  readonly by?: readonly string[]
  /** Which of the rows are written; `v` has the new values. */
  readonly only?: RawBuilder<SqlBool> | undefined
  /** What a column becomes, if not its new value. */
  readonly set?: Readonly<Record<string, RawBuilder<unknown>>> | undefined
  readonly returning?: readonly string[]
}

/**
 * Sets columns of any number of rows, and returns columns of the written ones. `name` identifies the statement within
 * its table: the same name has the same options.
 */
export function updateRows<Returned = never>(
  tx: Tx,
  table: Table,
  name: string,
  rows: readonly Row[],
  { by = ['pk'], only, set = {}, returning = [] }: UpdateOptions = {},
): Promise<Returned[]> {
  return writeRows(tx, table, `update|${name}`, rows, (columns, given) => {
    const own = (column: string) => sql.ref(`${table}.${column}`)
    const newOf = (column: string) => sql.ref(`v.${column}`)
    const values = columns.filter(column => !by.includes(column)).map(column => [column, newOf(column)])
    const found = by.map(column => sql`${own(column)} = ${newOf(column)}`)
    return sql<Returned>`update ${sql.table(table)}
      set ${assigned(Object.entries({ ...Object.fromEntries(values), ...set }))} from ${given} as v
      where ${sql.join(only ? [...found, sql`(${only})`] : found, sql` and `)}
      ${returning.length === 0 ? sql`` : sql`returning ${sql.join(returning.map(own))}`}`
  })
}

const references = (columns: readonly string[]) => sql.join(columns.map(column => sql.ref(column)))
const assigned = (values: readonly (readonly [string, RawBuilder<unknown>])[]) =>
  sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/** Maximum number of rows per statement: SQLite yields to requests only between statements. */
const MOST_ROWS = 250

async function writeRows<Returned>(
  tx: Tx,
  table: Table,
  name: string,
  rows: readonly Row[],
  build: (columns: readonly string[], given: RawBuilder<unknown>) => RawBuilder<Returned>,
): Promise<Returned[]> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first)
  for (const row of rows) {
    if (Object.keys(row).length === columns.length && columns.every(column => column in row)) continue
    throw new Error(`Rows of ${table} have other columns than the first: ${Object.keys(row)} instead of ${columns}`)
  }
  const written: Returned[] = []
  for (let at = 0; at < rows.length; at += MOST_ROWS) {
    const values = { rows: jsonText(rows.slice(at, at + MOST_ROWS)) }
    const part = await runPrepared(tx, `${table}.${name}|${columns}`, values, p =>
      build(columns, tx.dialect.rowsFor(table, columns, p.rows)),
    )
    written.push(...part)
  }
  return written
}
