/** Allowed origins; `*` is any. */
export type AllowedOrigins = () => readonly string[]

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS = [
  ...['Accept', 'Accept-Language', 'Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'If-Range', 'Range'],
  ...['Last-Event-ID', 'traceparent', 'X-API-Key', 'X-Codex-Device-Id', 'X-Request-Id'],
].join(', ')
const ANSWER_HEADERS = [
  ...['Accept-Ranges', 'Content-Disposition', 'Content-Range', 'ETag', 'Last-Modified', 'Link', 'Retry-After'],
  ...['Trace-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
].join(', ')
const PREFLIGHT_SECONDS = '600'

/**
 * CORS headers for other origins, always without cookies. Why not hono/cors: it answers every OPTIONS request itself,
 * before the rate limit and the refusal of plain HTTP, also from refused origins.
 */
export function corsHeaders(request: Request, allowed: AllowedOrigins): Readonly<Record<string, string>> | null {
  const origin = request.headers.get('origin')
  if (origin === null) return null
  const origins = allowed()
  if (origins.length === 0) return null
  const any = origins.includes('*')
  if (!any && !origins.includes(origin)) return null
  return { 'Access-Control-Allow-Origin': any ? '*' : origin, 'Access-Control-Expose-Headers': ANSWER_HEADERS }
}

/** The answer to a preflight request from an allowed origin. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
}

export function preflightAnswer(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': REQUEST_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    },
  })
}
