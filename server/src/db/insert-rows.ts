import type { Schema } from './schema'
import type { Tx } from './write'

type Table = keyof Schema & string
type Row = Readonly<Record<string, unknown>>

/** Chunks of a list, so that a statement with so many values per member stays within its limit. */
export function* partsOf<T>(tx: Pick<Tx, 'dialect'>, items: readonly T[], valuesOfEach = 1): Generator<readonly T[]> {
  const size = Math.max(1, Math.floor(tx.dialect.maxParameters / Math.max(1, valuesOfEach)))
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/**
 * Inserts any number of rows with the same columns in chunks. Always use it for lists, so that no statement grows with
 * a file or request. With `ignoreKnown`, existing rows stay as they are.
 */
export async function insertRows(
  tx: Tx,
  table: Table,
  rows: readonly Row[],
  { ignoreKnown = false }: { readonly ignoreKnown?: boolean } = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  for (const part of partsOf(tx, rows, Object.keys(first).length)) {
    const insert = tx.query.insertInto(table).values(part as never)
    await (ignoreKnown ? insert.onConflict(conflict => conflict.doNothing()) : insert).execute()
  }
}
