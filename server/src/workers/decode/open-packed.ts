import type { PackedArchive, PackedContainer } from '../../formats/decoders'
import type { FileSource } from '../../formats/file-source'
import { openCompressedTar } from './compressed-tar'
import { openSevenZip } from './seven-zip-archive'
import { openRar } from './unrar'

/** Lists an archive that can only be unpacked sequentially. Throws FileProblemError. */
export async function openPacked(source: FileSource, container: PackedContainer): Promise<PackedArchive> {
  if (container === 'rar') return openRar(source)
  return container === '7z' ? openSevenZip(source) : openCompressedTar(source, container)
}
