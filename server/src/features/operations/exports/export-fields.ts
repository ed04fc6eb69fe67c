import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { FieldRegistry } from '@octavo/contract/fields'
import type { FullBookResponse } from '@octavo/contract/full-book'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import type { ExportFieldDto } from '@octavo/contract/series-export'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'

/** Opinions of the caller and others on a series or book, and its lists. */
export interface Opinions {
  readonly rating: number | null
  readonly notes: string | null
  readonly average: number | null
  /** Names of visible collections or read lists. */
  readonly lists: readonly string[]
}

export interface ExportedSeries extends Opinions {
  readonly full: FullSeriesResponse
}
export interface ExportedBook extends Opinions {
  readonly full: FullBookResponse
}

export type Cell = string | number | boolean | null

/** One column of an export. */
export interface ExportField<Item> {
  readonly key: string
  /** Its field in the registry. */
  readonly field?: string
  readonly many?: true
  readonly ofUser?: true
  readonly isAnchor?: true
  /** Read from ratings and lists. */
  readonly ofOpinions?: true
  readonly value: (item: Item) => unknown
}

const namesOf = (named: readonly { readonly name: string }[] | null | undefined) => named?.map(({ name }) => name)
const share = (done: number, all: number) => (all === 0 ? null : Math.round((1000 * done) / all) / 10)

/** Keys that other programs know; all other fields of the registry follow automatically. */
const OWN_SERIES: readonly ExportField<ExportedSeries>[] = [
  { key: 'series_name', isAnchor: true, value: ({ full }) => full.metadata.title },
  { key: 'series_id', value: ({ full }) => full.id },
  { key: 'library_id', value: ({ full }) => full.libraryId },
  { key: 'library_name', field: 'libraryId', value: ({ full }) => full.libraryName },
  { key: 'path', field: 'path', value: ({ full }) => full.path },
  { key: 'created_at', field: 'dateAdded', value: ({ full }) => full.createdAt },
  { key: 'updated_at', field: 'dateUpdated', value: ({ full }) => full.updatedAt },
  { key: 'title', field: 'title', value: ({ full }) => full.metadata.title },
  { key: 'authors', field: 'author', many: true, value: ({ full }) => namesOf(full.metadata.authors) },
  { key: 'genres', field: 'genre', many: true, value: ({ full }) => namesOf(full.genres) },
  { key: 'tags', field: 'tag', many: true, value: ({ full }) => namesOf(full.tags) },
  {
    ...{ key: 'alternate_titles', field: 'alternateTitles', many: true },
    value: ({ full }) => full.alternateTitles.map(({ title }) => title),
  },
  { key: 'collections', many: true, ofOpinions: true, value: ({ lists }) => lists },
  {
    ...{ key: 'expected_book_count', field: 'totalVolumeCount' },
    value: ({ full }) => full.metadata.totalVolumeCount,
  },
  {
    ...{ key: 'expected_chapter_count', field: 'totalChapterCount' },
    value: ({ full }) => full.metadata.totalChapterCount,
  },
  { key: 'actual_book_count', field: 'bookCount', value: ({ full }) => full.bookCount },
  { key: 'unread_book_count', field: 'unreadCount', ofUser: true, value: ({ full }) => full.unreadCount },
  {
    ...{ key: 'progress', ofUser: true },
    value: ({ full }) => share(full.bookCount - (full.unreadCount ?? 0), full.bookCount),
  },
  { key: 'user_rating', field: 'userRating', ofUser: true, ofOpinions: true, value: ({ rating }) => rating },
  { key: 'user_notes', ofUser: true, ofOpinions: true, value: ({ notes }) => notes },
  { key: 'community_avg_rating', field: 'communityRating', ofOpinions: true, value: ({ average }) => average },
  {
    ...{ key: 'external_ratings', field: 'externalRating', many: true },
    value: ({ full }) => full.externalRatings.map(({ sourceName, rating }) => `${sourceName}: ${rating}`),
  },
]

