/** What the server refused, or that it could not be reached (`status` 0, `code` "Offline"). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401
