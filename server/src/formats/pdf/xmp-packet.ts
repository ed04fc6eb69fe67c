import { inflateSync } from 'node:zlib'
import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'

/** Bytes searched at both ends of a PDF: programs write the metadata there. */
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = 2 * 1024 * 1024
/** Maximum number of candidate objects; pictures may have metadata, too. */
const MOST_OBJECTS = 64

const METADATA_OBJECT = /(\d{1,10}) \d{1,5} obj\s*(<<[\s\S]{0,400}?>>)\s*stream\r?\n/g

/**
 * The XMP of a PDF: the stream named by its catalog, if that is uncompressed, else the last one. PDFium does not expose
 * it. Null without one at either end of the file, and in encrypted files.
 */
export function xmpPacket(source: FileSource): Buffer | null {
  const tailAt = Math.max(0, source.size - TAIL_BYTES)
  const head = source.read(0, Math.min(HEAD_BYTES, tailAt))
  const ends = [head, source.read(tailAt, source.size - tailAt)].map(bytes => bytes.toString('latin1'))
  const named = ends.map(catalogMetadata).findLast(number => number !== null) ?? null
  const packets = ends.flatMap(packetsIn)
  const chosen = packets.findLast(({ number }) => number === named) ?? packets.at(-1)
  return chosen === undefined ? null : unpacked(chosen)
}

/** The object number in the catalog. */
function catalogMetadata(text: string): string | null {
  let left = MOST_OBJECTS
  for (const { index } of text.matchAll(/\/Type\s{0,8}\/Catalog\b/g)) {
    if (left-- === 0) break
    const around = text.slice(Math.max(0, index - 4_000), index + 4_000)
    const [, number] = /\/Metadata\s{1,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R\b/.exec(around) ?? []
    if (number !== undefined) return number
  }
  return null
}

interface Packet {
  readonly number: string
  readonly isDeflated: boolean
  readonly bytes: Buffer
}

function packetsIn(text: string): Packet[] {
  const packets: Packet[] = []
  for (const found of text.matchAll(METADATA_OBJECT)) {
    const [whole, number = '', dictionary = ''] = found
    if (!/\/Subtype\s*\/XML\b/.test(dictionary) || packets.length >= MOST_OBJECTS) continue
    const start = found.index + whole.length
    const end = text.indexOf('endstream', start)
    if (end < 0 || end - start > FORMAT_LIMITS.xmlBytes) continue
    const isDeflated = dictionary.includes('/FlateDecode')
    packets.push({ number, isDeflated, bytes: Buffer.from(text.slice(start, end), 'latin1') })
  }
  return packets
}

function unpacked({ isDeflated, bytes }: Packet): Buffer | null {
  if (!isDeflated) return bytes
  try {
    return inflateSync(bytes, { maxOutputLength: FORMAT_LIMITS.xmlBytes })
  } catch {
    // Damaged, or encrypted.
    return null
  }
}
