import type { BookErrorType } from '@octavo/contract/formats'
import type { Reader, Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { BOOK_PLACE, bookStore, findBook } from '../../catalogue/books'
import { namedSubject } from '../../people/audit'

export interface IgnoringDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
}

/**
 * Ignores errors of a book, or stops ignoring them; without a type, all of them.
 * @throws NotFound
 */
export async function ignoreErrors(
  { reader, write, now }: IgnoringDeps,
  viewer: Viewer,
  id: string,
  { errorType, ignored }: { readonly errorType?: BookErrorType | undefined; readonly ignored: boolean },
): Promise<void> {
  const book = await findBook(reader, viewer, BOOK_PLACE, id)
  await write(async tx => {
    const changed = await bookStore.ignoreBookErrors(tx, book.pk, errorType ?? null, ignored ? now() : null)
    if (!changed) return
    bookStore.publishBookEvent(tx, book, 'book_updated', ['errors'])
    const { subject, library } = await namedSubject(tx, 'book', book.pk)
    const details = { ignored, ...(errorType && { errorType }) }
    await recordAct(tx, viewer, 'book_errors_ignored', subject, { now: now(), library, details })
  })
}
