import {
  getBookErrors,
  ignoreBookErrors,
  listBooksWithErrors,
  retryAllBookErrors,
  retryBookErrors,
} from '@octavo/contract/book-error'
import type { Binder } from '../../../http/bind'
import { BOOK_PLACE, findBook } from '../../catalogue/books'
import { libraryScope, seriesScope } from '../../people/access'
import { errorsOfBooks } from './book-errors.queries'
import { errorPageView, errorView } from './book-errors.view'
import { errorPage } from './error-groups.queries'
import { type IgnoringDeps, ignoreErrors } from './ignore-errors'
import { type RetryDeps, retryAll, retryBook } from './retry-errors'

/** Books with errors: the errors, their reasons and remedies, and retries. */
export function bookErrorRoutes(binder: Binder, deps: IgnoringDeps & RetryDeps): void {
  const { reader } = deps

  binder.bind(listBooksWithErrors, async ({ viewer, query }) => {
    const { errorType, ignored, page, pageSize } = query
    const [libraryPk, seriesPk] = await Promise.all([
      libraryScope(reader, viewer, query.libraryId),
      seriesScope(reader, viewer, query.seriesId),
    ])
    const found = await errorPage(reader, viewer, { libraryPk, seriesPk, errorType, ignored }, page, pageSize)
    return errorPageView(found, page, pageSize)
  })

  binder.bind(getBookErrors, async ({ viewer, params }) => {
    const { pk } = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    return ((await errorsOfBooks(reader, [pk])).get(pk) ?? []).map(errorView)
  })

  binder.bind(ignoreBookErrors, async ({ viewer, params, body }) => {
    await ignoreErrors(deps, viewer, params.book_id, body)
    return null
  })

  binder.bind(retryBookErrors, ({ viewer, params, body }) => retryBook(deps, viewer, params.book_id, body.errorTypes))

  binder.bind(retryAllBookErrors, ({ viewer, body }) => retryAll(deps, viewer, body))
}
