import type { BookErrorType } from '@octavo/contract/formats'
import { sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import type { FileProblem } from '../../../formats/facts'

/**
 * Replaces the stored errors of a book, or those of one type, by the first problem of each type. An ignored error stays
 * ignored while its reason is the same.
 */
export async function saveBookErrors(
  tx: Tx,
  bookPk: number,
  problems: readonly FileProblem[],
  now: number,
  onlyType?: BookErrorType,
): Promise<void> {
  const old = tx.query.deleteFrom('book_errors').where('book_pk', '=', bookPk)
  const before = await (onlyType === undefined ? old : old.where('error_type', '=', onlyType))
    .returning(['error_type', 'reason', 'ignored_at'])
    .execute()
  const firstOfType = new Map(problems.toReversed().map(problem => [problem.errorType, problem]))
  for (const problem of firstOfType.values()) {
    const same = before.find(one => one.error_type === problem.errorType && one.reason === problem.reason)
    await putError(tx, bookPk, problem, same?.ignored_at ?? null, now)
  }
}

/** Which of the books have errors: most have none and need no update. */
export async function booksWithErrors(tx: Tx, bookPks: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await runPrepared(tx, 'books.with-errors', { books: JSON.stringify(bookPks) }, (p, query) =>
    query
      .selectFrom('book_errors')
      .select('book_pk')
      .distinct()
      .where(tx.dialect.isKeyOf(sql.ref('book_pk'), p.books)),
  )
  return new Set(rows.map(({ book_pk }) => book_pk))
}

/**
 * Adds an error to a book. An existing one of its type stays, unless it was ignored for another reason: a page that
 * fails repeatedly is written once.
 */
export async function recordBookError(tx: Tx, bookPk: number, problem: FileProblem, now: number): Promise<void> {
  const row = newRow(bookPk, problem, now)
  await tx.query
    .insertInto('book_errors')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['book_pk', 'error_type'])
        .doUpdateSet({ ...row, ignored_at: null })
        .where('book_errors.ignored_at', 'is not', null)
        .where('book_errors.reason', '<>', problem.reason),
    )
    .execute()
}

/** Ignores the errors of a book; null stops ignoring them. True if that changed anything. */
export async function ignoreBookErrors(
  tx: Tx,
  bookPk: number,
  errorType: BookErrorType | null,
  at: number | null,
): Promise<boolean> {
  let update = tx.query
    .updateTable('book_errors')
    .set({ ignored_at: at })
    .where('book_pk', '=', bookPk)
    .where('ignored_at', at === null ? 'is not' : 'is', null)
  if (errorType !== null) update = update.where('error_type', '=', errorType)
  return (await update.returning('book_pk').execute()).length > 0
}

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
  for (const problem of problems) {
    const before = known.find(row => row.error_type === problem.errorType)
    if (before && (!isOfCheck(before.details) || before.message === problem.message)) continue
    const ignoredAt = before?.reason === problem.reason ? before.ignored_at : null
    await putError(tx, bookPk, { ...problem, details: { ...problem.details, foundBy: FOUND_BY } }, ignoredAt, now)
    changed = true
  }
  return changed
}

function isOfCheck(details: string | null): boolean {
  return details !== null && (JSON.parse(details) as { foundBy?: unknown }).foundBy === FOUND_BY
}

/** Writes an error in place of an existing one of its type. */
async function putError(tx: Tx, bookPk: number, problem: FileProblem, ignored_at: number | null, now: number) {
  const row = { ...newRow(bookPk, problem, now), ignored_at }
  await tx.query
    .insertInto('book_errors')
    .values(row)
    .onConflict(conflict => conflict.columns(['book_pk', 'error_type']).doUpdateSet(row))
    .execute()
}

function newRow(bookPk: number, { errorType, reason, message, details }: FileProblem, now: number) {
  return {
    book_pk: bookPk,
    error_type: errorType,
    reason,
    message,
    details: details ? JSON.stringify(details) : null,
    occurred_at: now,
  }
}
