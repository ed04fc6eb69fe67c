import type { CalibreStrategyConfig } from '@octavo/contract/naming'
import { fold } from '../kernel/text'
import { tidy } from './book-title'
import { stemOf } from './file-stem'
import { genericTitles } from './generic-title.rules'
import { seriesOfFolder } from './series-folder.rules'
import { partsOf, type SeriesInside, type SeriesPlacer } from './series-place'

const ID_SUFFIX = /\s*\(\d+\)$/

/**
 * A library managed by Calibre: `Author/Title (id)/file`. With `from_metadata`, `Author/file` as well: an author is no
 * series. Other files are placed by folder.
 */
export function calibre({ seriesMode = 'standalone', stripIdSuffix = true }: CalibreStrategyConfig): SeriesPlacer {
  const byMetadata = seriesMode === 'from_metadata'
  return {
    usesMetadata: byMetadata,
    place(path, inside) {
      const { folders, name } = partsOf(path)
      const [author, book, ...deeper] = folders
      const isLoose = byMetadata && book === undefined
      if (deeper.length > 0 || (!isLoose && (author === undefined || book === undefined))) return seriesOfFolder(path)
      if (seriesMode === 'by_author' && author !== undefined) return { path: author, title: author }
      const series = byMetadata ? inside?.series?.trim() : undefined
      // Two slashes: no folder has such a path, so that a series never collides with a book's folder.
      if (series) return { path: `${author ?? ''}//${fold(series)}`, title: series }
      const named = book ?? withoutAuthor(stemOf(name), author)
      // A novel in no series has the title of its metadata.
      const title = (isLoose ? ownTitle(inside) : null) ?? named
      return {
        path: [author, named].filter(part => part !== undefined).join('/'),
        title: stripIdSuffix ? title.replace(ID_SUFFIX, '') || title : title,
      }
    },
  }
}

const isGeneric = genericTitles([])

/** Null without one, or if it says nothing. */
function ownTitle(inside: SeriesInside | null): string | null {
  const title = tidy(inside?.title ?? null)
  return title && !isGeneric(title) ? title : null
}

/** "Herman Melville - Moby Dick" or "Moby Dick - Herman Melville" in the folder of that author is "Moby Dick". */
function withoutAuthor(stem: string, author: string | undefined): string {
  if (author === undefined) return stem
  if (stem.startsWith(`${author} - `)) return stem.slice(author.length + 3).trim() || stem
  return (stem.endsWith(` - ${author}`) && stem.slice(0, -author.length - 3).trim()) || stem
}
