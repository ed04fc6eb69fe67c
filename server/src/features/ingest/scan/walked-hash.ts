import { isFolderName } from '../../../formats/book-names'
import { unlessAborted } from '../../../kernel/patience'
import { contentHash } from './content-hash'
import type { ScanRun } from './scan-run'
import type { WalkedFile } from './walked-file'

/** The content hash of a file or image folder, as analysis computes it; null if it is unreadable. */
export async function walkedHash({ deps, signal }: ScanRun, file: WalkedFile): Promise<string | null> {
  const path = `${file.folder.path}/${file.path}`
  if (!isFolderName(file.name)) return contentHash(path, signal)
  // A parser process reads its members: there may be thousands.
  return (await unlessAborted(deps.pool.verify({ path, size: file.stamp.size, full: false }), signal)).fileHash
}
