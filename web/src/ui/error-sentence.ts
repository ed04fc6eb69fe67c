import { ApiError } from '../api/api-error'
import { t } from '../messages'

/** What to tell a person: our words for what every screen may meet, the server's where it knows more. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unexpected')
  if (error.status === 0) return t('error.offline')
  if (error.status === 429) return t('error.tooMany')
  if (error.status === 403 && isReadOnly(error.details)) return t('error.readOnly')
  if (error.status >= 500) return t('error.server')
  return error.message || t('error.unexpected')
}

/** An administrator looks on as somebody else. */
function isReadOnly(details: unknown): boolean {
  return typeof details === 'object' && details !== null && 'readOnly' in details
}
