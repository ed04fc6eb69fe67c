import type { EpubFacts, PageEntry, PageStorage } from '../../../formats/facts'

/**
 * The page index of a book as one text: columns instead of objects, with repeated values stored once. Reading it takes
 * one parse, for any number of pages.
 */
interface Packed {
  readonly names: readonly string[]
  readonly offsets: readonly number[]
  readonly storedSizes: readonly number[]
  readonly sizes: readonly number[]
  readonly widths: readonly (number | null)[]
  readonly heights: readonly (number | null)[]
  /** Absent in indexes from before checksums were stored. */
  readonly crcs?: readonly (number | null)[]
  /** One letter per page, see LETTERS. */
  readonly storage: string
  readonly mediaTypes: readonly string[]
  /** Index into `mediaTypes` for each page; absent if there is only one. */
  readonly mediaType?: readonly number[]
  readonly epub?: EpubFacts
}

const LETTERS: Readonly<Record<PageStorage, string>> = {
  stored: 's',
  deflated: 'd',
  packed: 'p',
  rendered: 'r',
  file: 'f',
}
const STORAGES = Object.fromEntries(Object.entries(LETTERS).map(([storage, letter]) => [letter, storage])) as Readonly<
  Record<string, PageStorage>
>

export function packPages({ pages, epub }: { pages: readonly PageEntry[]; epub: EpubFacts | null }): string {
  const mediaTypes = [...new Set(pages.map(page => page.mediaType))]
  const packed: Packed = {
    names: pages.map(page => page.name),
    offsets: pages.map(page => page.offset),
    storedSizes: pages.map(page => page.storedSize),
    sizes: pages.map(page => page.size),
    widths: pages.map(page => page.width),
    heights: pages.map(page => page.height),
    ...(pages.some(page => page.crc !== undefined) && { crcs: pages.map(page => page.crc ?? null) }),
    storage: pages.map(page => LETTERS[page.storage]).join(''),
    mediaTypes,
    ...(mediaTypes.length > 1 && { mediaType: pages.map(page => mediaTypes.indexOf(page.mediaType)) }),
    ...(epub && { epub }),
  }
  return JSON.stringify(packed)
}

export function unpackPages(text: string): PageEntry[] {
  const packed = JSON.parse(text) as Packed
  return packed.names.map((name, index) => ({
    ...crcAt(packed, index),
    name,
    offset: at(packed.offsets, index),
    storedSize: at(packed.storedSizes, index),
    size: at(packed.sizes, index),
    storage: STORAGES[packed.storage.charAt(index)] ?? 'packed',
    mediaType: at(packed.mediaTypes, packed.mediaType?.[index] ?? 0),
    width: at(packed.widths, index),
    height: at(packed.heights, index),
  }))
}

/** What the index stores of an EPUB besides its images: spine and positions. */
export function unpackEpub(text: string): EpubFacts | null {
  return (JSON.parse(text) as Packed).epub ?? null
}

function crcAt({ crcs }: Packed, index: number): { crc?: number } {
  const crc = crcs?.[index] ?? null
  return crc === null ? {} : { crc }
}

function at<T>(column: readonly T[], index: number): T {
  const value = column[index]
  if (value === undefined) throw new RangeError(`The page index has no row ${index}`)
  return value
}
