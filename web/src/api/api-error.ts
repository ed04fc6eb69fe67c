import type { Refusal } from '@octavo/contract/refusals'

/** A refusal by the server, or an unreachable server (`status` 0, `code` "Offline"). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  /** Facts for programs, if the server sends any. */
  readonly details: unknown

  /** Seconds to wait before a retry, if the server sends them. */
  readonly retryAfter: number | null

  constructor(status: number, code: string, message: string, details?: unknown, retryAfter: number | null = null) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0
/** It does not exist, or the address is invalid: "/series/nonsense" cannot be an id. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || (error.status === 400 && isAboutAddress(error.details)))
export const hasReason = (details: unknown): details is { readonly reason: unknown } =>
  typeof details === 'object' && details !== null && 'reason' in details
/** The cookie is that of another user than the request names. */
export const isOtherUser = (error: ApiError): boolean =>
  hasReason(error.details) && error.details.reason === ('other_user' satisfies Refusal)
export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Ids in addresses are the only names of this form. */
function isAboutAddress(details: unknown): boolean {
  const issues: unknown = typeof details === 'object' && details !== null && 'issues' in details ? details.issues : null
  const first: unknown = Array.isArray(issues) ? issues[0]?.path : null
  return typeof first === 'string' && /^[a-z]+(_[a-z]+)*_id$/.test(first)
}
