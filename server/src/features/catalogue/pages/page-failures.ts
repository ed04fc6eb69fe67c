import type { FileProblem } from '../../../formats/facts'
import type { OpenBook } from './open-books'

/** Called with pages that could not be shown although the analysis found no problem. */
export interface PageFailures {
  /** Never rejects: the request for the page is answered regardless. */
  note(book: OpenBook, problem: FileProblem): Promise<void>
}
