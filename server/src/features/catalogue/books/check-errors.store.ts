import type { BookErrorType } from '@octavo/contract/formats'
import type { Tx } from '../../../db'
import type { FileProblem } from '../../../formats/facts'

/** Marks errors found by an integrity check rather than by analysis. */
const FOUND_BY = 'check'

/**
 * Replaces the errors of an earlier integrity check. Errors from analysis stay and are not repeated. `seen` lists the
 * types that this check can find: a quick check does not clear what only a full one finds. True if anything changed.
 */
export async function saveCheckErrors(
  tx: Tx,
  bookPk: number,
  {
    problems,
    seen,
  }: { readonly problems: readonly FileProblem[]; readonly seen: (errorType: BookErrorType) => boolean },
  now: number,
): Promise<boolean> {
  const known = await tx.query.selectFrom('book_errors').selectAll().where('book_pk', '=', bookPk).execute()
  let changed = false
  for (const row of known) {
    const errorType = row.error_type as BookErrorType
    if (!isOfCheck(row.details) || !seen(errorType)) continue
    if (problems.some(problem => problem.errorType === errorType)) continue
    await tx.query.deleteFrom('book_errors').where('book_pk', '=', bookPk).where('error_type', '=', errorType).execute()
    changed = true
  }
  for (const { errorType, reason, message, details } of problems) {
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
