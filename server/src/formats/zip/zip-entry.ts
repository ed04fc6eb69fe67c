/** A file in a zip, as its central directory describes it. Folders are left out. */
export interface ZipEntry {
  readonly name: string
  /** 0 stored, 8 deflate, others named by `methodName`. */
  readonly method: number
  readonly encrypted: boolean
  /** General purpose bits: some methods keep parameters in them. */
  readonly flags: number
  readonly crc: number
  /** Bytes in the file, and bytes once inflated: as declared, so only good for refusing. */
  readonly storedSize: number
  readonly size: number
  /** Where the local header begins in the file. */
  readonly headerOffset: number
  /** Unpacks what the runtime cannot; openZip gives it to the entries that need it. */
  readonly unpackForeign?: UnpackForeign
}

/**
 * Unpacks the packed bytes of an entry: at most `most` of its bytes. When that is all of them, their length and their
 * checksum are right. Throws FileProblemError.
 */
export type UnpackForeign = (entry: ZipEntry, packed: Buffer, most: number) => Buffer
