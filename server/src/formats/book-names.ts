import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'

/** A 7z counts with the RARs and a tar with the zips: the contract knows four formats. */
const FORMATS: ReadonlyMap<string, BookFormat> = new Map([
  ...BOOK_FORMATS.map(format => [format, format] as const),
  ['cb7', 'cbr'],
  ['cbt', 'cbz'],
])

/** Extensions of books, in lower case. */
export const BOOK_EXTENSIONS: readonly string[] = [...FORMATS.keys()]

const ENDINGS = [...FORMATS].map(([extension, format]) => ({ ending: `.${extension}`, format }))

/** By extension, ignoring case; the analysis determines the real format by content. */
export function formatOfName(name: string): BookFormat | null {
  // Fast path: nearly all names have a lower-case extension, which needs no converted copy.
  for (const { ending, format } of ENDINGS) {
    if (name.endsWith(ending)) return name.length > ending.length ? format : null
  }
  const dot = name.lastIndexOf('.')
  return dot > 0 ? (FORMATS.get(name.slice(dot + 1).toLowerCase()) ?? null) : null
}

/**
 * Whether a book with this name is a folder of images. Files are books only with a book extension, and a folder with
 * one is not a book, so the name distinguishes them.
 */
export function isFolderName(name: string): boolean {
  return formatOfName(name) === null
}
