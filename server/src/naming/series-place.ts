/** Where a file belongs, by its path and, for some strategies, by the metadata inside it. */
export interface SeriesPlace {
  /** Identity of the series in its library. A folder for most strategies. */
  readonly path: string
  readonly title: string
  readonly publisher?: string | undefined
  /** Stated by a folder's name. */
  readonly volume?: number | undefined
  readonly chapter?: number | undefined
}

/** What placing wants to know of the metadata inside a file; null before the file has been read. */
export interface SeriesInside {
  readonly series: string | null
}

export interface SeriesPlacer {
  place(path: string, inside: SeriesInside | null): SeriesPlace
  /** Whether metadata can change the place: then books are placed again once they have been read. */
  readonly usesMetadata: boolean
}

/** Books for which no folder or name says more. */
export const UNSORTED: SeriesPlace = { path: '', title: 'Unsorted' }

/** Folders of a path below the library, and the file's name. */
export function partsOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const parts = path.split('/')
  return { folders: parts.slice(0, -1), name: parts.at(-1) ?? path }
}
