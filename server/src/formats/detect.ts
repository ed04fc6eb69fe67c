import type { FileSource } from './file-source'
import { isTarHeader, TAR_BLOCK } from './tar/tar-headers'
import { looksLikeZip } from './zip/end-record'

/** File type by content. The last four are compressed streams that may contain a tar. */
export type Container = 'zip' | 'rar' | 'pdf' | '7z' | 'tar' | 'gzip' | 'bzip2' | 'xz' | 'zstd'

const RAR_SIGNATURE = 'Rar!\x1a\x07'
/** A PDF header may stand anywhere in the first 1024 bytes (PDF 1.7, appendix H, note 13). */
const PDF_HEADER_SPAN = 1024
const PDF_HEADER = '%PDF-'
/** Maximum offset of a RAR after a self-extractor. */
const SELF_EXTRACTOR_SPAN = 64 * 1024

const SIGNATURES: readonly (readonly [string, Container])[] = [
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  [RAR_SIGNATURE, 'rar'],
  ['7z\xbc\xaf\x27\x1c', '7z'],
  ['\x1f\x8b', 'gzip'],
  ['BZh', 'bzip2'],
  ['\xfd7zXZ\0', 'xz'],
  ['\x28\xb5\x2f\xfd', 'zstd'],
]

/** Detects by content, ignoring the extension. Null: unknown. */
export function detectContainer(source: FileSource): Container | null {
  const head = source.read(0, PDF_HEADER_SPAN + PDF_HEADER.length).toString('latin1')
  for (const [signature, container] of SIGNATURES) if (head.startsWith(signature)) return container
  if (head.includes(PDF_HEADER)) return 'pdf'
  if (isTarHeader(source.read(0, TAR_BLOCK))) return 'tar'
  if (head.startsWith('MZ') && rarOffset(source) > 0) return 'rar'
  return looksLikeZip(source) ? 'zip' : null
}

/** The offset of the RAR signature, possibly after a self-extractor; -1 without one. */
function rarOffset(source: FileSource): number {
  return source.read(0, SELF_EXTRACTOR_SPAN).indexOf(RAR_SIGNATURE, 0, 'latin1')
}
