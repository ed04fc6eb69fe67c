import type { ErrorCode } from '@octavo/contract/errors'

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
