import type { FileStamp } from './facts'
import { sameStamp, stampOf, withSource } from './file-source'
import { isFolder, openFolder, readMember } from './folder/open-folder'

/** Identity of a file's content. */
export interface FileDigest {
  /** SHA-256 of the whole file, hex. */
  readonly sha256: string
  readonly stamp: FileStamp
}

/** Bytes read at a time. */
const STEP = 4 * 1024 * 1024

/** Reads the whole file; null if it changed meanwhile. Throws FileProblemError if it is unreadable. */
export async function digestFile(path: string): Promise<FileDigest | null> {
  if (isFolder(path)) return digestFolder(path)
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

/** Over name, size and content of each member. */
function digestFolder(path: string): FileDigest | null {
  const folder = openFolder(path)
  const hasher = new Bun.CryptoHasher('sha256')
  for (const { name, size } of [...folder.pages, ...folder.infos]) {
    hasher.update(`${name}\0${size}\0`)
    for (let at = 0; at < size; at += STEP) {
      const bytes = readMember(folder, name, at, Math.min(STEP, size - at))
      if (bytes.length < Math.min(STEP, size - at)) return null
      hasher.update(bytes)
    }
  }
  const { stamp } = folder
  return sameStamp(stamp, openFolder(path).stamp) ? { sha256: hasher.digest('hex'), stamp } : null
}
