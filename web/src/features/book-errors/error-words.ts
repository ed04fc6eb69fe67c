import type { BookErrorDto } from '../../api/types'
import { formatSize } from '../../messages'
import { problemSentence, remedyFor } from '../../messages/file-problems/file-problem'
import { dotted } from '../../ui/detail'

/** What is wrong, and the remedy; the server's text for a reason that this version of the app does not know. */
export function sentencesOf({ errorType, details }: BookErrorDto): string {
  const problem = { errorType, reason: details.reason, details }
  const [what, remedy] = [problemSentence(problem), remedyFor(problem)]
  return what && remedy ? `${what} ${remedy}` : details.hint
}

/** Facts that the sentences lack. */
export function factsOf(error: BookErrorDto): string[] {
  const { page, bytes } = error.details
  const facts = [page, typeof bytes === 'number' && formatSize(bytes)].filter(fact => typeof fact === 'string')
  const said = sentencesOf(error)
  return facts.filter(fact => !said.includes(fact))
}

/** For a bug report. */
export const wordsOfServer = ({ message, details }: BookErrorDto): string => dotted([message, details.said])
