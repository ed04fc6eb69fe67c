const CHARSET = /^@charset "([^"]{1,40})";/

/**
 * A stylesheet as text, in the encoding of its byte order mark or `@charset`. This text is checked and sent: read in
 * another encoding, the same bytes could import other stylesheets.
 */
export function styleText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(byMark(bytes) ?? byDeclaration(bytes) ?? 'utf-8').decode(bytes)
  } catch {
    // No encoding has this name.
    return new TextDecoder().decode(bytes)
  }
}

function byMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null
}

function byDeclaration(bytes: Uint8Array): string | null {
  const [, label] = CHARSET.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 60))) ?? []
  // A declaration readable as single bytes is not in UTF-16, whatever it says.
  return label === undefined || new TextDecoder(label).encoding.startsWith('utf-16') ? null : label
}
