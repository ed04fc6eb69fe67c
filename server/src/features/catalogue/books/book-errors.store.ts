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
    const row = { ...newRow(bookPk, problem, now), ignored_at: same?.ignored_at ?? null }
    await tx.query.insertInto('book_errors').values(row).execute()
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
