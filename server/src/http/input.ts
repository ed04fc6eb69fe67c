import type { Refusal } from '@octavo/contract/refusals'
import type { Route } from '@octavo/contract/route'
import type { z } from 'zod'
import { AppError, refused } from '../kernel/app-error'
import { countLimit } from '../kernel/limit-hits'
import { LIMITS } from '../kernel/limits'
import { badTextIn, tooDeepIn } from './json-text.rules'

/** Validates a part of the request against the contract. `place` names it in the message; `isForm`: see the route. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown, place: string, isForm = false): z.infer<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const misshapen = result.error.issues.find(each => isMisshapen(each, value))
  const issue = misshapen ?? result.error.issues[0]
  const issues = issue ? [issue, ...result.error.issues.filter(each => each !== issue)] : []
  const path = issue && issue.path.length > 0 ? issue.path.join('.') : ''
  const code = place === 'body' && (!isForm || misshapen) ? 'UnprocessableEntity' : 'BadRequest'
  throw new AppError(code, `${path ? `${place} ${path}` : place}: ${issue?.message ?? 'not valid'}`, {
    ...(issue && reasonOf(issue)),
    issues: issues.slice(0, 20).map(each => ({ path: each.path.join('.'), message: each.message })),
  })
}

/** Whether a body has another JSON shape than the contract: a wrong type, unknown member or invalid id. */
function isMisshapen(issue: z.core.$ZodIssue, body: unknown): boolean {
  if (issue.code === 'custom' || issue.code === 'too_big' || issue.code === 'too_small') return false
  if (issue.code === 'invalid_format') return issue.format === 'guid' || issue.format === 'uuid'
  if (issue.code !== 'invalid_value') return true
  const given = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], body)
  return !issue.values.some(value => typeof value === typeof given)
}

/**
 * The reason why a part of the request is invalid, for apps with their own texts; rules with their own reason have it
 * in `params`.
 */
function reasonOf(issue: z.core.$ZodIssue): {
  readonly reason?: Refusal
  readonly min?: number
  readonly max?: number
} {
  if (issue.code === 'custom') return { reason: 'field_bad', ...issue.params }
  const isText = 'origin' in issue && issue.origin === 'string'
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int')
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    if (isText) return { reason: 'text_long', max }
    return isNumber ? { reason: 'number_high', max } : { reason: 'list_long', max }
  }
  if (issue.code === 'invalid_type' && issue.expected === 'number') return { reason: 'number_invalid' }
  if (issue.code === 'invalid_type' && issue.expected === 'int') return { reason: 'number_whole' }
  if (issue.code !== 'too_small') return { reason: 'field_bad' }
  const min = Number(issue.minimum)
  if (isNumber) return { reason: 'number_low', min }
  return isText && min > 1 ? { reason: 'text_short', min } : { reason: 'field_missing' }
}

/** The query string as an object; duplicate names are rejected, so that no two parsers choose different values. */
export function queryObject(search: URLSearchParams): Record<string, string> {
  const result: Record<string, string> = Object.create(null)
  for (const [name, value] of search) {
    if (name in result) throw new AppError('BadRequest', `query ${name}: given more than once`)
    result[name] = value
  }
  return result
}

/** The same with all values of each name. */
export function queryLists(search: URLSearchParams): Record<string, string[]> {
  const result: Record<string, string[]> = Object.create(null)
  for (const name of new Set(search.keys())) result[name] = search.getAll(name)
  return result
}

/** The JSON body. Rejects other media types (415), invalid JSON (400) and too large bodies (413). */
export async function jsonBody(request: Request, route: Route): Promise<unknown> {
  const text = await bodyText(request, LIMITS.http.jsonBody).catch(refuseCutOff)
  if (text.length === 0 && route.bodyOptional) return {}
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new AppError('UnsupportedMediaType', 'Send the body as application/json')
  }
  const deep = tooDeepIn(text)
  if (deep !== null) {
    throw new AppError('BadRequest', `${deep === '' ? 'The body' : `body ${deep}`}: nested too deeply`, { path: deep })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('BadRequest', 'The body is not valid JSON')
  }
  // In JSON these are always escapes, so nearly every body skips the full check.
  const bad = ESCAPED.test(text) ? badTextIn(value) : null
  if (bad?.what === 'zero') throw noZero(bad.path === '' ? 'body' : `body ${bad.path}`)
  if (bad)
    throw refused(
      'BadRequest',
      'text_control',
      `body ${bad.path}: a text must not contain an unpaired surrogate`,
      bad.path,
    )
  return value
}

const ESCAPED = /\\u(?:0000|d[89a-f])/i

/** A client that disconnects while sending a body is not a server error. */
function refuseCutOff(error: unknown): never {
  const isCutOff = error instanceof DOMException && error.name === 'AbortError'
  throw isCutOff ? new AppError('BadRequest', 'The request body is incomplete') : error
}

async function bodyText(request: Request, maxBytes: number): Promise<string> {
  const promised = request.headers.get('content-length')
  if (promised !== null && Number(promised) <= maxBytes && !request.headers.has('transfer-encoding'))
    return request.text()
  return new TextDecoder().decode(await bodyBytes(request, maxBytes))
}

/** An error for a body or file above its limit. */
export function largerThan(bytes: number, what: 'body' | 'file'): AppError {
  const max = Math.round(bytes / 1e5) / 10
  return refused('PayloadTooLarge', 'too_large', `The ${what} is larger than ${bytes} bytes`, { max })
}

/** A body may have this number of pieces, and one more for each 256 bytes: each takes time and memory of its own. */
const FREE_PIECES = 1_000
const PIECE_BYTES = 256

/**
 * The raw body. Stops reading at the limit, whatever length the client has declared.
 * @throws PayloadTooLarge; BadRequest if it is cut off, or sent in too many pieces
 */
export async function bodyBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () => {
    countLimit('body-size')
    return largerThan(maxBytes, 'body')
  }
  const promised = request.headers.get('content-length')
  if (promised !== null && Number(promised) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge()
      if (chunks.push(chunk) > FREE_PIECES + bytes / PIECE_BYTES) {
        throw new AppError('BadRequest', 'The body is sent in too many small pieces')
      }
    }
  } catch (error) {
    refuseCutOff(error)
  }
  return Buffer.concat(chunks)
}

/**
 * PostgreSQL cannot store U+0000, so it is rejected early.
 * @throws BadRequest
 */
export function refuseZero(url: URL): void {
  if (url.href.includes('%00')) throw noZero('address')
}

function noZero(place: string): AppError {
  return refused('BadRequest', 'text_control', `${place}: a text must not hold the character U+0000`)
}
