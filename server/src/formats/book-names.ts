import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'

/** A 7z counts with the RARs and a tar with the zips: the contract knows four formats. */
const FORMATS: ReadonlyMap<string, BookFormat> = new Map([
  ...BOOK_FORMATS.map(format => [format, format] as const),
  ['cb7', 'cbr'],
  ['cbt', 'cbz'],
])

/** Extensions of books, in small letters. */
export const BOOK_EXTENSIONS: readonly string[] = [...FORMATS.keys()]

const ENDINGS = [...FORMATS].map(([extension, format]) => ({ ending: `.${extension}`, format }))

/** By extension, without regard to case; what the file really is, its content tells when it is analysed. */
export function formatOfName(name: string): BookFormat | null {
  // Nearly every name of a library ends in small letters, and this needs no other text made of it.
  for (const { ending, format } of ENDINGS) {
    if (name.endsWith(ending)) return name.length > ending.length ? format : null
  }
  const dot = name.lastIndexOf('.')
  return dot > 0 ? (FORMATS.get(name.slice(dot + 1).toLowerCase()) ?? null) : null
}

/**
 * Whether a book of this name is a folder of images. Files are books by their extension only, and a folder that has
 * such an extension is none, so a name tells the two apart.
 */
export function isFolderName(name: string): boolean {
  return formatOfName(name) === null
}
