import { type DamagedPart, damageTroubles } from '../damage'
import { isEpub } from '../epub/epub-book'
import type { BookTrouble } from '../facts'
import type { FileSource } from '../file-source'
import { FileTrouble } from '../trouble'
import { listZipPages } from './comic-zip'
import { readEntry } from './entry-bytes'
import type { ZipEntry } from './zip-entry'

/** Unpacks every entry and compares it with its CRC-32. What cannot be unpacked at all is for analysis to say. */
export function verifyZip(source: FileSource, entries: readonly ZipEntry[]): BookTrouble[] {
  const pages = isEpub(source, entries) ? [] : listZipPages(entries)
  const numbers = new Map(pages.map((entry, index) => [entry, index + 1]))
  const damaged = entries.flatMap((entry): DamagedPart[] => {
    const why = damageOf(source, entry)
    return why === null ? [] : [{ name: entry.name, page: numbers.get(entry) ?? null, why }]
  })
  return damageTroubles(damaged)
}

function damageOf(source: FileSource, entry: ZipEntry): string | null {
  try {
    const bytes = readEntry(source, entry)
    return Bun.hash.crc32(bytes) === entry.crc ? null : 'its checksum does not fit its content'
  } catch (error) {
    if (!(error instanceof FileTrouble)) throw error
    if (error.trouble.errorType === 'other') throw error
    return error.trouble.reason === 'page-corrupt' ? 'it does not unpack' : null
  }
}
