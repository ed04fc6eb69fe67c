import type { BookErrorDto } from '../../api/types'
import { formatSize } from '../../messages'
import { problemSentence, remedyFor } from '../../messages/file-problems/file-problem'
import { dotted } from '../../ui/detail'
import { ta } from '../admin/messages'

/** What is wrong, and the remedy; the server's text for a reason that this version of the app does not know. */
export function sentencesOf({ errorType, details }: BookErrorDto): string {
  const problem = { errorType, reason: details.reason, details }
  const [what, remedy] = [problemSentence(problem), remedyFor(problem)]
  return what && remedy ? `${what} ${remedy}` : details.hint
}

/** Facts that the sentences do not have. */
export function factsOf({ details }: Pick<BookErrorDto, 'details'>): string[] {
  const facts: string[] = []
  if (details.page) facts.push(details.page)
  else if (typeof details.pageNumber === 'number') facts.push(ta('errors.page', { number: String(details.pageNumber) }))
  if (typeof details.bytes === 'number') facts.push(formatSize(details.bytes))
  return facts
}

/** For a bug report. */
export const wordsOfServer = ({ message, details }: BookErrorDto): string => dotted([message, details.said ?? null])
