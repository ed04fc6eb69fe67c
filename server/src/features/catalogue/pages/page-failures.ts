import type { FileProblem } from '../../../formats/facts'
import type { OpenBook } from './open-books'

/** Is told of pages that could not be shown to somebody; the analysis had found nothing wrong with them. */
export interface PageFailures {
  /** Never rejects: whoever asked for the page gets their answer whatever becomes of this. */
  note(book: OpenBook, problem: FileProblem): Promise<void>
}
