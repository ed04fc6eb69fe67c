import type { FileStamp } from './facts'
import { sameStamp, stampOf, withSource } from './file-source'

/** The content of a file in short. */
export interface FileDigest {
  /** SHA-256 of the whole file, hex. */
  readonly sha256: string
  readonly stamp: FileStamp
}

/** Bytes read at a time. */
const STEP = 4 * 1024 * 1024

/** Reads the whole file; null when it was changed meanwhile. Throws FileTrouble when it cannot be read. */
export async function digestFile(path: string): Promise<FileDigest | null> {
  return withSource(path, async source => {
    const hasher = new Bun.CryptoHasher('sha256')
    for (let at = 0; at < source.size; at += STEP) {
      const bytes = source.read(at, STEP)
      if (bytes.length < Math.min(STEP, source.size - at)) return null
      hasher.update(bytes)
    }
    return sameStamp(source.stamp, stampOf(source.fd)) ? { sha256: hasher.digest('hex'), stamp: source.stamp } : null
  })
}
