/** Which part of a resource of `size` bytes a request wants. */
export type ByteRange =
  | { readonly kind: 'whole' }
  /** Both ends inclusive, as in Content-Range. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'outside' }

const SINGLE_RANGE = /^bytes=(\d{0,16})-(\d{0,16})$/

/**
 * Reads `Range` (RFC 9110): one range is honoured; several, another unit or a broken header send the whole,
 * so does `If-Range` that names another version.
 */
export function requestedRange(request: Request, size: number, etag: string): ByteRange {
  const header = request.headers.get('range')?.replaceAll(' ', '')
  if (!header) return { kind: 'whole' }
  const onlyIf = request.headers.get('if-range')
  if (onlyIf !== null && onlyIf !== etag) return { kind: 'whole' }
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
  if (first >= size) return { kind: 'outside' }
  if (to !== '' && Number(to) < first) return { kind: 'whole' }
  return { kind: 'part', first, last }
}
