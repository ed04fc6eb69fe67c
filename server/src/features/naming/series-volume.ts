import { stemOf } from './book-names'

export interface SeriesPlace {
  /** Identity of the series in its library. */
  readonly path: string
  readonly title: string
}

/**
 * The default strategy: a series is a folder. A file in the library's own folder is a series of its own, known by
 * its whole name, so that two of them never become one.
 */
export function seriesOfFile(path: string): SeriesPlace {
  const slash = path.lastIndexOf('/')
  if (slash < 0) return { path, title: stemOf(path) }
  const folder = path.slice(0, slash)
  return { path: folder, title: folder.slice(folder.lastIndexOf('/') + 1) }
}
