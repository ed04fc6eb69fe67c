import { TABLES } from '../tables'

export type Cell = string | number | boolean | null
/** Values in the order of the columns. */
export type Row = readonly Cell[]

/** Rows read or written at a time. */
const BATCH = 500
/** Characters of rows read at a time, estimated from the rows before: one row may contain the pages of a whole book. */
const BATCH_SIZE = 4 * 1024 * 1024

/** How long a row is, roughly. */
export function sizeOf(row: Row): number {
  let size = 0
  for (const cell of row) size += typeof cell === 'string' ? cell.length : 8
  return size
}

/** Rows to fetch after some: more while they are short, so that a part is never much larger than the one before. */
export function nextFetch(rows: readonly Row[]): number {
  const longest = rows.reduce((most, row) => Math.max(most, sizeOf(row)), 1)
  return Math.max(1, Math.min(BATCH, rows.length * 4, Math.floor(BATCH_SIZE / longest)))
}
/** Rows fetched first, before it is known how long they are. */
export const FIRST_FETCH = 8

/** Tables of a database as they are read for a copy. */
export interface RowSource {
  readonly kind: 'sqlite' | 'postgres' | 'files'
  /** Names of the applied migrations, in order. */
  steps(): Promise<readonly string[]>
  /** Null where the table does not exist. */
  columnsOf(table: string): Promise<readonly string[] | null>
  rows(table: string, columns: readonly string[]): AsyncGenerator<readonly Row[], void, void>
  /** The highest key ever assigned in the table; null if its rows have none. */
  lastKey(table: string): Promise<number | null>
  /** Milliseconds since 1970 by the clock of the database; null where it has none of its own. */
  clock(): Promise<number | null>
  close(): Promise<void>
}

/** An empty database with all migrations, while rows are copied into it. */
export interface RowTarget {
  readonly kind: 'sqlite' | 'postgres' | 'files'
  steps(): Promise<readonly string[]>
  /** Tables with rows, except those that are never copied. */
  filled(): Promise<readonly string[]>
  columnsOf(table: string): Promise<readonly string[] | null>
  /** Tables that each table refers to. */
  references(): Promise<ReadonlyMap<string, readonly string[]>>
  /** The record of an earlier run; null if there was none. */
  notes(): Promise<ReadonlyMap<string, string> | null>
  /** Marks the database as an unfinished copy. */
  begin(source: string): Promise<void>
  /**
   * Replaces all rows of a table in one transaction, and records it.
   * @throws if the rows read back differ
   */
  replace(
    table: string,
    columns: readonly string[],
    rows: AsyncIterable<readonly Row[]>,
    noteOf: () => string,
    check: (sum: TableSum) => void,
  ): Promise<void>
  /** Checks references, sets the next keys, and removes the mark. */
  finish(lastKeys: ReadonlyMap<string, number>): Promise<void>
  close(): Promise<void>
}

/** Marks an unfinished copy. */
export const COPY_TABLE = 'octavo_copy'

/** The count and the checksum of all rows of a table, in any order. */
export class TableSum {
  count = 0
  #sum = 0n

  add(rows: readonly Row[]): void {
    for (const row of rows) this.#sum = (this.#sum + Bun.hash.xxHash3(JSON.stringify(row))) & 0xffff_ffff_ffff_ffffn
    this.count += rows.length
  }

  get text(): string {
    return `${this.count}:${this.#sum.toString(16).padStart(16, '0')}`
  }
}

/** Tables whose rows are copied. */
export function copiedTables(): string[] {
  return Object.entries(TABLES).flatMap(([name, { copied }]) => (copied === undefined ? [name] : []))
}

/** Referenced tables first; cycles are broken arbitrarily. */
export function inOrder(tables: readonly string[], references: ReadonlyMap<string, readonly string[]>): string[] {
  const ordered = new Set<string>()
  const seen = new Set<string>()
  const visit = (table: string): void => {
    if (seen.has(table)) return
    seen.add(table)
    for (const target of references.get(table) ?? []) if (tables.includes(target)) visit(target)
    ordered.add(table)
  }
  for (const table of [...tables].sort()) visit(table)
  return [...ordered]
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
