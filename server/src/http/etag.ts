/** True when the client's copy is the same: `If-None-Match` by list, weak or `*`. */
export function matchesEtag(request: Request, etag: string): boolean {
  const header = request.headers.get('if-none-match')
  if (header === null) return false
  if (header.trim() === '*') return true
  const wanted = opaque(etag)
  return header.split(',').some(candidate => opaque(candidate.trim()) === wanted)
}

/**
 * Whether a change may be made: `If-Match` names the version that the client has seen, or none is named. Weak ones of ours
 * are compared as they are.
 */
export function allowsChange(request: Request, etag: string): boolean {
  const header = request.headers.get('if-match')
  if (header === null || header.trim() === '*') return true
  return header.split(',').some(candidate => opaque(candidate.trim()) === opaque(etag))
}

/** 304 with the headers a cache needs to go on using its copy. */
export function notModified(headers: Record<string, string>): Response {
  const { 'Content-Type': _type, 'Content-Length': _length, ...rest } = headers
  return new Response(null, { status: 304, headers: rest })
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
