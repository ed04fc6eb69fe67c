import type { BookErrorType } from '@octavo/contract/formats'
import { type Tx, writeRows } from '../../../db'
import type { BookTrouble } from '../../../formats/facts'

interface Ignored {
  readonly error_type: string
  readonly reason: string
  readonly ignored_at: number | null
}

/**
 * Sets the troubles of a book, the first of each type; none clears them. One that was ignored stays so as long as it
 * comes back for the same reason.
 */
export async function saveTroubles(
  tx: Tx,
  bookPk: number,
  troubles: readonly BookTrouble[],
  now: number,
): Promise<void> {
  const before = await writeRows<Ignored, { bookPk: number }>(
    tx,
    'books.clear-troubles',
    { bookPk },
    (query, p) =>
      query
        .deleteFrom('book_errors')
        .where('book_pk', '=', p.bookPk)
        .returning(['error_type', 'reason', 'ignored_at']) as never,
  )
  const firstOfType = new Map(troubles.toReversed().map(trouble => [trouble.errorType, trouble]))
  for (const trouble of firstOfType.values()) {
    const same = before.find(one => one.error_type === trouble.errorType && one.reason === trouble.reason)
    await tx.query
      .insertInto('book_errors')
      .values({ ...newRow(bookPk, trouble, now), ignored_at: same?.ignored_at ?? null })
      .execute()
  }
}

/** Those of some books that have any trouble: most have none, and nothing has to be set anew for them. */
export async function troubledAmong(tx: Tx, bookPks: readonly number[]): Promise<ReadonlySet<number>> {
  const books = JSON.stringify(bookPks.map(pk => ({ pk })))
  const rows = await writeRows<{ pk: number }, { books: string }>(tx, 'books.troubled', { books }, (query, p) =>
    query
      .selectFrom(tx.dialect.jsonRows<{ pk: number }>(p.books, { pk: 'bigint' }).as('asked'))
      .innerJoin('book_errors', 'book_errors.book_pk', 'asked.pk')
      .select('asked.pk')
      .distinct(),
  )
  return new Set(rows.map(({ pk }) => pk))
}

/** Sets the trouble of one type, or with null takes it away; the others stay. */
export async function settleTrouble(
  tx: Tx,
  bookPk: number,
  errorType: BookErrorType,
  trouble: BookTrouble | null,
  now: number,
): Promise<void> {
  const before = await tx.query
    .deleteFrom('book_errors')
    .where('book_pk', '=', bookPk)
    .where('error_type', '=', errorType)
    .returning(['reason', 'ignored_at'])
    .executeTakeFirst()
  if (trouble === null) return
  const ignoredAt = before?.reason === trouble.reason ? before.ignored_at : null
  await tx.query
    .insertInto('book_errors')
    .values({ ...newRow(bookPk, trouble, now), ignored_at: ignoredAt })
    .execute()
}

/**
 * Sets one trouble of a book and leaves the others. The one that is there of its type stays, unless it was ignored
 * and this one has another reason: so a page that fails again and again is written once.
 */
export async function recordTrouble(tx: Tx, bookPk: number, trouble: BookTrouble, now: number): Promise<void> {
  const row = newRow(bookPk, trouble, now)
  await tx.query
    .insertInto('book_errors')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['book_pk', 'error_type'])
        .doUpdateSet({ ...row, ignored_at: null })
        .where('book_errors.ignored_at', 'is not', null)
        .where('book_errors.reason', '<>', trouble.reason),
    )
    .execute()
}

/** Puts the troubles of a book aside at a time, or with null takes them back. True when that changed anything. */
export async function ignoreTroubles(
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

function newRow(bookPk: number, { errorType, reason, message, details }: BookTrouble, now: number) {
  return {
    book_pk: bookPk,
    error_type: errorType,
    reason,
    message,
    details: details ? JSON.stringify(details) : null,
    occurred_at: now,
  }
}
