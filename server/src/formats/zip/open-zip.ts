import type { Decoders } from '../decoders'
import type { FileSource } from '../file-source'
import { readDirectory } from './directory'
import { FOREIGN_METHODS } from './foreign-methods'
import type { ZipEntry } from './zip-entry'

/** The entries of a zip; the decoder for unusual methods is loaded on demand. Throws FileProblemError. */
export async function openZip(source: FileSource, decoders: Pick<Decoders, 'loadZipMethods'>): Promise<ZipEntry[]> {
  const entries = readDirectory(source)
  if (!entries.some(isForeign)) return entries
  const unpackForeign = await decoders.loadZipMethods()
  return entries.map(entry => (isForeign(entry) ? { ...entry, unpackForeign } : entry))
}

function isForeign({ method, encrypted }: ZipEntry): boolean {
  return FOREIGN_METHODS.has(method) && !encrypted
}
