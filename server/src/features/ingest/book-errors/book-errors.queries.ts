import type { BookErrorType, ProblemReason } from '@octavo/contract/formats'
import type { Reader } from '../../../db'

export interface ErrorRow {
  readonly book_pk: number
  readonly error_type: BookErrorType
  readonly reason: ProblemReason
  readonly message: string
  /** JSON object or null. */
  readonly details: string | null
  readonly occurred_at: number
  readonly ignored_at: number | null
}

/** Errors of visible books, by book. */
export async function errorsOfBooks(
  reader: Reader,
  bookPks: readonly number[],
  ignored?: boolean,
): Promise<Map<number, ErrorRow[]>> {
  if (bookPks.length === 0) return new Map()
  let query = reader.query
    .selectFrom('book_errors')
    .select(['book_pk', 'error_type', 'reason', 'message', 'details', 'occurred_at', 'ignored_at'])
    .where('book_pk', 'in', bookPks)
    .orderBy('book_pk')
    .orderBy('error_type')
  if (ignored !== undefined) query = query.where('ignored_at', ignored ? 'is not' : 'is', null)
  const { sql, parameters } = query.compile()
  return Map.groupBy(await reader.run<ErrorRow>(sql, parameters), row => row.book_pk)
}
