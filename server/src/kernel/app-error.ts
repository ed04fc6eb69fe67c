import type { ErrorCode } from '@octavo/contract/errors'
import type { Refusal } from '@octavo/contract/refusals'

/** The only error that features throw: a code of the contract, a sentence for the caller, and facts for a program. */
export class AppError extends Error {
  override readonly name = 'AppError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly facts?: Readonly<Record<string, unknown>>,
  ) {
    super(message)
  }
}

export function notFound(noun: string): AppError {
  return new AppError('NotFound', `${noun} not found`)
}

/** What a person asked for cannot be: why, and `path`, the field of the request that it is about, where it is about one. */
export function refused(code: ErrorCode, reason: Refusal, message: string, path?: string): AppError {
  return new AppError(code, message, { reason, ...(path && { path }) })
}
