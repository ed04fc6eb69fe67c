import * as z from './zod'

/** Error code -> HTTP status. Features throw codes; each protocol renders them its own way. */
export const ERROR_STATUS = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  Conflict: 409,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  UnprocessableEntity: 422,
  InternalServerError: 500,
  BadGateway: 502,
  ServiceUnavailable: 503,
  InsufficientStorage: 507,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** The body of all errors except 429. */
export const ErrorResponse = z
  .object({
    error: z.string(),
    message: z.string(),
    details: z.unknown().optional(),
  })
  .meta({ id: 'ErrorResponse' })
export type ErrorResponse = z.infer<typeof ErrorResponse>

/** The body of 429, with the reference's keys. */
export const RateLimitedResponse = z
  .object({
    error: z.literal('rate_limit_exceeded'),
    message: z.string(),
    retry_after: z.int(),
  })
  .meta({ id: 'RateLimitedResponse' })
export type RateLimitedResponse = z.infer<typeof RateLimitedResponse>
