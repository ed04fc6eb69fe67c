import type { Decoders } from './decoders'
import { detectContainer } from './detect'
import type { FileProblem } from './facts'
import { type FileSource, sameStamp, stampOf, withSource } from './file-source'
import { isFolder } from './folder/open-folder'
import { verifyFolder } from './folder/verify-folder'
import { fileHash } from './hashes'
import { verifyPacked } from './packed/verify-packed'
import { verifyPdf } from './pdf/verify-pdf'
import { FileProblemError, fileProblem, problemOf, refuse } from './problem'
import type { Verification } from './verification'
import { openZip } from './zip/open-zip'
import { verifyZip } from './zip/verify-zip'

/** Bytes of a file read at a time. */
const STEP = 4 * 1024 * 1024

/**
 * Reads a file again and reports damage. With `full` every byte is read and every part unpacked: zip entries are
 * checked by CRC-32, other archives by their unpacker, and every page of a PDF is opened.
 */
export async function verifyBook(path: string, full: boolean, decoders: Decoders): Promise<Verification> {
  try {
    if (isFolder(path)) return await verifyFolder(path, full, decoders)
    return await withSource(path, source => verifySource(source, full, decoders))
  } catch (error) {
    if (error instanceof FileProblemError) return { stamp: null, fileHash: null, problems: [error.problem] }
    throw error
  }
}

async function verifySource(source: FileSource, full: boolean, decoders: Decoders): Promise<Verification> {
  let problems: readonly FileProblem[] = []
  let hash: string | null = null
  try {
    hash = fileHash(source)
    if (full) {
      readAll(source)
      problems = await verifyContent(source, decoders)
    }
  } catch (error) {
    problems = [problemOf(error, fileProblem('parser', 'corrupt', 'The file is damaged: it cannot be read.'))]
  }
  if (!sameStamp(source.stamp, stampOf(source.fd))) {
    problems = [fileProblem('other', 'changed-while-read', 'The file was changed while it was checked.')]
  }
  return { stamp: source.stamp, fileHash: hash, problems }
}

/** Detects unreadable sectors. Throws FileProblemError at the first byte that cannot be read. */
function readAll(source: FileSource): void {
  for (let at = 0; at < source.size; at += STEP) {
    const want = Math.min(STEP, source.size - at)
    if (source.read(at, want).length < want) refuse('other', 'unreadable', 'The file ends before its size says.')
  }
}

async function verifyContent(source: FileSource, decoders: Decoders): Promise<readonly FileProblem[]> {
  if (source.size === 0) refuse('parser', 'corrupt', 'The file is empty.')
  const container = detectContainer(source)
  if (container === null)
    return refuse('format_detection', 'unknown-format', 'The content is not in a format that Octavo reads.')
  if (container === 'zip') return verifyZip(source, await openZip(source, decoders))
  if (container === 'pdf') return verifyPdf(source, decoders)
  // A tar has no checksums of its content: reading all of it is the only check.
  if (container === 'tar') return []
  return verifyPacked(await decoders.openPacked(source, container))
}
