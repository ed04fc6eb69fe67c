import type { ErrorCode } from '@octavo/contract/errors'
import type { Refusal } from '@octavo/contract/refusals'

/** The only error that features throw: a code of the contract, a sentence for the caller, and facts for programs. */
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

/** Facts of a refusal: `path` is the field of the request, the others are for the sentence or for programs. */
export type RefusalFacts = Readonly<Record<string, unknown>> & { readonly path?: string | undefined }

/** An error for a refused request: reason code, sentence, and the field or all facts. */
export function refused(
  code: ErrorCode,
  reason: Refusal,
  message: string,
  about: string | RefusalFacts = {},
): AppError {
  return new AppError(code, message, { reason, ...(typeof about === 'string' ? { path: about } : about) })
}
