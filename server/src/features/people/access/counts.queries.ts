import { sql } from 'kysely'
import { type Reader, runShape } from '../../../db'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { visible } from './visible'

/** What of a library is there for a viewer. */
export interface LibraryCounts {
  readonly library_pk: number
  readonly series: number
  readonly books: number
}

/**
 * How many series and books of each library a viewer who sees them in part may see: summed up from an index of series
 * that holds just that, so that it takes the time of the series and not of the books.
 */
export function visibleCounts(reader: Reader, viewer: Viewer): Promise<LibraryCounts[]> {
  return runShape<LibraryCounts, Record<string, never>>(reader, `access.counts|${visibilityKey(viewer)}`, {}, query =>
    query
      .selectFrom('series')
      .select(['series.library_pk'])
      .select(sql<number>`count(*)`.as('series'))
      .select(sql<number>`cast(sum(series.book_count) as bigint)`.as('books'))
      .where('series.book_count', '>', 0)
      .where(visible(viewer, 'series.library_pk'))
      .groupBy('series.library_pk'),
  )
}
