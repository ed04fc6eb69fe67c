import { type DamagedPart, damageProblems } from '../damage'
import { isEpub } from '../epub/epub-book'
import type { FileProblem } from '../facts'
import type { FileSource } from '../file-source'
import { FileProblemError } from '../problem'
import { listZipPages } from './comic-zip'
import { readEntry } from './entry-bytes'
import type { ZipEntry } from './zip-entry'

/** Unpacks every entry and compares its CRC-32. Analysis reports entries that cannot be unpacked at all. */
export function verifyZip(source: FileSource, entries: readonly ZipEntry[]): FileProblem[] {
  const pages = isEpub(source, entries) ? [] : listZipPages(entries)
  const numbers = new Map(pages.map((entry, index) => [entry, index + 1]))
  const damaged = entries.flatMap((entry): DamagedPart[] => {
    const why = damageOf(source, entry)
    return why === null ? [] : [{ name: entry.name, page: numbers.get(entry) ?? null, why }]
  })
  return damageProblems(damaged)
}

function damageOf(source: FileSource, entry: ZipEntry): string | null {
  try {
    const bytes = readEntry(source, entry)
    return Bun.hash.crc32(bytes) === entry.crc ? null : 'its checksum does not match its content'
  } catch (error) {
    if (!(error instanceof FileProblemError)) throw error
    if (error.problem.errorType === 'other') throw error
    return error.problem.reason === 'page-corrupt' ? 'it cannot be unpacked' : null
  }
}
