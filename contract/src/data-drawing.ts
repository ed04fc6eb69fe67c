/** The drawings that an address or style contains as data: the text of each, or null if it cannot be read. */
export function dataDrawings(value: string): (string | null)[] {
  if (!/data|\\/i.test(value)) return []
  // As browsers read an address, and CSS without its escapes.
  const text = withoutEscapes(value).replace(/[\t\n\r]/g, '')
  return [...text.matchAll(/data: *image\/svg[^,]*,/gi)].map(({ index, 0: head }) => {
    const before = text.slice(0, index).trimEnd().at(-1) ?? ''
    const end = before === '(' ? ')' : /["']/.test(before) ? before : null
    const from = index + head.length
    const to = end === null ? -1 : text.indexOf(end, from)
    return decoded(/; *base64 *,$/i.test(head), text.slice(from, to === -1 ? undefined : to))
  })
}

function decoded(isBase64: boolean, content: string): string | null {
  try {
    const written = /%/.test(content) ? content.replace(/%([0-9a-f]{2})/gi, byteOf) : content
    const bytes = isBase64 ? atob(written.replace(/\s/g, '')) : written
    // Bytes below 256 are those of UTF-8; more than that was not encoded.
    const isBytes = !/[^\0-\xff]/.test(bytes)
    const text = isBytes ? new TextDecoder().decode(Uint8Array.from(bytes, one => one.charCodeAt(0))) : bytes
    // Another encoding, or one that changes within the text.
    return ['\0', '\x1b'].some(one => text.includes(one)) ? null : text
  } catch {
    return null
  }
}

function byteOf(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16))
}

/** CSS without its escapes. */
export function withoutEscapes(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(/\\(?:([0-9a-f]{1,6})\s?|\r?\n|([\s\S]))/gi, (_, code: string | undefined, character = '') => {
    const point = Number.parseInt(code ?? '', 16)
    return code === undefined ? character : point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point)
  })
}
