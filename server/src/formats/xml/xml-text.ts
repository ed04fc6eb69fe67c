/**
 * Decodes the bytes of an XML document: byte order mark, else a first `<` in UTF-16, else the declared encoding, else
 * UTF-8. Invalid bytes are read as Windows-1252.
 */
export function decodeXml(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding as 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function encodingOf(bytes: Buffer): string {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0x00)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0x00 && b === 0x3c)) return 'utf-16be'
  const declared = DECLARED_ENCODING.exec(bytes.toString('latin1', 0, 200))?.[1]?.toLowerCase()
  // A declaration readable byte by byte is not in UTF-16, whatever it says.
  return declared === undefined || declared.startsWith('utf') ? 'utf-8' : declared
}

const DECLARED_ENCODING = /^(?:\xEF\xBB\xBF)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i
