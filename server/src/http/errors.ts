import { ERROR_STATUS, type ErrorCode, type ErrorResponse } from '@octavo/contract/errors'
import { DatabaseFault, isReferenceViolation } from '../db'
import { AppError } from '../kernel/app-error'
import type { Logger } from '../kernel/log'
import { currentScope } from '../kernel/request-scope'

/** The contract's error body with the status of its code. */
export function errorResponse(code: ErrorCode, message: string, facts?: Readonly<Record<string, unknown>>): Response {
  const body: ErrorResponse = { error: code, message, ...(facts && { details: facts }) }
  return Response.json(body, { status: ERROR_STATUS[code] })
}

/** 401 with the challenge that makes a reading app ask for name and password. */
export function challenge(response: Response): Response {
  response.headers.set('WWW-Authenticate', 'Basic realm="Octavo", charset="UTF-8"')
  return response
}

/** The response to an exception: an AppError by its code, anything else as a 500 without internal details. */
export function answerError(error: unknown, log: Logger, request: Request): Response {
  if (error instanceof AppError) return withPatience(errorResponse(error.code, error.message, error.facts))
  const fault = storageFault(error)
  if (fault) {
    log.warn({ err: error, method: request.method, path: new URL(request.url).pathname }, fault.message)
    return withPatience(errorResponse(fault.code, fault.message))
  }
  // The account, book or library was removed between the check and the write.
  if (isReferenceViolation(error))
    return errorResponse('Conflict', 'Something that this refers to has just been removed.')
  log.error({ err: error, method: request.method, path: new URL(request.url).pathname }, 'request failed')
  const requestId = currentScope()?.requestId
  return errorResponse('InternalServerError', 'An internal error occurred', requestId ? { requestId } : undefined)
}

/** Value of `Retry-After`, in seconds. */
const RETRY_SECONDS = 5

function withPatience(response: Response): Response {
  if (response.status === ERROR_STATUS.ServiceUnavailable) response.headers.set('Retry-After', String(RETRY_SECONDS))
  return response
}

const UNAVAILABLE = {
  code: 'ServiceUnavailable',
  message: 'The database does not answer. Try again in a moment.',
} as const
const FULL = { code: 'InsufficientStorage', message: 'The disk of the server is full.' } as const
const READ_ONLY = { code: 'ServiceUnavailable', message: 'The disk of the server cannot be written to.' } as const

/** A database or disk fault in words for the client; null for any other error. */
function storageFault(error: unknown): { readonly code: ErrorCode; readonly message: string } | null {
  if (error instanceof DatabaseFault) {
    if (error.kind === 'full') return FULL
    return error.kind === 'read-only' ? READ_ONLY : UNAVAILABLE
  }
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') return FULL
  return code === 'EROFS' ? READ_ONLY : null
}
