/** Every client shows these, so they are sent unchanged, regardless of headers. */
const SHOWN_BY_ALL: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'application/octet-stream'])
/** Shown by nearly all clients: accepting "any image" is enough. */
const SHOWN_BY_MOST: ReadonlySet<string> = new Set(['image/webp', 'image/avif', 'image/bmp'])
// JPEG XL, HEIC, TIFF, JPEG 2000: browsers without support accept "any image" too, so only an explicit type counts.

export function isShownByAll(mediaType: string): boolean {
  return SHOWN_BY_ALL.has(mediaType)
}

/** Whether a page of this type must be converted to JPEG for the client (RFC 9110, section 12.5.1). */
export function needsJpeg(mediaType: string, request: Request): boolean {
  if (SHOWN_BY_ALL.has(mediaType)) return false
  const header = request.headers.get('accept')
  const accepted = new Set<string>()
  for (const range of (header ?? '*/*').split(',')) {
    const [name = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    if (!parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))) accepted.add(name)
  }
  if (accepted.has(mediaType)) return false
  return !SHOWN_BY_MOST.has(mediaType) || !(accepted.has('image/*') || accepted.has('*/*'))
}
