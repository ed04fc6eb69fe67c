import type { BookErrorType } from '@octavo/contract/formats'
import type { Tx } from '../../../db'
import type { BookTrouble } from '../../../formats/facts'

/** The fact by which a trouble is known that a check of the file has found, and not its analysis. */
const FOUND_BY = 'check'

/**
 * Sets what a check of a book's file has found: those of an earlier check leave, unless they are found again. What
 * analysis has said stays, and is not said twice. `seen` says which types this check would have found: a short one
 * takes nothing back that only a full one sees. True when that changed anything.
 */
export async function settleCheck(
  tx: Tx,
  bookPk: number,
  {
    troubles,
    seen,
  }: { readonly troubles: readonly BookTrouble[]; readonly seen: (errorType: BookErrorType) => boolean },
  now: number,
): Promise<boolean> {
  const known = await tx.query.selectFrom('book_errors').selectAll().where('book_pk', '=', bookPk).execute()
  let changed = false
  for (const row of known) {
    const errorType = row.error_type as BookErrorType
    if (!isOfCheck(row.details) || !seen(errorType)) continue
    if (troubles.some(trouble => trouble.errorType === errorType)) continue
    await tx.query.deleteFrom('book_errors').where('book_pk', '=', bookPk).where('error_type', '=', errorType).execute()
    changed = true
  }
  for (const { errorType, reason, message, details } of troubles) {
    const before = known.find(row => row.error_type === errorType)
    if (before && (!isOfCheck(before.details) || before.message === message)) continue
    const row = { reason, message, details: JSON.stringify({ ...details, foundBy: FOUND_BY }), occurred_at: now }
    const ignored_at = before?.reason === reason ? before.ignored_at : null
    await tx.query
      .insertInto('book_errors')
      .values({ book_pk: bookPk, error_type: errorType, ...row, ignored_at })
      .onConflict(conflict => conflict.columns(['book_pk', 'error_type']).doUpdateSet({ ...row, ignored_at }))
      .execute()
    changed = true
  }
  return changed
}

function isOfCheck(details: string | null): boolean {
  return details !== null && (JSON.parse(details) as { foundBy?: unknown }).foundBy === FOUND_BY
}
