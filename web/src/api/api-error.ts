/** What the server refused, or that it could not be reached (`status` 0, `code` "Offline"). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  /** Facts for a program, where the server gives some. */
  readonly details: unknown

  /** Seconds until it may be tried again, where the server names them. */
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
/** There is nothing, or the address itself names what cannot be: "/series/nonsense" is no id that anything could have. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || (error.status === 400 && isAboutAddress(error.details)))
export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401

function isAboutAddress(details: unknown): boolean {
  const issues: unknown = typeof details === 'object' && details !== null && 'issues' in details ? details.issues : null
  const first: unknown = Array.isArray(issues) ? issues[0]?.path : null
  return typeof first === 'string' && /^(book|library|series)_id$/.test(first)
}
