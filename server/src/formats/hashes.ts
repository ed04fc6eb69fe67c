import { createHash } from 'node:crypto'
import { END_WINDOW_BYTES, type FileSource, WHOLE_FILE_BYTES } from './file-source'

const MIDDLE_SAMPLES = 8
const MIDDLE_SAMPLE_BYTES = 4 * 1024

/**
 * Hex SHA-256 that identifies a file's content: of its size (8 bytes, little endian), then of the whole file when it is
 * at most 256 KiB, else of its first 64 KiB, eight samples of 4 KiB spread evenly between, and its last 64 KiB. The end
 * of a zip is its directory with the CRC of every entry, so a changed page changes the hash. Equal hashes suggest equal
 * files, but do not prove it.
 */
export function fileHash(source: FileSource): string {
  const hash = createHash('sha256')
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(source.size))
  hash.update(size)
  if (source.size <= WHOLE_FILE_BYTES) return hash.update(source.read(0, source.size)).digest('hex')
  hash.update(source.read(0, END_WINDOW_BYTES))
  for (const offset of middleOffsets(source.size)) hash.update(source.read(offset, MIDDLE_SAMPLE_BYTES))
  return hash.update(source.read(source.size - END_WINDOW_BYTES, END_WINDOW_BYTES)).digest('hex')
}

function middleOffsets(size: number): number[] {
  const from = END_WINDOW_BYTES
  const room = size - 2 * END_WINDOW_BYTES - MIDDLE_SAMPLE_BYTES
  return Array.from({ length: MIDDLE_SAMPLES }, (_, i) => from + Math.floor((room * i) / (MIDDLE_SAMPLES - 1)))
}

const READER_SAMPLE_BYTES = 1024

/**
 * KOReader's partial MD5, hex: 1024 bytes each at offset 0 and at 1024 * 4^i for i = 0..10, up to the end of the file.
 */
export function readerSyncHash(source: FileSource): string {
  const hash = createHash('md5')
  for (let i = -1; i <= 10; i++) {
    const offset = i < 0 ? 0 : READER_SAMPLE_BYTES * 4 ** i
    if (offset >= source.size) break
    hash.update(source.read(offset, READER_SAMPLE_BYTES))
  }
  return hash.digest('hex')
}

/** KOReader's id of a document when it is set to use file names. */
export function fileNameMd5(fileName: string): string {
  return createHash('md5').update(fileName).digest('hex')
}
