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
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401
