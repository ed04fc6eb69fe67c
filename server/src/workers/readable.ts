import { boundedFacts, boundedProblem } from '../formats/border'
import type { BookFacts } from '../formats/facts'
import { identifyBook } from '../formats/open'
import { FileProblemError, fileProblem, problemOf } from '../formats/problem'
import { unreadableBook } from '../formats/unreadable-book'

/**
 * The facts of a book. An unreadable or unexpected file becomes a book with a problem: it must not stop the scan of
 * others. Rejects for our own disk errors.
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
