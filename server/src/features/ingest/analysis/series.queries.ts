import type { Reader } from '../../../db'

/** The series named, else all; of these libraries only, where some are given. */
export interface SeriesScope {
  readonly seriesIds?: readonly string[] | null | undefined
  readonly libraryIds?: readonly string[] | null | undefined
}

/** Keys of the series of a scope. */
export async function seriesToNumber(reader: Reader, { seriesIds, libraryIds }: SeriesScope): Promise<number[]> {
  if (seriesIds?.length === 0 || libraryIds?.length === 0) return []
  let query = reader.query.selectFrom('series').select('pk').orderBy('pk')
  if (seriesIds) query = query.where('id', 'in', seriesIds)
  if (libraryIds) {
    const libraries = reader.query.selectFrom('libraries').select('pk').where('id', 'in', libraryIds)
    query = query.where('library_pk', 'in', libraries)
  }
  return (await query.execute()).map(row => row.pk)
}
