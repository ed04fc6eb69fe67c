import { ERROR_STATUS, type ErrorCode, type ErrorResponse } from '@octavo/contract/errors'
import { AppError } from '../kernel/app-error'
import type { Logger } from '../kernel/log'

/** The interface's error body with the status of its code. */
export function errorResponse(code: ErrorCode, message: string, facts?: Readonly<Record<string, unknown>>): Response {
  const body: ErrorResponse = { error: code, message, ...(facts && { details: facts }) }
  return Response.json(body, { status: ERROR_STATUS[code] })
}

/** 401 with the challenge that makes a reading app ask for name and password. */
export function challenge(response: Response): Response {
  response.headers.set('WWW-Authenticate', 'Basic realm="Octavo", charset="UTF-8"')
  return response
}

/** Answers an exception: an AppError as its code says, anything else as a 500 without inner words. */
export function answerError(error: unknown, log: Logger, request: Request): Response {
  if (error instanceof AppError) return errorResponse(error.code, error.message, error.facts)
  log.error({ err: error, method: request.method, path: new URL(request.url).pathname }, 'request failed')
  return errorResponse('InternalServerError', 'An internal error occurred')
}
