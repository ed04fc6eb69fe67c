import type { BookReading } from '../book-reading'
import { comicReading } from '../comic-reading'
import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'
import { sortNaturally } from '../natural-order'
import { isPageName } from '../page-names'
import { findInfoFiles, readInfoFiles } from '../sidecar/info-files'
import { readEntry } from './entry-bytes'
import type { ZipEntry } from './zip-entry'
import { readZipPage, zipCovers, zipParts } from './zip-pages'

/** Pages of an archive in reading order: natural order of the whole name. */
export function listZipPages(entries: readonly ZipEntry[]): ZipEntry[] {
  return sortNaturally(
    entries.filter(entry => isPageName(entry.name)),
    entry => entry.name,
  )
}

/** A zip of images. */
export function readComicZip(source: FileSource, entries: readonly ZipEntry[]): BookReading {
  const pageEntries = listZipPages(entries)
  const readings = pageEntries.map(entry => readZipPage(source, entry))
  const info = readInfoFiles(findInfoFiles(entries), entry => readEntry(source, entry, FORMAT_LIMITS.xmlBytes))
  return comicReading({
    format: 'cbz',
    readings,
    info,
    parts: zipParts(pageEntries),
    covers: zipCovers(source, pageEntries, readings),
  })
}
