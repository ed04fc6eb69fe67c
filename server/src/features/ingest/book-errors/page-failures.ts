import type { Reader, Write } from '../../../db'
import type { FileProblem } from '../../../formats/facts'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { BOOK_PLACE, bookStore, findBook } from '../../catalogue/books'
import type { PageFailures } from '../../catalogue/pages'
import { errorsOfBooks } from './book-errors.queries'

/** Problems of the whole file are left to the next scan. */
const FOR_THE_SCAN: ReadonlySet<string> = new Set(['changed-while-read', 'unreadable'])

/** Records pages that fail to render as errors of their books: each once, for any number of requests. */
export function createPageFailures(deps: {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly log: Logger
}): PageFailures {
  const { reader, write, now, log } = deps

  async function record(bookId: string, problem: FileProblem): Promise<void> {
    const book = await findBook(reader, SYSTEM_VIEWER, BOOK_PLACE, bookId)
    const known = (await errorsOfBooks(reader, [book.pk])).get(book.pk) ?? []
    const same = known.find(error => error.error_type === problem.errorType)
    if (same && (same.ignored_at === null || same.reason === problem.reason)) return
    await write(async tx => {
      await bookStore.recordBookError(tx, book.pk, problem, now())
      bookStore.publishBookEvent(tx, book, 'book_updated', ['errors'])
    })
  }

  return {
    async note({ id }, problem) {
      if (FOR_THE_SCAN.has(problem.reason)) return
      await record(id, problem).catch(error =>
        log.warn({ err: error, book: id }, 'an error of a page could not be saved'),
      )
    },
  }
}
