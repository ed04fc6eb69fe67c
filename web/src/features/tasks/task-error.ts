import type { ErrorCode } from '@octavo/contract/errors'
import { ApiError } from '../../api/api-error'
import type { TaskResponse } from '../../api/types'
import { t } from '../../messages'
import { loadRefusals } from '../../messages/refusals/load-refusals'
import { errorSentence, ownWords } from '../../ui/error-sentence'

type Failed = Pick<TaskResponse, 'lastError' | 'lastErrorCode' | 'lastErrorDetails'>

const REFUSED = 400
const GONE = 404
const BROKEN = 500
/** The others are refusals. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  NotFound: GONE,
  InternalServerError: BROKEN,
  BadGateway: BROKEN,
  ServiceUnavailable: BROKEN,
  InsufficientStorage: BROKEN,
}

/** What went wrong in a task, in the reader's language. The server's own words are English and say the most. */
export function taskError({ lastError, lastErrorCode, lastErrorDetails }: Failed): string {
  const own = ownWords(lastError)
  if (own) return own
  if (!lastErrorCode) return t('error.server')
  const status = STATUS[lastErrorCode as ErrorCode] ?? REFUSED
  return errorSentence(new ApiError(status, lastErrorCode, lastError ?? '', lastErrorDetails))
}

/** Loads the sentences for the errors of these tasks. */
export async function loadErrorSentences(tasks: readonly Failed[]): Promise<void> {
  if (tasks.some(({ lastErrorCode }) => lastErrorCode)) await loadRefusals()
}
