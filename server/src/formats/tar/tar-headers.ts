import { FORMAT_LIMITS } from '../limits'
import { refuse } from '../problem'

export const TAR_BLOCK = 512

export interface TarHeader {
  readonly name: string
  /** Size of its data, which follows in whole blocks. */
  readonly size: number
  /** False for links, devices and sparse files, which have no usable data. */
  readonly isFile: boolean
  readonly isFolder: boolean
}

/** Request of the parser: a number of bytes, or to skip an entry's data. */
export type TarStep = { readonly want: number } | { readonly entry: TarHeader }

/** Maximum accepted size of extended headers. */
const EXTENDED_BYTES = 1024 * 1024

/**
 * Parses the headers of a tar (old, ustar, GNU, pax). It requests bytes as needed, so that it works for files and
 * streams. Fewer bytes than requested end it. Throws FileProblemError for an invalid header.
 */
export function* walkTar(): Generator<TarStep, void, Buffer> {
  let longName: string | null = null
  let pax: Readonly<Record<string, string>> = {}
  for (let count = 0; ; ) {
    const header = yield { want: TAR_BLOCK }
    if (header.length < TAR_BLOCK || isEmptyBlock(header)) return
    if (!isTarHeader(header)) refuseHeader(count)
    const type = String.fromCharCode(header[156] as number)
    const size = sizeOf(header, pax)
    if (type === 'L' || type === 'x' || type === 'g' || type === 'K') {
      if (size > EXTENDED_BYTES) refuse('parser', 'too-large', 'A header of the tar is too large.', { bytes: size })
      const data = (yield { want: padded(size) }).subarray(0, size)
      if (type === 'L') longName = cString(data)
      if (type === 'x') pax = readPax(data)
      continue
    }
    if (++count > FORMAT_LIMITS.entries) {
      refuse('parser', 'too-large', `The archive has more than ${FORMAT_LIMITS.entries} entries.`)
    }
    const name = pax.path ?? longName ?? plainName(header)
    yield { entry: { name, size, isFile: FILE_TYPES.has(type), isFolder: type === '5' || name.endsWith('/') } }
    longName = null
    pax = {}
  }
}

function refuseHeader(count: number): never {
  if (count > 0) return refuse('parser', 'corrupt', 'The tar is damaged: an entry does not begin where it should.')
  return refuse('format_detection', 'unknown-format', 'What is compressed here is not a tar.')
}

/** Size of an entry's data including padding. */
export function padded(size: number): number {
  return Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
}

const CHECKSUM = { start: 148, end: 156 }
/** Regular files: old, usual, contiguous. */
const FILE_TYPES: ReadonlySet<string> = new Set(['\0', '0', '7'])

/** Old tars have no magic: detected by the header's checksum, computed with its own field as spaces. */
export function isTarHeader(header: Buffer): boolean {
  if (header.length < TAR_BLOCK || header[0] === 0) return false
  const claimed = Number.parseInt(header.toString('latin1', CHECKSUM.start, CHECKSUM.end), 8)
  const sum = header.reduce((total, byte, i) => total + (i >= CHECKSUM.start && i < CHECKSUM.end ? 32 : byte), 0)
  return claimed === sum
}

function isEmptyBlock(header: Buffer): boolean {
  return header.every(byte => byte === 0)
}

function sizeOf(header: Buffer, pax: Readonly<Record<string, string>>): number {
  const field = header.subarray(124, 136)
  // GNU writes large sizes as a binary number, marked by the highest bit.
  const binary = ((field[0] as number) & 0x80) !== 0
  const plain = binary ? Number(field.readBigUInt64BE(4)) : Number.parseInt(cString(field).trim() || '0', 8)
  const size = pax.size === undefined ? plain : Number(pax.size)
  if (!Number.isSafeInteger(size) || size < 0) refuse('parser', 'corrupt', 'The tar is damaged: an entry has no size.')
  return size
}

function plainName(header: Buffer): string {
  const name = cString(header.subarray(0, 100))
  const isUstar = header.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isUstar ? cString(header.subarray(345, 500)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function cString(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return (end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8')
}

/** Records of a pax header: `length key=value\n`; the length includes itself. */
function readPax(data: Buffer): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at)
    const length = Number.parseInt(data.toString('latin1', at, Math.max(at, space)), 10)
    if (space < 0 || !(length > space - at) || at + length > data.length) break
    const record = data.toString('utf8', space + 1, at + length - 1)
    const equals = record.indexOf('=')
    if (equals > 0) found[record.slice(0, equals)] = record.slice(equals + 1)
    at += length
  }
  return found
}
