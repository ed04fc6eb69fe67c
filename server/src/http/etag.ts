/** True if the client's copy is current: `If-None-Match` with a list, weak tags or `*`. */
export function matchesEtag(request: Request, etag: string): boolean {
  const header = request.headers.get('if-none-match')
  if (header === null) return false
  if (header.trim() === '*') return true
  const wanted = opaque(etag)
  return header.split(',').some(candidate => opaque(candidate.trim()) === wanted)
}

/**
 * Whether a change is allowed: `If-Match` names the version that the client has seen, or is absent. Our weak tags are
 * compared as they are.
 */
export function allowsChange(request: Request, etag: string): boolean {
  const header = request.headers.get('if-match')
  if (header === null || header.trim() === '*') return true
  return header.split(',').some(candidate => opaque(candidate.trim()) === opaque(etag))
}

/** 304 with the headers that a cache needs to reuse its copy. */
export function notModified(headers: Record<string, string>): Response {
  const { 'Content-Type': _type, 'Content-Length': _length, ...rest } = headers
  return new Response(null, { status: 304, headers: rest })
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
