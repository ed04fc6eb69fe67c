import type { Route } from '@octavo/contract/route'
import type { z } from 'zod'
import { AppError } from '../kernel/app-error'
import { LIMITS } from '../kernel/limits'

/** Checks a part of the request against the contract. `place` names it in the message. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown, place: string): z.infer<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue && issue.path.length > 0 ? issue.path.join('.') : ''
  const code = place === 'body' ? 'UnprocessableEntity' : 'BadRequest'
  throw new AppError(code, `${path ? `${place} ${path}` : place}: ${issue?.message ?? 'not valid'}`, {
    issues: result.error.issues.slice(0, 20).map(each => ({ path: each.path.join('.'), message: each.message })),
  })
}

/** The query string as an object; a name given twice is refused, so that no two readers take different ones. */
export function queryObject(search: URLSearchParams): Record<string, string> {
  const result: Record<string, string> = Object.create(null)
  for (const [name, value] of search) {
    if (name in result) throw new AppError('BadRequest', `query ${name}: given more than once`)
    result[name] = value
  }
  return result
}

/** The JSON body. Refuses other media types (415), what is no JSON (400) and what is too large (413). */
export async function jsonBody(request: Request, route: Route): Promise<unknown> {
  const text = await request.text()
  if (text.length === 0 && route.bodyOptional) return {}
  if (text.length > LIMITS.http.jsonBody) {
    throw new AppError('PayloadTooLarge', `The body is larger than ${LIMITS.http.jsonBody} bytes`)
  }
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new AppError('UnsupportedMediaType', 'Send the body as application/json')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('BadRequest', 'The body is not valid JSON')
  }
}
