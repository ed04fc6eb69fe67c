import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { visible } from './visible'

/** The part of a library that a viewer sees. */
export interface LibraryCounts {
  readonly library_pk: number
  readonly series: number
  readonly books: number
}

/**
 * Counts the visible series and books of each library for a viewer who sees libraries in part. Summed from a covering index
 * of series, so that the cost grows with the series and not with the books.
 */
export function visibleCounts(reader: Reader, viewer: Viewer): Promise<LibraryCounts[]> {
  return runPrepared<LibraryCounts, Record<string, never>>(
    reader,
    `access.counts|${visibilityKey(viewer)}`,
    {},
    (_p, query) =>
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
