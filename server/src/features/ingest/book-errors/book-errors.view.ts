import type { BookDto } from '@octavo/contract/book'
import type { BookErrorDto, BooksWithErrorsResponse, ErrorGroupDto } from '@octavo/contract/book-error'
import { BOOK_ERROR_TYPES } from '@octavo/contract/formats'
import { shownDetails } from '../../../formats/problem'
import { timestamp } from '../../../kernel/clock'
import type { ErrorRow } from './book-errors.queries'
import type { ErrorPage } from './error-groups.queries'
import { ERROR_LABELS, hintFor } from './hints.rules'

export function errorView(row: ErrorRow): BookErrorDto {
  return {
    errorType: row.error_type,
    message: row.message,
    occurredAt: timestamp(row.occurred_at),
    details: {
      ...shownDetails(row.details === null ? {} : JSON.parse(row.details)),
      reason: row.reason,
      hint: hintFor(row.error_type, row.reason),
    },
    ignored: row.ignored_at !== null,
  }
}

/** Groups in the order of the eight types; those without a book are left out. */
export function errorPageView(found: ErrorPage, page: number, pageSize: number): BooksWithErrorsResponse {
  const groups = BOOK_ERROR_TYPES.flatMap((errorType): ErrorGroupDto[] => {
    const count = found.counts.get(errorType) ?? 0
    if (count === 0 || !found.shown(errorType)) return []
    const books = (found.keys.get(errorType) ?? []).flatMap(pk => {
      const book = found.books.get(pk)
      return book === undefined
        ? []
        : [{ book: JSON.parse(book) as BookDto, errors: (found.errors.get(pk) ?? []).map(errorView) }]
    })
    return [{ errorType, label: ERROR_LABELS[errorType], count, books }]
  })
  return {
    totalBooksWithErrors: found.total,
    errorCounts: Object.fromEntries(found.counts),
    groups,
    page,
    pageSize,
    totalPages: Math.max(1, Math.ceil(Math.max(0, ...groups.map(group => group.count)) / pageSize)),
  }
}
