import { crc32 } from 'node:zlib'

/** A name as stored in the directory, in an unknown encoding. */
export interface RawName {
  readonly bytes: Buffer
  /** General purpose bit 11: declared as UTF-8. */
  readonly utf8Flag: boolean
  /** From the Unicode path extra field (0x7075), if its checksum matches this name. */
  readonly unicode: string | null
}

/**
 * Decodes the names of one archive together: an old code page can only be guessed from all of them. Precedence: UTF-8
 * flag, Unicode extra field, valid UTF-8, Shift-JIS, code page 437 (the specification).
 */
export function decodeNames(names: readonly RawName[]): string[] {
  const old: Buffer[] = []
  const decoded = names.map(name => {
    const text = decodeKnown(name)
    if (text === null) old.push(name.bytes)
    return text
  })
  if (old.length === 0) return decoded as string[]
  const decodeOld = areShiftJis(old) ? decodeShiftJis : decodeCp437
  return decoded.map((text, i) => text ?? decodeOld((names[i] as RawName).bytes))
}

function decodeKnown(name: RawName): string | null {
  if (name.unicode !== null) return name.unicode
  if (isAscii(name.bytes)) return name.bytes.toString('latin1')
  if (name.utf8Flag) return name.bytes.toString('utf8')
  try {
    return STRICT_UTF8.decode(name.bytes)
  } catch {
    return null
  }
}

/** The Unicode path extra field: version 1, CRC-32 of the plain name, the name in UTF-8. */
export function unicodeName(extra: Buffer, plain: Buffer): string | null {
  if (extra.length < 5 || extra[0] !== 1 || extra.readUInt32LE(1) !== crc32(plain)) return null
  return extra.subarray(5).toString('utf8')
}

function isAscii(bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] as number) > 0x7f) return false
  return true
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const STRICT_SHIFT_JIS = new TextDecoder('shift_jis', { fatal: true })

// Nearly any pair of accented Latin letters is also a kanji, so Shift-JIS needs kana as evidence.
const KANA = /[\u3041-\u30FF]/

function areShiftJis(names: readonly Buffer[]): boolean {
  try {
    return names.map(decodeShiftJis).some(name => KANA.test(name))
  } catch {
    return false
  }
}

function decodeShiftJis(bytes: Buffer): string {
  return STRICT_SHIFT_JIS.decode(bytes)
}

function decodeCp437(bytes: Buffer): string {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP437_HIGH[byte - 0x80]
  return text
}

const CP437_HIGH =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'
