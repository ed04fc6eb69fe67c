import type { Decoders } from './decoders'
import { detectContainer } from './detect'
import type { BookTrouble } from './facts'
import { type FileSource, sameStamp, stampOf, withSource } from './file-source'
import { isFolder } from './folder/open-folder'
import { verifyFolder } from './folder/verify-folder'
import { fileHash } from './hashes'
import { verifyPacked } from './packed/verify-packed'
import { verifyPdf } from './pdf/verify-pdf'
import { FileTrouble, refuse, trouble, troubleOf } from './trouble'
import type { Verification } from './verification'
import { openZip } from './zip/open-zip'
import { verifyZip } from './zip/verify-zip'

/** Bytes of a file read at a time. */
const STEP = 4 * 1024 * 1024

/**
 * Reads a file again and says what is damaged. With `full` every byte is read and every part unpacked: zip entries
 * against their CRC-32, those of other archives by what unpacks them, and every page of a PDF opened.
 */
export async function verifyBook(path: string, full: boolean, decoders: Decoders): Promise<Verification> {
  try {
    if (isFolder(path)) return await verifyFolder(path, full, decoders)
    return await withSource(path, source => verifySource(source, full, decoders))
  } catch (error) {
    if (error instanceof FileTrouble) return { stamp: null, fileHash: null, troubles: [error.trouble] }
    throw error
  }
}

async function verifySource(source: FileSource, full: boolean, decoders: Decoders): Promise<Verification> {
  let troubles: readonly BookTrouble[] = []
  let hash: string | null = null
  try {
    hash = fileHash(source)
    if (full) {
      readAll(source)
      troubles = await verifyContent(source, decoders)
    }
  } catch (error) {
    troubles = [troubleOf(error, trouble('parser', 'corrupt', 'The file is damaged: it cannot be read.'))]
  }
  if (!sameStamp(source.stamp, stampOf(source.fd))) {
    troubles = [trouble('other', 'changed-while-read', 'The file was changed while it was checked.')]
  }
  return { stamp: source.stamp, fileHash: hash, troubles }
}

/** Disks forget what is never read. Throws FileTrouble at the first byte that does not come. */
function readAll(source: FileSource): void {
  for (let at = 0; at < source.size; at += STEP) {
    const want = Math.min(STEP, source.size - at)
    if (source.read(at, want).length < want) refuse('other', 'unreadable', 'The file ends before its size says.')
  }
}

async function verifyContent(source: FileSource, decoders: Decoders): Promise<readonly BookTrouble[]> {
  if (source.size === 0) refuse('parser', 'corrupt', 'The file is empty.')
  const container = detectContainer(source)
  if (container === null) return refuse('format_detection', 'unknown-format', 'This is no kind of book that is known.')
  if (container === 'zip') return verifyZip(source, await openZip(source, decoders))
  if (container === 'pdf') return verifyPdf(source, decoders)
  // A tar has no checksums of its content: that all of it can be read is all there is to see.
  if (container === 'tar') return []
  return verifyPacked(await decoders.openPacked(source, container))
}
