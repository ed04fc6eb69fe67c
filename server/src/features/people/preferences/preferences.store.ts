import { sql } from 'kysely'
import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/** Serialises changes of one user: two requests may name the same keys in different orders. */
async function lockPreferences(tx: Tx, userPk: number): Promise<void> {
  if (tx.dialect.kind === 'postgres') await tx.dialect.lockName(`preferences of ${userPk}`).execute(tx.query)
}

/**
 * Sets preferences of a user; values are JSON.
 * @throws BadRequest beyond the limits of number or size
 */
export async function savePreferences(
  tx: Tx,
  userPk: number,
  values: ReadonlyMap<string, string>,
  now: number,
): Promise<void> {
  const { preferences: each, preferencesBytes: together } = LIMITS.perPerson
  const tooMany = () => refused('BadRequest', 'preferences_full', `A user can have at most ${each} preferences`)
  if (values.size > each) throw tooMany()
  await lockPreferences(tx, userPk)
  for (const [key, value] of values) {
    const row = { value, updated_at: now }
    await tx.query
      .insertInto('user_preferences')
      .values({ user_pk: userPk, key, ...row })
      .onConflict(conflict => conflict.columns(['user_pk', 'key']).doUpdateSet(row))
      .execute()
  }
  const { count, bytes } = await tx.query
    .selectFrom('user_preferences')
    .select(eb => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(octet_length(value)), 0)`.as('bytes'),
    ])
    .where('user_pk', '=', userPk)
    .executeTakeFirstOrThrow()
  if (count > each) throw tooMany()
  if (bytes > together)
    throw refused('BadRequest', 'preferences_full', `The preferences of a user can have at most ${together} bytes`)
}

/** False if there was none. */
export async function forgetPreference(tx: Tx, userPk: number, key: string): Promise<boolean> {
  await lockPreferences(tx, userPk)
  const gone = await tx.query
    .deleteFrom('user_preferences')
    .where('user_pk', '=', userPk)
    .where('key', '=', key)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
