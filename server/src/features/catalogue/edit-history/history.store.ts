import { insertRows, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'

/** The author of an edit, and the action it is part of. */
export interface Act {
  /** Shared by the edits of one request or task. */
  readonly id: string
  readonly origin: 'edit' | 'bulk' | 'reset' | 'revert'
  readonly userPk: number
  readonly userId: string
}

/** Starts a new action of a person. */
export function actOf(
  { userPk, userId }: { readonly userPk: number; readonly userId: string },
  origin: Act['origin'] = 'edit',
  id: string = newId(),
): Act {
  return { id, origin, userPk, userId }
}

/** The changes of one edit to one book or series. */
export interface Changes {
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  readonly locked: readonly string[]
  readonly unlocked: readonly string[]
}

/** Adds edits of books or series to their history. */
export async function recordHistory(
  tx: Tx,
  act: Act,
  kind: 'book' | 'series',
  edits: readonly { readonly pk: number; readonly changes: Changes }[],
  now: number,
): Promise<void> {
  if (edits.length === 0) return
  const user = await tx.query.selectFrom('users').select('username').where('pk', '=', act.userPk).executeTakeFirst()
  await insertRows(
    tx,
    'metadata_edits',
    edits.map(({ pk, changes }) => ({
      id: newId(),
      act_id: act.id,
      book_pk: kind === 'book' ? pk : null,
      series_pk: kind === 'series' ? pk : null,
      user_pk: user ? act.userPk : null,
      user_name: user?.username ?? null,
      origin: act.origin,
      changes: JSON.stringify(changes),
      at: now,
    })),
  )
}

/** Marks edits as reverted. */
export async function markReverted(tx: Tx, pks: readonly number[], now: number): Promise<void> {
  if (pks.length === 0) return
  await tx.query.updateTable('metadata_edits').set({ reverted_at: now }).where('pk', 'in', pks).execute()
}

/** Deletes the oldest edits before a moment, at most `limit`, and returns their number. */
export async function deleteEdits(tx: Tx, before: number, limit: number): Promise<number> {
  const old = tx.query.selectFrom('metadata_edits').select('pk').where('at', '<', before).orderBy('at').limit(limit)
  const { numDeletedRows } = await tx.query.deleteFrom('metadata_edits').where('pk', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
