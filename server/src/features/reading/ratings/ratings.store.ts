import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'

/** The column of the subject. */
export type RatedColumn = 'series_pk' | 'book_pk'

/**
 * Sets a user's rating of a series or book.
 * @throws BadRequest if the user has reached the limit
 */
export async function setRating(
  tx: Tx,
  userPk: number,
  column: RatedColumn,
  pk: number,
  { rating, notes }: { readonly rating: number; readonly notes: string | null },
  now: number,
): Promise<void> {
  const row = { rating, notes, updated_at: now }
  await tx.query
    .insertInto('ratings')
    .values({ id: newId(), user_pk: userPk, [column]: pk, created_at: now, ...row })
    .onConflict(conflict => conflict.columns([column, 'user_pk']).where(column, 'is not', null).doUpdateSet(row))
    .execute()
  const most = LIMITS.perPerson.ratings
  const { count } = await tx.query
    .selectFrom('ratings')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_pk', '=', userPk)
    .where(column, 'is not', null)
    .executeTakeFirstOrThrow()
  if (count > most) throw refused('BadRequest', 'list_long', `At most ${most} ratings per user`, { max: most })
}

/** Returns false if there was none. */
export async function deleteRating(tx: Tx, userPk: number, column: RatedColumn, pk: number): Promise<boolean> {
  const rows = await tx.query
    .deleteFrom('ratings')
    .where('user_pk', '=', userPk)
    .where(column, '=', pk)
    .returning('pk')
    .execute()
  return rows.length > 0
}
