import type { BookErrorDto } from '../../api/types'
import { formatSize } from '../../messages'
import { problemSentence, remedyFor } from '../../messages/file-problems/file-problem'
import { ta } from '../admin/messages'

/** What is wrong, and the remedy; the server's text for a reason that this version of the app does not know. */
export function sentencesOf({ errorType, details }: BookErrorDto): string {
  const problem = { errorType, reason: details.reason, details }
  const [what, remedy] = [problemSentence(problem), remedyFor(problem)]
  return what && remedy ? `${what} ${remedy}` : details.hint
}

/** Facts that the sentences lack. */
export function factsOf(error: BookErrorDto): string[] {
  const { page, pageNumber, pages = 1, bytes } = error.details
  // Of one page the sentence has the number, of several only how many they are.
  const isUnnumbered = page !== undefined && pageNumber !== undefined && pages > 1
  const name = isUnnumbered ? ta('errors.firstPage', { page: String(pageNumber), name: page }) : page
  const facts = [name, typeof bytes === 'number' && formatSize(bytes)].filter(fact => typeof fact === 'string')
  const said = sentencesOf(error)
  return facts.filter(fact => !said.includes(fact))
}
