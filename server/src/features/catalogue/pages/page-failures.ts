import type { FileProblem } from '../../../formats/facts'
import type { OpenBook } from './open-books'

/** Called with pages that failed to render although the analysis found no problem. */
export interface PageFailures {
  /** Never rejects: the page request is answered regardless. */
  note(book: OpenBook, problem: FileProblem): Promise<void>
}
