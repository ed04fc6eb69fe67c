import type { BookErrorType } from '@octavo/contract/formats'
import { type SqlBool, sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_VIEW } from '../../catalogue/books'
import { textsByKeys } from '../../catalogue/items'
import { visibilityKey, visible } from '../../people/access'
import { type ErrorRow, errorsOfBooks } from './book-errors.queries'

/** Filter of errors. */
export interface ErrorScope {
  readonly libraryPk?: number | undefined
  readonly seriesPk?: number | undefined
  readonly errorType?: BookErrorType | undefined
  /** Ignored errors instead of the others. */
  readonly ignored: boolean
}

export interface ErrorPage {
  /** Number of books by error type, regardless of the type filter. */
  readonly counts: ReadonlyMap<BookErrorType, number>
  /** Number of books with an error of the requested type, or of any. */
  readonly total: number
  /** Whether the type is requested. */
  shown(errorType: BookErrorType): boolean
  /** Keys of each type's books on the page, the latest error first. */
  readonly keys: ReadonlyMap<BookErrorType, readonly number[]>
  /** BookDto as text, by key. */
  readonly books: ReadonlyMap<number, string>
  readonly errors: ReadonlyMap<number, readonly ErrorRow[]>
}

/** One page of each type's books: five statements for any number of books and types. */
export async function errorPage(
  reader: Reader,
  viewer: Viewer,
  scope: ErrorScope,
  page: number,
  pageSize: number,
): Promise<ErrorPage> {
  const [counts, anyType, keys] = await Promise.all([
    countByType(reader, viewer, scope),
    scope.errorType === undefined ? countBooks(reader, viewer, scope) : null,
    pageKeys(reader, viewer, scope, page, pageSize),
  ])
  const pks = [...new Set([...keys.values()].flat())]
  const [books, errors] = await Promise.all([
    textsByKeys(reader, viewer, BOOK_VIEW, pks),
    errorsOfBooks(reader, pks, scope.ignored),
  ])
  return {
    counts,
    total: anyType ?? (scope.errorType === undefined ? 0 : (counts.get(scope.errorType) ?? 0)),
    shown: errorType => scope.errorType === undefined || scope.errorType === errorType,
    keys,
    books,
    errors,
  }
}

async function countByType(reader: Reader, viewer: Viewer, scope: ErrorScope): Promise<Map<BookErrorType, number>> {
  const values = scopeValues(scope)
  const rows = await runPrepared<{ error_type: BookErrorType; count: number }, typeof values>(
    reader,
    shapeKey('types', viewer, { ...scope, errorType: undefined }),
    values,
    (p, query) =>
      errors(query, viewer, { ...scope, errorType: undefined }, p)
        .select(eb => ['book_errors.error_type', eb.fn.countAll<number>().as('count')])
        .groupBy('book_errors.error_type'),
  )
  return new Map(rows.map(row => [row.error_type, row.count]))
}

async function countBooks(reader: Reader, viewer: Viewer, scope: ErrorScope): Promise<number> {
  const values = scopeValues(scope)
  const [row] = await runPrepared<{ count: number }, typeof values>(
    reader,
    shapeKey('books', viewer, scope),
    values,
    (p, query) =>
      errors(query, viewer, scope, p).select(eb => eb.fn.count<number>('book_errors.book_pk').distinct().as('count')),
  )
  return row?.count ?? 0
}

async function pageKeys(
  reader: Reader,
  viewer: Viewer,
  scope: ErrorScope,
  page: number,
  pageSize: number,
): Promise<Map<BookErrorType, number[]>> {
  const before = Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER - pageSize)
  const values = { ...scopeValues(scope), before, upTo: before + pageSize }
  const rows = await runPrepared<{ error_type: BookErrorType; book_pk: number }, typeof values>(
    reader,
    shapeKey('page', viewer, scope),
    values,
    (p, query) =>
      query
        .selectFrom(
          errors(query, viewer, scope, p)
            .select([
              'book_errors.error_type',
              'book_errors.book_pk',
              sql<number>`row_number() over (partition by book_errors.error_type
                order by book_errors.occurred_at desc, book_errors.book_pk desc)`.as('place'),
            ])
            .as('placed'),
        )
        .select(['placed.error_type', 'placed.book_pk'])
        .where('placed.place', '>', p.before)
        .where('placed.place', '<=', p.upTo)
        .orderBy('placed.error_type')
        .orderBy('placed.place'),
  )
  const byType = Map.groupBy(rows, row => row.error_type)
  return new Map([...byType].map(([errorType, found]) => [errorType, found.map(row => row.book_pk)]))
}

interface ScopeValues {
  readonly libraryPk: number
  readonly seriesPk: number
  readonly errorType: string
}

function scopeValues({ libraryPk, seriesPk, errorType }: ErrorScope) {
  return { libraryPk: libraryPk ?? 0, seriesPk: seriesPk ?? 0, errorType: errorType ?? '' }
}

/** Errors of visible, live books. */
function errors(query: Reader['query'], viewer: Viewer, scope: ErrorScope, p: ScopeValues) {
  let found = query
    .selectFrom('book_errors')
    .innerJoin('books', 'books.pk', 'book_errors.book_pk')
    .where(sql<SqlBool>`not books.deleted`)
    .where(visible(viewer, 'books.library_pk'))
    .where('book_errors.ignored_at', scope.ignored ? 'is not' : 'is', null)
  if (scope.libraryPk !== undefined) found = found.where('books.library_pk', '=', p.libraryPk)
  if (scope.seriesPk !== undefined) found = found.where('books.series_pk', '=', p.seriesPk)
  if (scope.errorType !== undefined) found = found.where('book_errors.error_type', '=', p.errorType)
  return found
}

function shapeKey(kind: string, viewer: Viewer, { libraryPk, seriesPk, errorType, ignored }: ErrorScope): string {
  const parts = [
    libraryPk === undefined ? '' : 'library',
    seriesPk === undefined ? '' : 'series',
    errorType ? 'type' : '',
  ]
  return `errors.${kind}|${visibilityKey(viewer)}|${parts.join(',')}|${ignored ? 'ignored' : ''}`
}
