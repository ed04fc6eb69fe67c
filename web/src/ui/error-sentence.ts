import type { Refusal } from '@octavo/contract/refusals'
import { ApiError } from '../api/api-error'
import { currentLanguage, formatWait, LostPart, t } from '../messages'
import { sentenceOf } from '../messages/refusals/load-refusals'

/** The message for a person: translated for common errors, the server's for specific ones. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return t(error instanceof LostPart ? 'error.offline' : 'error.unexpected')
  if (error.status === 0) return t('error.offline')
  if (error.status === 429) return t('error.tooMany', { time: formatWait(error.retryAfter ?? 1) })
  if (error.status === 403 && isReadOnly(error.details)) return t('error.readOnly')
  const sentence = sentenceOf(refusalOf(error) ?? '', error.details)
  if (sentence) return sentence
  if (error.status === 404) return t('error.gone')
  if (error.status === 401) return t('error.signedOut')
  if (error.status >= 500) return t('error.server')
  return ownWords(error.message) ?? t('error.refused')
}

/** The server's own words, which are English; null in other languages. */
export function ownWords(message: string | null | undefined): string | null {
  return (currentLanguage() === 'en' && message) || null
}

/** An administrator is viewing as another user. */
function isReadOnly(details: unknown): boolean {
  return typeof details === 'object' && details !== null && 'readOnly' in details
}

/** The error of one form field; null for other errors. */
export function errorAt(error: unknown, field: string): string | null {
  return fieldOf(error) === field ? errorSentence(error) : null
}

/** The error of a form as a whole: errors of its `fields` are shown there. */
export function errorElsewhere(error: unknown, fields: readonly string[]): string | null {
  if (!error) return null
  const field = fieldOf(error)
  return field !== null && fields.includes(field) ? null : errorSentence(error)
}

/** Whether the error is about the confirmation password. */
export function isAboutPassword(error: unknown): boolean {
  return refusalOf(error) === 'password_wrong'
}

/** The reason of a refusal; null without one. */
export function refusalOf(error: unknown): Refusal | null {
  const reason = error instanceof ApiError ? partOf(error, 'reason') : null
  return typeof reason === 'string' ? (reason as Refusal) : null
}

/** The path of the invalid field; null for none. */
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
