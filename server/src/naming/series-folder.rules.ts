import { cleanName } from './clean-name.rules'
import { stemOf } from './file-stem'
import type { SeriesPlace, SeriesPlacer } from './series-place'

/**
 * The default strategy: a series is a folder. A file in the library's root is a series of its own, identified by its
 * full name, so that two of them are never merged.
 */
export function seriesOfFolder(path: string): SeriesPlace {
  const slash = path.lastIndexOf('/')
  if (slash < 0) return { path, title: cleanName(stemOf(path)) }
  const folder = path.slice(0, slash)
  return { path: folder, title: folder.slice(folder.lastIndexOf('/') + 1) }
}

export const seriesVolume: SeriesPlacer = { place: seriesOfFolder, usesMetadata: false }
