import type { FullSeriesMetadataResponse, SeriesMetadataResponse } from '@octavo/contract/series-metadata'
import type { AlternateTitleDto } from '@octavo/contract/series-side'
import { timestamp } from '../../../kernel/clock'
import type { Names } from '../facets'
import { seriesFields } from '../series'
import type { SeriesState } from './edit-series'

export function seriesMetadataView({ row, values }: SeriesState): SeriesMetadataResponse {
  const { genres: _genres, tags: _tags, ...fields } = values
  return { id: row.id, ...fields, updatedAt: timestamp(row.updated_at) } as SeriesMetadataResponse
}

/** All editable fields of a series. */
export function fullSeriesMetadataView(
  state: SeriesState,
  names: Names,
  alternateTitles: AlternateTitleDto[],
): FullSeriesMetadataResponse {
  const { id: seriesId, ...fields } = seriesMetadataView(state)
  return {
    seriesId,
    ...fields,
    locks: seriesFields.seriesLocksView(state.row),
    genres: [...names.genres],
    tags: [...names.tags],
    alternateTitles,
    externalRatings: [],
    externalLinks: [],
    createdAt: timestamp(state.row.created_at),
  }
}
