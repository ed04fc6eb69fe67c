import { REFUSALS, type Refusal, type RefusalFact } from '@octavo/contract/refusals'
import { ApiError } from '../api/api-error'
import { formatWait, t } from '../messages'

/** What to tell a person: our words for what every screen may meet, the server's where it knows more. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unexpected')
  if (error.status === 0) return t('error.offline')
  if (error.status === 429) return t('error.tooMany', { time: formatWait(error.retryAfter ?? 1) })
  if (error.status === 403 && isReadOnly(error.details)) return t('error.readOnly')
  const reason = partOf(error, 'reason')
  if (isRefusal(reason)) return refusalSentence(reason, error.details)
  if (error.status === 404) return t('error.gone')
  if (error.status === 401) return t('refusal.signed_out')
  if (error.status >= 500) return t('error.server')
  return error.message ? t('error.refused', { message: error.message }) : t('error.unexpected')
}

/** Why something is refused; `facts` fill the places of the sentence. */
export function refusalSentence(reason: Refusal, facts: unknown = {}): string {
  return t(`refusal.${reason}`, facts as Record<RefusalFact, string | number>)
}

/** An administrator looks on as somebody else. */
function isReadOnly(details: unknown): boolean {
  return typeof details === 'object' && details !== null && 'readOnly' in details
}

/** What is wrong with one field of a form; null where the error is about something else. */
export function errorAt(error: unknown, field: string): string | null {
  return fieldOf(error) === field ? errorSentence(error) : null
}

/** What is wrong with a form as a whole: an error about one of its `fields` is shown there. */
export function errorElsewhere(error: unknown, fields: readonly string[]): string | null {
  if (!error) return null
  const field = fieldOf(error)
  return field !== null && fields.includes(field) ? null : errorSentence(error)
}

/** Whether it is the password that was given to show who asks. */
export function isAboutPassword(error: unknown): boolean {
  return error instanceof ApiError && partOf(error, 'reason') === ('password_wrong' satisfies Refusal)
}

/** The path of the field that an error is about; null for none. */
export function fieldOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const path = partOf(error, 'path')
  if (typeof path === 'string') return path
  const issues = partOf(error, 'issues')
  const first: unknown = Array.isArray(issues) ? issues[0]?.path : null
  return typeof first === 'string' ? first : null
}

function partOf({ details }: ApiError, name: string): unknown {
  return typeof details === 'object' && details !== null ? (details as Record<string, unknown>)[name] : undefined
}

function isRefusal(reason: unknown): reason is Refusal {
  return (REFUSALS as readonly unknown[]).includes(reason)
}
