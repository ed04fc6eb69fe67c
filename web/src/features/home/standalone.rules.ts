import type { LibraryDto, SeriesDto } from '../../api/types'

/** Novels in no series are new books; as new series they would be there twice. */
export function withoutNovels(
  series: readonly SeriesDto[],
  libraries: readonly Pick<LibraryDto, 'id' | 'seriesStrategy'>[],
): SeriesDto[] {
  const ofNovels = new Set(libraries.filter(each => each.seriesStrategy === 'calibre').map(({ id }) => id))
  return series.filter(({ libraryId, bookCount }) => bookCount !== 1 || !ofNovels.has(libraryId))
}
