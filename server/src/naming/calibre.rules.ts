import type { CalibreStrategyConfig } from '@octavo/contract/naming'
import { fold } from '../kernel/text'
import { seriesOfFolder } from './series-folder.rules'
import { partsOf, type SeriesPlacer } from './series-place'

const ID_SUFFIX = /\s*\(\d+\)$/

/** A library managed by Calibre: `Author/Title (id)/file`. Other files are placed by folder. */
export function calibre({ seriesMode = 'standalone', stripIdSuffix = true }: CalibreStrategyConfig): SeriesPlacer {
  return {
    usesMetadata: seriesMode === 'from_metadata',
    place(path, inside) {
      const [author, book, ...deeper] = partsOf(path).folders
      if (author === undefined || book === undefined || deeper.length > 0) return seriesOfFolder(path)
      if (seriesMode === 'by_author') return { path: author, title: author }
      const series = seriesMode === 'from_metadata' ? inside?.series?.trim() : undefined
      // Two slashes: no folder has such a path, so that a series never collides with a book's folder.
      if (series) return { path: `${author}//${fold(series)}`, title: series }
      return { path: `${author}/${book}`, title: stripIdSuffix ? book.replace(ID_SUFFIX, '') || book : book }
    },
  }
}
