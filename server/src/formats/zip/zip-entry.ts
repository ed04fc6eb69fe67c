/** A file in a zip, from its central directory. Folders are left out. */
export interface ZipEntry {
  readonly name: string
  /** 0 stored, 8 deflate, others named by `methodName`. */
  readonly method: number
  readonly encrypted: boolean
  /** General purpose bits: some methods store parameters in them. */
  readonly flags: number
  readonly crc: number
  /** Declared packed and inflated sizes: only usable to reject an entry. */
  readonly storedSize: number
  readonly size: number
  /** Offset of the local header. */
  readonly headerOffset: number
  /** Unpacks methods that the runtime lacks; openZip adds it to the entries that need it. */
  readonly unpackForeign?: UnpackForeign
}

/**
 * Unpacks the packed bytes of an entry, at most `most` bytes. If that is all of them, length and checksum are verified.
 * Throws FileProblemError.
 */
export type UnpackForeign = (entry: ZipEntry, packed: Buffer, most: number) => Buffer
