import type { FullSeriesResponse } from '@octavo/contract/full-series'
import { type MetadataLocks, SERIES_LOCKS } from '@octavo/contract/locks'
import type { Reader } from '../../db'
import { timestamp, timestampOrNull } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import { type Names, NO_NAMES, namesOf } from '../facets'
import { finishedSeries } from './series.queries'
import { seriesView } from './series.view'
import type { SeriesRow } from './series-row'

/** What lies beside a series in other tables: a noun that brings more of it is asked once for all series of a page. */
interface Beside {
  readonly names: Names
  /** When the viewer finished the last of its books; null while there is one to read. */
  readonly finishedAt: number | null
}

/** Series with all that is known of them: two queries, however many they are. */
export async function fullSeries(
  reader: Reader,
  viewer: Viewer,
  rows: readonly SeriesRow[],
): Promise<FullSeriesResponse[]> {
  const pks = rows.map(row => row.pk)
  const [names, finished] = await Promise.all([namesOf(reader, 'series', pks), finishedSeries(reader, viewer, pks)])
  return rows.map(row =>
    fullView(row, { names: names.get(row.pk) ?? NO_NAMES, finishedAt: finished.get(row.pk) ?? null }),
  )
}

function fullView(row: SeriesRow, { names, finishedAt }: Beside): FullSeriesResponse {
  const { title, titleSort, summary, publisher, year, ...series } = seriesView(row)
  return {
    ...series,
    readCount: finishedAt === null ? 0 : 1,
    lastCompletedAt: timestampOrNull(finishedAt),
    metadata: {
      title,
      titleSort,
      summary,
      publisher,
      year,
      readingDirection: row.reading_direction,
      locks: locksOf(row),
      createdAt: timestamp(row.created_at),
      updatedAt: timestamp(row.updated_at),
    },
    genres: [...names.genres],
    tags: [...names.tags],
    alternateTitles: [],
    externalIds: [],
    externalLinks: [],
    externalRatings: [],
  }
}

function locksOf(row: SeriesRow): MetadataLocks {
  const open = Object.fromEntries(SERIES_LOCKS.map(name => [name, false])) as MetadataLocks
  return { ...open, title: Boolean(row.title_locked), titleSort: Boolean(row.title_sort_locked) }
}
