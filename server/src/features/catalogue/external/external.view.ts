import type { BookExternalIdDto, BookExternalLinkDto, BookExternalRatingDto } from '@octavo/contract/external'
import type { ExternalLinkDto, ExternalRatingDto, SeriesExternalIdDto } from '@octavo/contract/series-side'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import type { ExternalIdRow, ExternalLinkRow, ExternalRatingRow } from './external.queries'

type Common = Pick<ExternalIdRow, 'id' | 'origin' | 'created_at' | 'updated_at'>

const common = ({ id, origin, created_at, updated_at }: Common) => {
  return { id, origin, createdAt: timestamp(created_at), updatedAt: timestamp(updated_at) }
}

const idOf = (row: ExternalIdRow) => ({
  ...common(row),
  source: row.source,
  externalId: row.external_id,
  externalUrl: row.external_url,
  metadataHash: row.metadata_hash,
  lastSyncedAt: timestampOrNull(row.last_synced_at),
})

const linkOf = (row: ExternalLinkRow) => ({
  ...common(row),
  sourceName: row.source,
  url: row.url,
  externalId: row.external_id,
})

const ratingOf = (row: ExternalRatingRow) => ({
  ...common(row),
  sourceName: row.source,
  rating: row.rating,
  voteCount: row.vote_count,
  fetchedAt: timestamp(row.updated_at),
})

export const seriesIdView = (row: ExternalIdRow, seriesId: string): SeriesExternalIdDto => ({ seriesId, ...idOf(row) })
export const seriesLinkView = (row: ExternalLinkRow, seriesId: string): ExternalLinkDto => ({
  seriesId,
  ...linkOf(row),
})
export const seriesRatingView = (row: ExternalRatingRow, seriesId: string): ExternalRatingDto => ({
  seriesId,
  ...ratingOf(row),
})

export const bookIdView = (row: ExternalIdRow, bookId: string): BookExternalIdDto => ({ bookId, ...idOf(row) })
export const bookLinkView = (row: ExternalLinkRow, bookId: string): BookExternalLinkDto => ({ bookId, ...linkOf(row) })
export const bookRatingView = (row: ExternalRatingRow, bookId: string): BookExternalRatingDto => ({
  bookId,
  ...ratingOf(row),
})
