import { MOST_WANTED } from '@octavo/contract/want-to-read'
import { sql } from 'kysely'
import { insertRows, type Tx, updateRows } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import type { Wanted, WantedColumn } from './wanted'

/** Serialises changes of one queue, so that no position is assigned twice, and no entry removed while it is added. */
async function lockQueue(tx: Tx, userPk: number): Promise<void> {
  if (tx.dialect.kind === 'postgres') await tx.dialect.lockName(`want to read of ${userPk}`).execute(tx.query)
}

/**
 * Appends series and books to the queue. Returns the new ones.
 * @throws BadRequest if the queue would exceed its limit
 */
export async function addToQueue(
  tx: Tx,
  userPk: number,
  wanted: readonly Wanted[],
  now: number,
): Promise<readonly Wanted[]> {
  await lockQueue(tx, userPk)
  const { count, last } = await tx.query
    .selectFrom('want_to_read')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.max<number | null>('position').as('last')])
    .where('user_pk', '=', userPk)
    .executeTakeFirstOrThrow()
  const known: Record<WantedColumn, ReadonlySet<number>> = { series_pk: new Set(), book_pk: new Set() }
  for (const column of ['series_pk', 'book_pk'] as const) {
    const items = wanted.filter(each => each.column === column)
    known[column] = await knownAmong(tx, userPk, column, items)
  }
  const added = wanted.filter(({ column, pk }) => !known[column].has(pk))
  if (Number(count) + added.length > MOST_WANTED) {
    throw refused('BadRequest', 'list_long', `At most ${MOST_WANTED} entries in the queue`, { max: MOST_WANTED })
  }
  const first = Number(last ?? 0) + 1
  const rows = added.map(({ column, pk, addedAt }, index) => ({
    id: newId(),
    user_pk: userPk,
    series_pk: column === 'series_pk' ? pk : null,
    book_pk: column === 'book_pk' ? pk : null,
    position: first + index,
    added_at: addedAt ?? now,
  }))
  await insertRows(tx, 'want_to_read', rows)
  return added
}

async function knownAmong(
  tx: Tx,
  userPk: number,
  column: WantedColumn,
  items: readonly Wanted[],
): Promise<ReadonlySet<number>> {
  if (items.length === 0) return new Set()
  const pks = JSON.stringify(items.map(({ pk }) => pk))
  const rows = await tx.query
    .selectFrom('want_to_read')
    .select(sql<number>`${sql.ref(column)}`.as('pk'))
    .where('user_pk', '=', userPk)
    .where(tx.dialect.isKeyOf(sql.ref(column), pks))
    .execute()
  return new Set(rows.map(row => Number(row.pk)))
}

/** The entry of a series or book. */
export function entryOf(tx: Tx, userPk: number, { column, pk }: Wanted) {
  return tx.query
    .selectFrom('want_to_read')
    .select(['id', 'added_at'])
    .where('user_pk', '=', userPk)
    .where(column, '=', pk)
    .executeTakeFirstOrThrow()
}

/** Removes a series or book from the queue. Returns false if it was not in it. */
export async function removeFromQueue(tx: Tx, userPk: number, column: WantedColumn, pk: number): Promise<boolean> {
  await lockQueue(tx, userPk)
  const rows = await tx.query
    .deleteFrom('want_to_read')
    .where('user_pk', '=', userPk)
    .where(column, '=', pk)
    .returning('pk')
    .execute()
  return rows.length > 0
}

/**
 * Moves entries to the front in this order; the others keep theirs.
 * @throws BadRequest with the index of a duplicate, or of an id that is not in the queue
 */
export async function orderQueue(tx: Tx, userPk: number, given: readonly string[]): Promise<void> {
  await lockQueue(tx, userPk)
  const known = await tx.query
    .selectFrom('want_to_read')
    .select(['id', 'pk'])
    .where('user_pk', '=', userPk)
    .orderBy('position')
    .orderBy('pk')
    .limit(MOST_WANTED)
    .execute()
  const left = new Map(known.map(({ id, pk }) => [id, pk]))
  const first = given.map((id, index) => {
    const pk = left.get(id.toLowerCase())
    if (pk === undefined) {
      const isKnown = known.some(each => each.id === id.toLowerCase())
      const path = `ids.${index}`
      if (isKnown) throw refused('BadRequest', 'named_twice', `body ${path}: the same entry twice`, { path })
      throw refused('BadRequest', 'field_bad', `body ${path}: not in the queue`, { path })
    }
    left.delete(id.toLowerCase())
    return pk
  })
  const rows = [...first, ...left.values()].map((pk, index) => ({ pk, user_pk: userPk, position: index + 1 }))
  await updateRows(tx, 'want_to_read', 'order', rows, { by: ['pk', 'user_pk'] })
}
