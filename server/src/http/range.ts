/** The requested part of a resource of `size` bytes. */
export type ByteRange =
  | { readonly kind: 'whole' }
  /** Both ends inclusive, as in Content-Range. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'outside' }

const SINGLE_RANGE = /^bytes=(\d{0,16})-(\d{0,16})$/i

/**
 * Parses `Range` (RFC 9110): one range of a GET is honoured; several, another unit or an invalid header give the whole,
 * as does `If-Range` with another version. A weak ETag never matches there.
 */
export function requestedRange(request: Request, size: number, etag: string): ByteRange {
  const header = request.headers.get('range')?.replaceAll(' ', '')
  if (!header || request.method !== 'GET') return { kind: 'whole' }
  const onlyIf = request.headers.get('if-range')
  if (onlyIf !== null && (onlyIf !== etag || etag.startsWith('W/'))) return { kind: 'whole' }
  const match = SINGLE_RANGE.exec(header)
  if (!match) return { kind: 'whole' }
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return { kind: 'whole' }
  if (from === '') {
    const length = Number(to)
    if (length === 0 || size === 0) return { kind: 'outside' }
    return { kind: 'part', first: Math.max(0, size - length), last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return { kind: 'whole' }
  if (first >= size) return { kind: 'outside' }
  return { kind: 'part', first, last }
}
