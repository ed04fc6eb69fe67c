/** True when the client's copy is the same: `If-None-Match` by list, weak or `*`. */
export function matchesEtag(request: Request, etag: string): boolean {
  const header = request.headers.get('if-none-match')
  if (header === null) return false
  if (header.trim() === '*') return true
  const wanted = opaque(etag)
  return header.split(',').some(candidate => opaque(candidate.trim()) === wanted)
}

/** 304 with the headers a cache needs to go on using its copy. */
export function notModified(headers: Record<string, string>): Response {
  const { 'Content-Type': _type, 'Content-Length': _length, ...kept } = headers
  return new Response(null, { status: 304, headers: kept })
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
