/** The series of a file, by its path and, for some strategies, its metadata. */
export interface SeriesPlace {
  /** Identity of the series in its library. A folder for most strategies. */
  readonly path: string
  readonly title: string
  readonly publisher?: string | undefined
  /** Contained in a folder's name. */
  readonly volume?: number | undefined
  readonly chapter?: number | undefined
}

/** Metadata for placing a file; null before the file has been read. */
export interface SeriesInside {
  readonly series: string | null
  /** Of the book. */
  readonly title?: string | null
}

export interface SeriesPlacer {
  place(path: string, inside: SeriesInside | null): SeriesPlace
  /** Whether metadata can change the place: then books are placed again after reading. */
  readonly usesMetadata: boolean
}

/** The series of books without any other. */
export const UNSORTED: SeriesPlace = { path: '', title: 'Unsorted' }

/** Folders of a path below the library, and the file name. */
export function partsOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const parts = path.split('/')
  return { folders: parts.slice(0, -1), name: parts.at(-1) ?? path }
}
