import type { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { OwnNameOf } from '@octavo/contract/fields'
import type { BookMetadataTable } from '../../../db/schema/books'
import type { EmbeddedMetadata } from '../../../formats/facts'

/** Metadata columns of values that files and people set, stored unchanged, by the names of the values. */
export const FILE_COLUMNS = {
  title: 'title',
  series: 'series',
  number: 'number',
  volume: 'volume',
  count: 'count',
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  year: 'year',
  month: 'month',
  day: 'day',
  languageIso: 'language_iso',
  formatDetail: 'format_detail',
  blackAndWhite: 'black_and_white',
  manga: 'manga',
  readingDirection: 'reading_direction',
  ageRating: 'age_rating',
  web: 'web',
  subtitle: 'subtitle',
  edition: 'edition',
  originalTitle: 'original_title',
  originalYear: 'original_year',
  bookType: 'book_type',
} as const satisfies Readonly<Partial<Record<keyof EmbeddedMetadata, keyof BookMetadataTable>>>

/** Metadata columns that only people set, by the names of their values. */
export const OWN_COLUMNS = {
  seriesPosition: 'series_position',
  seriesTotal: 'series_total',
} as const satisfies Readonly<Record<OwnNameOf<typeof BOOK_FIELD_REGISTRY>, keyof BookMetadataTable>>

export type OwnColumn = (typeof OWN_COLUMNS)[keyof typeof OWN_COLUMNS]
