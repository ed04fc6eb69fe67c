import { inflateSync } from 'node:zlib'
import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'

/** Bytes searched at both ends of a PDF: programs write the metadata there. */
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = 2 * 1024 * 1024
/** Maximum number of candidate objects; pictures may have metadata, too. */
const MOST_OBJECTS = 64

/** Bytes of a catalog before and after its type. */
const CATALOG_BYTES = 4_000
/** BCP 47, without private tags such as `x-unknown`. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,4}$/i

const METADATA_OBJECT = /(\d{1,10}) \d{1,5} obj\s*(<<[\s\S]{0,400}?>>)\s*stream\r?\n/g

/** What a PDF says outside its information dictionary. PDFium exposes neither. */
export interface CatalogFacts {
  /** Null without one at either end of the file, and in encrypted files. */
  readonly xmp: Buffer | null
  /** Language of the text, such as `en-GB`. Null in encrypted files, and if the catalog is compressed. */
  readonly language: string | null
}

/** The language in the catalog, and the XMP: the stream named by the catalog, else the last one. */
export function catalogFacts(source: FileSource): CatalogFacts {
  const tailAt = Math.max(0, source.size - TAIL_BYTES)
  const head = source.read(0, Math.min(HEAD_BYTES, tailAt))
  const ends = [head, source.read(tailAt, source.size - tailAt)].map(bytes => bytes.toString('latin1'))
  const catalogs = ends.flatMap(catalogsIn)
  const [named] = found(catalogs, /\/Metadata\s{1,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R\b/)
  const packets = ends.flatMap(packetsIn)
  const chosen = packets.findLast(({ number }) => number === named) ?? packets.at(-1)
  return { xmp: chosen === undefined ? null : unpacked(chosen), language: languageOf(catalogs) }
}

/** The dictionaries of catalogs, the newest last. */
function catalogsIn(text: string): string[] {
  return [...text.matchAll(/\/Type\s{0,8}\/Catalog\b/g)].slice(-MOST_OBJECTS).map(({ index }) => {
    const before = text.slice(Math.max(0, index - CATALOG_BYTES), index)
    const after = text.slice(index, index + CATALOG_BYTES)
    const [end = ''] = after.split('endobj', 1)
    return before.slice(before.lastIndexOf(' obj') + 1) + end
  })
}

function found(catalogs: readonly string[], pattern: RegExp): readonly (string | undefined)[] {
  for (const catalog of catalogs.toReversed()) {
    const match = pattern.exec(catalog)
    if (match) return match.slice(1)
  }
  return []
}

/** A literal or hexadecimal string, in PDFDocEncoding or UTF-16. Encrypted ones are not language tags. */
function languageOf(catalogs: readonly string[]): string | null {
  const [literal, hex = ''] = found(catalogs, /\/Lang\s{0,8}(?:\(([^()\\]{2,80})\)|<([\da-f]{4,160})>)/i)
  const text = (literal ?? Buffer.from(hex, 'hex').toString('latin1')).replace(/^\xFE\xFF/, '').replaceAll('\0', '')
  return LANGUAGE.test(text) ? text : null
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
    // None of the following ends either: each would be searched to the end of the text.
    if (end < 0) break
    if (end - start > FORMAT_LIMITS.xmlBytes) continue
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
