import { isFolderName } from '../../../formats/book-names'
import { unlessAborted } from '../../../kernel/patience'
import { contentHash } from './content-hash'
import type { ScanRun } from './scan-run'
import type { WalkedFile } from './walked-file'

/** The hash that analysis gives a file or a folder of images; null when it cannot be read. */
export async function walkedHash({ deps, signal }: ScanRun, file: WalkedFile): Promise<string | null> {
  const path = `${file.folder.path}/${file.path}`
  if (!isFolderName(file.name)) return contentHash(path, signal)
  // Its members are read by a parser process: there may be thousands.
  return (await unlessAborted(deps.pool.verify({ path, size: file.stamp.size, full: false }), signal)).fileHash
}