const OWN_BOOK: readonly ExportField<ExportedBook>[] = [
  { key: 'book_name', isAnchor: true, value: ({ full }) => full.title },
  { key: 'book_id', value: ({ full }) => full.id },
  { key: 'series_id', value: ({ full }) => full.seriesId },
  { key: 'library_id', value: ({ full }) => full.libraryId },
  { key: 'series_name', field: 'seriesId', value: ({ full }) => full.seriesName },
  { key: 'library_name', field: 'libraryId', value: ({ full }) => full.libraryName },
  { key: 'file_name', field: 'fileName', value: ({ full }) => full.path.slice(full.path.lastIndexOf('/') + 1) },
  { key: 'file_path', field: 'path', value: ({ full }) => full.path },
  { key: 'file_size', field: 'fileSize', value: ({ full }) => full.fileSize },
  { key: 'book_format', field: 'format', value: ({ full }) => full.fileFormat },
  { key: 'page_count', field: 'pageCount', value: ({ full }) => full.pageCount },
  { key: 'number', field: 'number', value: ({ full }) => full.metadata.number ?? full.number },
  { key: 'created_at', field: 'dateAdded', value: ({ full }) => full.createdAt },
  { key: 'updated_at', value: ({ full }) => full.updatedAt },
  { key: 'title', field: 'title', value: ({ full }) => full.title },
  { key: 'language', field: 'language', value: ({ full }) => full.metadata.languageIso },
  { key: 'authors', field: 'author', many: true, value: ({ full }) => namesOf(full.metadata.authors) },
  { key: 'genres', field: 'genre', many: true, value: ({ full }) => namesOf(full.genres) },
  { key: 'tags', field: 'tag', many: true, value: ({ full }) => namesOf(full.tags) },
  { key: 'read_lists', many: true, ofOpinions: true, value: ({ lists }) => lists },
  {
    ...{ key: 'progress', field: 'readStatus', ofUser: true },
    value: ({ full }) => (full.readProgress ? share(full.readProgress.progressPercentage ?? 0, 1) : null),
  },
  { key: 'current_page', ofUser: true, value: ({ full }) => full.readProgress?.currentPage },
  { key: 'completed', ofUser: true, value: ({ full }) => full.readProgress?.completed },
  { key: 'completed_at', ofUser: true, value: ({ full }) => full.readProgress?.completedAt },
  { key: 'last_read', field: 'lastRead', ofUser: true, value: ({ full }) => full.readProgress?.updatedAt },
  { key: 'user_rating', field: 'userRating', ofUser: true, ofOpinions: true, value: ({ rating }) => rating },
  { key: 'user_notes', ofUser: true, ofOpinions: true, value: ({ notes }) => notes },
  { key: 'community_avg_rating', field: 'communityRating', ofOpinions: true, value: ({ average }) => average },
]

/** Registry fields that can be edited or shown in a column, without a key above. */
function ofRegistry<Item extends { readonly full: { readonly metadata: object } }>(
  registry: FieldRegistry,
  own: readonly ExportField<Item>[],
): readonly ExportField<Item>[] {
  const taken = new Set(own.flatMap(({ key, field }) => [key, field]))
  return Object.entries(registry).flatMap(([field, { edit, column, filter }]): ExportField<Item>[] => {
    const name = edit ? (edit.name ?? field) : (column?.wire ?? field)
    const key = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    if ((!edit && !column) || taken.has(field) || taken.has(key)) return []
    const value = ({ full }: Item) => {
      const [said, shown]: Readonly<Record<string, unknown>>[] = [{ ...full.metadata }, { ...full }]
      return said?.[name] ?? shown?.[name]
    }
    const isMany = edit?.value === 'labels' || edit?.value === 'people' || edit?.value === 'list'
    return [{ key, field, value, ...(isMany && { many: true }), ...(filter?.ofReader && { ofUser: true }) }]
  })
}

/** All exportable fields of a series, and of a book. */
export const SERIES_EXPORT_FIELDS = [...OWN_SERIES, ...ofRegistry(SERIES_FIELD_REGISTRY, OWN_SERIES)]
export const BOOK_EXPORT_FIELDS = [...OWN_BOOK, ...ofRegistry(BOOK_FIELD_REGISTRY, OWN_BOOK)]

/** The fields that a language model needs for recommendations. */
export const LLM_SERIES = [
  ...['title', 'summary', 'status', 'year', 'created_at', 'authors', 'genres', 'collections', 'actual_book_count'],
  ...['unread_book_count', 'user_rating', 'community_avg_rating', 'external_ratings', 'user_notes', 'progress'],
]
export const LLM_BOOKS = ['title', 'summary', 'number', 'year', 'authors', 'genres', 'progress', 'completed']

export function fieldView<Item>({ key, field, many, ofUser, isAnchor }: ExportField<Item>): ExportFieldDto {
  const label = key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')
  const is = { multiValue: many ?? false, userSpecific: ofUser ?? false, isAnchor: isAnchor ?? false }
  return { key, label, field: field ?? null, ...is }
}

/** Several values are joined by semicolons; a missing one is null. */
export function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.filter(each => typeof each === 'string').join('; ') || null
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
