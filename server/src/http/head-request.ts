const HEADS = new WeakSet<Request>()

/**
 * Bun answers HEAD with the length of the body that it leaves out, as long as it is given one: Hono would drop it.
 * Ranges are for GET alone (RFC 9110, section 14.2).
 */
export function asGet(request: Request): Request {
  if (request.method !== 'HEAD') return request
  const headers = new Headers(request.headers)
  headers.delete('range')
  const get = new Request(request.url, { method: 'GET', headers, signal: request.signal })
  HEADS.add(get)
  return get
}

/** Whether nobody will see the body: what only readers do must not happen. */
export function isHead(request: Request): boolean {
  return HEADS.has(request)
}
