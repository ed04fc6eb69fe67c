/** Decodes XHTML or HTML in its declared encoding; UTF-8 if that is missing or unknown. */
export function decodeText(bytes: Uint8Array): string {
  const label = byMark(bytes) ?? byDeclaration(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function byMark(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null
}

function byDeclaration(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const declared =
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head) ??
    /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)
  // A declaration readable as single bytes is not in UTF-16, whatever it says.
  return declared?.[1] && !/^utf-?16/i.test(declared[1]) ? declared[1] : null
}
