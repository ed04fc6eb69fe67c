const heads = new WeakSet<Request>()

/** Whether only the headers will be sent. */
export function isHead(request: Request): boolean {
  return heads.has(request)
}

/**
 * Bun answers HEAD with the length of the body that it omits, if it is given one: Hono would drop it. Ranges apply to
 * GET only (RFC 9110, section 14.2).
 */
export function asGet(request: Request): Request {
  if (request.method !== 'HEAD') return request
  const headers = new Headers(request.headers)
  headers.delete('range')
  const get = new Request(request.url, { method: 'GET', headers, signal: request.signal })
  heads.add(get)
  return get
}

/** Bun omits the length of a stream, even if a header has it, unless there are only headers. */
export function withItsLength(answer: Response): Response {
  if (!answer.headers.has('content-length')) return answer
  answer.body?.cancel().catch(() => undefined)
  return new Response(null, answer)
}
