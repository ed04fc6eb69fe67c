import type { Reader } from '../../../db'
import type { CropShares } from '../../../workers/pool.types'
import type { CoverName, MasterName } from './cover-files'

/** The added picture of a cover, with its crop; null if the cover is not an added one. */
export async function addedCover(
  reader: Reader,
  name: CoverName,
): Promise<{ readonly master: MasterName; readonly crop: CropShares | null } | null> {
  const [table, column, id] =
    'bookId' in name
      ? (['books', 'covers.book_pk', name.bookId] as const)
      : 'seriesId' in name
        ? (['series', 'covers.series_pk', name.seriesId] as const)
        : 'nameId' in name
          ? (['facets', 'covers.facet_pk', name.nameId] as const)
          : (['libraries', 'covers.library_pk', name.libraryId] as const)
  const row = await reader.query
    .selectFrom('covers')
    .select(['id', 'master', 'crop'])
    .where(column, '=', eb => eb.selectFrom(table).select('pk').where('id', '=', id))
    .where('version', '=', name.version)
    .executeTakeFirst()
  if (!row) return null
  const crop = row.crop === null ? null : (JSON.parse(row.crop) as CropShares)
  return { master: { coverId: row.id, hash: row.master }, crop }
}
