import { type RawBuilder, sql } from 'kysely'
import { newId } from '../kernel/ids'
import type { JournalRow, Succession } from './lineage.types'
import type { Fate } from './schema/table'
import { entryOf } from './tables'
import { isReferenceViolation, isUniqueViolation } from './unique'
import type { Tx } from './write'

/**
 * Takes back what `passOn` did. If the heir can have only one such row and has changed it since, the row stays with the
 * heir and a copy of the former one is restored. A dropped row is restored unless such a row exists now. Rows that
 * refer to something deleted are not restored.
 */
export async function takeBack(
  tx: Tx,
  of: 'books' | 'series',
  { fromPk, heirPk }: Succession,
  rows: readonly JournalRow[],
): Promise<void> {
  for (const { table, column, kind, row } of rows) {
    if (kind !== 'moved') continue
    const fate = fateOf(table, column, of)
    const mayChange = fate === 'pass' && row.pk !== undefined
    const isThis = mayChange ? sql`pk = ${row.pk}` : isUnchanged(row, column)
    // One may have been written meanwhile, by a request that began before the merge.
    const same = sameRow(row, column, fate, fromPk)
    const isFree = same ? sql` and not exists (select 1 from ${sql.table(table)} where ${same})` : sql``
    const { rows: back } = await sql<{
      readonly one: number
    }>`update ${sql.table(table)} set ${sql.ref(column)} = ${fromPk}
      where ${sql.ref(column)} = ${heirPk} and ${isThis}${isFree} returning 1 as one`.execute(tx.query)
    if (back.length === 0 && !mayChange) await insertRow(tx, table, copyOf(row, column, fromPk), { column, fate })
  }
  for (const { table, column, kind, row } of rows) {
    if (kind === 'dropped') await insertRow(tx, table, row, { column, fate: fateOf(table, column, of) })
  }
}

function fateOf(table: string, column: string, of: 'books' | 'series'): Fate | undefined {
  const reference = entryOf(table)?.references?.[column]
  return reference && reference.to !== 'users' && reference.to === of ? reference.merged : undefined
}

function isUnchanged(row: JournalRow['row'], column: string): RawBuilder<unknown> {
  const others = Object.entries(row).filter(([name]) => name !== column)
  return sql.join(
    others.map(([name, value]) => sql`${sql.ref(name)} is not distinct from ${value}`),
    sql` and `,
  )
}

/** Another row with the same content. */
function copyOf({ pk: _pk, ...row }: JournalRow['row'], column: string, fromPk: number): JournalRow['row'] {
  return { ...row, ...(row.id !== undefined && { id: newId() }), [column]: fromPk }
}

/** The row that `pk` has instead of this one; null if it can have several. */
function sameRow(
  row: JournalRow['row'],
  column: string,
  fate: Fate | undefined,
  pk: unknown,
): RawBuilder<unknown> | null {
  if (typeof fate !== 'object') return null
  const others = fate.key.map(name => sql`${sql.ref(name)} = ${row[name]}`)
  return sql.join([sql`${sql.ref(column)} = ${pk}`, ...others], sql` and `)
}

async function insertRow(
  tx: Tx,
  table: string,
  row: JournalRow['row'],
  { column, fate }: { readonly column: string; readonly fate: Fate | undefined },
): Promise<void> {
  const same = sameRow(row, column, fate, row[column])
  if (same) {
    const { rows } = await sql`select 1 as one from ${sql.table(table)} where ${same}`.execute(tx.query)
    if (rows.length > 0) return
  }
  const names = Object.keys(row)
  await sql`savepoint row_back`.execute(tx.query)
  try {
    await sql`insert into ${sql.table(table)} (${sql.join(names.map(name => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(tx.query)
    await sql`release savepoint row_back`.execute(tx.query)
  } catch (error) {
    if (!isReferenceViolation(error) && !isUniqueViolation(error)) throw error
    await sql`rollback to savepoint row_back`.execute(tx.query)
    await sql`release savepoint row_back`.execute(tx.query)
  }
}
