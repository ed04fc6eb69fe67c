import type { PieceEntry } from './pieces'

/**
 * The files in a technical listing of 7-Zip: a block of `Key = value` lines per entry, separated by empty lines. Names
 * cannot break lines: control characters are printed as underscores.
 */
export function parseListing(text: string): PieceEntry[] {
  const entries: PieceEntry[] = []
  for (const block of text.split(/\n\s*\n/)) {
    const fields = new Map<string, string>()
    for (const line of block.split('\n')) {
      const equals = line.indexOf(' = ')
      // A field without a value ends in " =" or " = ".
      if (equals > 0) fields.set(line.slice(0, equals).trim(), line.slice(equals + 3))
    }
    const name = fields.get('Path')
    if (name === undefined || fields.get('Attributes')?.startsWith('D') || fields.get('Folder') === '+') continue
    const crc = fields.get('CRC')?.trim() ?? ''
    entries.push({
      name,
      encrypted: fields.get('Encrypted')?.trim() === '+',
      packedSize: wholeNumber(fields.get('Packed Size')),
      size: wholeNumber(fields.get('Size')),
      crc: /^[0-9A-F]{8}$/i.test(crc) ? Number.parseInt(crc, 16) : null,
    })
  }
  return entries
}

function wholeNumber(text: string | undefined): number {
  const value = Number(text?.trim() ?? '')
  return Number.isSafeInteger(value) && value >= 0 ? value : 0
}
