import type { Permission } from './access'

/** What conditions may ask and what lists can be sorted by: one table for the server and whoever builds a question. */
export type ListFieldKind =
  | { readonly family: 'text' | 'uuid' | 'bool' | 'number' | 'date' }
  | { readonly family: 'choice'; readonly choices: readonly string[] }

export type ListFieldFamily = ListFieldKind['family']

/** Operators of each family; their operands are `value`, `values`, `min` and `max`, `start` and `end`, `value` and `unit`. */
export const LIST_OPERATORS = {
  text: ['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith', 'isNull', 'isNotNull'],
  uuid: ['is', 'isNot', 'in', 'notIn'],
  bool: ['isTrue', 'isFalse'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'isNull', 'isNotNull'],
  date: ['after', 'before', 'onOrAfter', 'onOrBefore', 'between', 'inLast', 'notInLast', 'isNull', 'isNotNull'],
  choice: ['is', 'isNot'],
} as const satisfies Readonly<Record<ListFieldFamily, readonly string[]>>
export type ListOperator = (typeof LIST_OPERATORS)[ListFieldFamily][number]

/** Units of `inLast` and `notInLast`. */
export const LIST_DATE_UNITS = ['hours', 'days', 'weeks', 'months', 'years'] as const
export type ListDateUnit = (typeof LIST_DATE_UNITS)[number]

export const READ_STATUSES = ['unread', 'in_progress', 'read'] as const

export const SERIES_LIST_FIELDS = {
  libraryId: { family: 'uuid' },
  title: { family: 'text' },
  titleSort: { family: 'text' },
  summary: { family: 'text' },
  path: { family: 'text' },
  genre: { family: 'text' },
  tag: { family: 'text' },
  author: { family: 'text' },
  language: { family: 'text' },
  publisher: { family: 'text' },
  status: { family: 'text' },
  sharingTag: { family: 'text' },
  year: { family: 'number' },
  bookCount: { family: 'number' },
  dateAdded: { family: 'date' },
  dateUpdated: { family: 'date' },
  completion: { family: 'bool' },
  readStatus: { family: 'choice', choices: READ_STATUSES },
} as const satisfies Readonly<Record<string, ListFieldKind>>
export type SeriesListField = keyof typeof SERIES_LIST_FIELDS

/** Fields that tell who may see a series: for those who decide that. */
export const GUARDED_LIST_FIELDS = { sharingTag: 'system-admin' } as const satisfies Partial<
  Record<SeriesListField, Permission>
>

export const BOOK_LIST_FIELDS = {
  libraryId: { family: 'uuid' },
  seriesId: { family: 'uuid' },
  title: { family: 'text' },
  titleSort: { family: 'text' },
  summary: { family: 'text' },
  path: { family: 'text' },
  genre: { family: 'text' },
  tag: { family: 'text' },
  author: { family: 'text' },
  language: { family: 'text' },
  publisher: { family: 'text' },
  year: { family: 'number' },
  bookType: { family: 'text' },
  format: { family: 'choice', choices: ['cbz', 'cbr', 'epub', 'pdf'] },
  number: { family: 'number' },
  volume: { family: 'number' },
  chapter: { family: 'number' },
  pageCount: { family: 'number' },
  fileSize: { family: 'number' },
  dateAdded: { family: 'date' },
  hasError: { family: 'bool' },
  readStatus: { family: 'choice', choices: READ_STATUSES },
} as const satisfies Readonly<Record<string, ListFieldKind>>
export type BookListField = keyof typeof BOOK_LIST_FIELDS

/** Sorts by the name that is used first; `random:SEED` beside them. The first is the default. */
export const SERIES_LIST_SORTS = [
  'name',
  'date_added',
  'date_updated',
  'release_date',
  'date_read',
  'book_count',
  'relevance',
] as const
export type SeriesListSort = (typeof SERIES_LIST_SORTS)[number]

export const BOOK_LIST_SORTS = [
  'title',
  'series',
  'number',
  'created_at',
  'release_date',
  'last_read',
  'page_count',
  'file_size',
  'filename',
  'relevance',
] as const
export type BookListSort = (typeof BOOK_LIST_SORTS)[number]

/** Sort keys of one list, one after the other. */
export const MOST_SORT_KEYS = 5

/** Fields whose values can be listed with how often each occurs. */
export const SERIES_VALUE_FIELDS = ['genre', 'tag', 'author', 'language', 'publisher', 'year'] as const
export type SeriesValueField = (typeof SERIES_VALUE_FIELDS)[number]
export const BOOK_VALUE_FIELDS = [...SERIES_VALUE_FIELDS, 'format'] as const
export type BookValueField = (typeof BOOK_VALUE_FIELDS)[number]
