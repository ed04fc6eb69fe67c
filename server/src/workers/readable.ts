import { boundedFacts, boundedProblem } from '../formats/border'
import type { BookFacts } from '../formats/facts'
import { identifyBook } from '../formats/open'
import { FileProblemError, fileProblem, problemOf } from '../formats/problem'
import { unreadableBook } from '../formats/unreadable-book'

/**
 * What was read of a book. A file that cannot be opened, or that a reader was not made for, is a book with a problem: it must
 * not stop the scan of the others. Rejects for what the disk refuses to us.
 */
export async function readable(path: string, read: () => Promise<BookFacts>): Promise<BookFacts> {
  try {
    return boundedFacts(await read())
  } catch (error) {
    if (error instanceof FileProblemError) return unreadableBook(boundedProblem(error.problem))
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    const found = problemOf(error, fileProblem('parser', 'corrupt', 'The file cannot be read.'))
    const known = await identifyBook(path)
    return boundedFacts({ ...known, errors: [...known.errors, found] })
  }
}
