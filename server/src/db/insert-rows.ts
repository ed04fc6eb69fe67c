import type { Schema } from './schema'
import type { Tx } from './write'

type Table = keyof Schema & string
type Row = Readonly<Record<string, unknown>>

/** Parts of a list, each so long that a statement with so many values for each member stays within its limit. */
export function* partsOf<T>(tx: Pick<Tx, 'dialect'>, items: readonly T[], valuesOfEach = 1): Generator<readonly T[]> {
  const size = Math.max(1, Math.floor(tx.dialect.maxParameters / Math.max(1, valuesOfEach)))
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/**
 * Inserts rows of the same columns, however many: the only way to insert a list, so that no statement grows with the data of
 * one file or one request. With `ignoreKnown` those that are there already stay as they are.
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
