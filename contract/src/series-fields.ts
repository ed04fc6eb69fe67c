import type { FieldRegistry, FieldWith, SortOf, ValueFieldOf } from './fields'
import { READING_DIRECTIONS } from './formats'
import { FOUND_FIELDS } from './found-fields'
import { READ_STATUSES, SERIES_STATUSES } from './metadata-words'

/** The fields of series, in the order of the form. */
export const SERIES_FIELD_REGISTRY = {
  libraryId: {
    filter: { family: 'uuid' },
    column: { id: 'library', width: 130, show: 'plain', wire: 'libraryName', text: true },
  },
  title: {
    filter: { family: 'text' },
    sort: { name: 'name', also: ['title'], way: 'name' },
    edit: { section: 'names', value: 'line', wide: true, byRules: true },
    lock: {},
  },
  titleSort: {
    filter: { family: 'text' },
    edit: { section: 'names', value: 'line' },
    lock: {},
    row: true,
  },
  summary: {
    filter: { family: 'text' },
    edit: { section: 'about', value: 'prose', wide: true },
    lock: { bit: 0 },
    row: true,
    file: 'summary',
  },
  path: { filter: { family: 'text' } },
  genre: {
    filter: { family: 'text', values: true, panel: 'open' },
    edit: { section: 'about', value: 'labels', name: 'genres', wide: true },
    lock: { bit: 10 },
    file: 'genres',
  },
  tag: {
    filter: { family: 'text', values: true, panel: 'open' },
    edit: { section: 'about', value: 'labels', name: 'tags', wide: true },
    lock: { bit: 11 },
    file: 'tags',
  },
  author: {
    filter: { family: 'text', values: true, panel: 'closed' },
    edit: { section: 'people', value: 'people', name: 'authors', wide: true, bulk: true },
    lock: { bit: 14, name: 'authorsJsonLock' },
    file: 'authors',
  },
  character: { filter: { family: 'text', values: true, panel: 'closed' } },
  team: { filter: { family: 'text', values: true, panel: 'closed' } },
  location: { filter: { family: 'text', values: true, panel: 'closed' } },
  storyArc: { filter: { family: 'text', values: true, panel: 'closed' } },
  status: {
    filter: { family: 'text', words: SERIES_STATUSES, panel: 'closed' },
    edit: { section: 'about', value: 'choice', choices: SERIES_STATUSES, bulk: true },
    lock: { bit: 3 },
  },
  language: {
    filter: { family: 'text', values: true, panel: 'closed' },
    edit: { section: 'about', value: 'language', bulk: true },
    lock: { bit: 5 },
    file: 'languageIso',
  },
  readingDirection: {
    edit: { section: 'about', value: 'choice', choices: READING_DIRECTIONS, bulk: true },
    lock: { bit: 6 },
    file: 'readingDirection',
  },
  ageRating: {
    filter: { family: 'number', values: true, panel: 'closed' },
    edit: { section: 'about', value: 'whole', min: 0, max: 99, bulk: true },
    lock: { bit: 4 },
    file: 'ageRating',
  },
  publisher: {
    filter: { family: 'text', values: true, panel: 'closed' },
    column: { id: 'publisher', width: 150, show: 'plain', text: true, usual: true },
    edit: { section: 'publication', value: 'line', bulk: true },
    lock: { bit: 1 },
    row: true,
    file: 'publisher',
  },
  imprint: {
    filter: { family: 'text', values: true, panel: 'closed' },
    edit: { section: 'publication', value: 'line', bulk: true },
    lock: { bit: 2 },
    file: 'imprint',
  },
  year: {
    filter: { family: 'number', values: true, panel: 'closed' },
    sort: { name: 'release_date', also: ['year'], way: 'date', down: true },
    column: { id: 'year', width: 68, show: 'plain', usual: true },
    edit: { section: 'publication', value: 'year', bulk: true },
    lock: { bit: 7 },
    row: true,
    file: 'year',
  },
  totalVolumeCount: { edit: { section: 'place', value: 'count', bulk: true }, lock: { bit: 8 }, file: 'count' },
  totalChapterCount: { edit: { section: 'place', value: 'decimal', format: 'float', bulk: true }, lock: { bit: 9 } },
  customMetadata: { lock: { bit: 12 } },
  cover: { lock: { bit: 13 } },
  alternateTitles: { lock: { bit: 15 } },
  sharingTag: { filter: { family: 'text', guard: 'system-admin', panel: 'closed' } },
  bookCount: {
    filter: { family: 'number' },
    sort: { name: 'book_count', way: 'number', down: true },
    column: { id: 'books', width: 76, show: 'number', usual: true },
  },
  unreadCount: { column: { id: 'unread', width: 84, show: 'number-if-any', usual: true } },
  dateAdded: {
    filter: { family: 'date', panel: 'closed' },
    sort: { name: 'date_added', also: ['created_at'], way: 'date', down: true },
    column: { id: 'added', width: 116, show: 'date', wire: 'createdAt', usual: true },
  },
  dateUpdated: {
    filter: { family: 'date' },
    sort: { name: 'date_updated', also: ['updated_at'], way: 'date', down: true },
    column: { id: 'changed', width: 116, show: 'date', wire: 'updatedAt' },
  },
  completion: { filter: { family: 'bool', panel: 'closed' } },
  readStatus: { filter: { family: 'choice', choices: READ_STATUSES, panel: 'open', ofReader: true } },
  lastRead: { sort: { name: 'date_read', way: 'date', down: true } },
  ...FOUND_FIELDS,
} as const satisfies FieldRegistry

type Registry = typeof SERIES_FIELD_REGISTRY

/** Orders for screens and documents that differ from the registry; unnamed fields follow at the end. */
export const SERIES_ARRANGEMENT = {
  panel: [
    'readStatus',
    'genre',
    'tag',
    'author',
    'character',
    'team',
    'location',
    'storyArc',
    'publisher',
    'imprint',
    'language',
    'year',
    'status',
    'completion',
    'dateAdded',
    'sharingTag',
  ],
  columns: ['bookCount', 'unreadCount', 'year', 'publisher', 'libraryId', 'dateAdded', 'dateUpdated'],
  sorts: [
    'name',
    'date_added',
    'date_updated',
    'release_date',
    'date_read',
    'book_count',
    'rating',
    'community_rating',
    'external_rating',
    'relevance',
  ],
  values: ['genre', 'tag', 'author', 'language', 'publisher', 'year'],
} as const satisfies {
  readonly panel: readonly FieldWith<Registry, 'filter'>[]
  readonly columns: readonly FieldWith<Registry, 'column'>[]
  readonly sorts: readonly SortOf<Registry>[]
  readonly values: readonly ValueFieldOf<Registry>[]
}
