import type { LibraryDto, SeriesDto } from '../../api/types'

/** Without novels in no series: they are already among the new books, and would appear twice. */
export function withoutNovels(
  series: readonly SeriesDto[],
  libraries: readonly Pick<LibraryDto, 'id' | 'seriesStrategy'>[],
): SeriesDto[] {
  const ofNovels = new Set(libraries.filter(each => each.seriesStrategy === 'calibre').map(({ id }) => id))
  return series.filter(({ libraryId, bookCount }) => bookCount !== 1 || !ofNovels.has(libraryId))
}
