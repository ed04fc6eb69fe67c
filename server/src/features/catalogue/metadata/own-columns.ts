import type { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { OwnNameOf } from '@octavo/contract/fields'
import type { BookMetadataTable } from '../../../db/schema/books'

/** Metadata columns that only people set, by the names of their values. */
export const OWN_COLUMNS = {
  seriesPosition: 'series_position',
  seriesTotal: 'series_total',
} as const satisfies Readonly<Record<OwnNameOf<typeof BOOK_FIELD_REGISTRY>, keyof BookMetadataTable>>

export type OwnColumn = (typeof OWN_COLUMNS)[keyof typeof OWN_COLUMNS]
