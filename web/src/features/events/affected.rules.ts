import type { QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import type { EntityChangeEvent, TaskProgressEvent } from '../../api/types'

/** Stale queries: all below `key`; with `about` only those that contain this book or series. */
export type Touch = { readonly key: QueryKey; readonly about?: string | undefined }

const bookLists: QueryKey = [...queryKeys.books, 'list']
const bookRows: QueryKey = [...queryKeys.books, 'row']
const seriesLists: QueryKey = [...queryKeys.series, 'list']
const seriesRows: QueryKey = [...queryKeys.series, 'row']

/** What an event of a library, series, book or place makes stale. */
export function affectedByEntity(event: EntityChangeEvent): Touch[] {
  switch (event.type) {
    case 'book_created':
    case 'book_deleted':
      return [
        { key: bookLists },
        { key: bookRows },
        { key: queryKeys.book(event.bookId) },
        { key: queryKeys.bookNeighbours(event.bookId) },
        { key: queryKeys.booksOfSeries(event.seriesId) },
        { key: queryKeys.oneSeries(event.seriesId) },
        { key: seriesLists },
        { key: seriesRows },
        { key: queryKeys.libraries },
        { key: queryKeys.bookErrors },
        { key: queryKeys.inventory },
      ]
    case 'book_updated':
      return [
        { key: bookLists, about: event.bookId },
        { key: bookRows, about: event.bookId },
        { key: queryKeys.book(event.bookId) },
        { key: queryKeys.booksOfSeries(event.seriesId) },
        { key: queryKeys.bookErrors },
        ...ofReader(event.fields),
      ]
    case 'series_created':
    case 'series_deleted':
    case 'series_bulk_purged':
      return [
        { key: seriesLists },
        { key: seriesRows },
        { key: queryKeys.oneSeries(event.seriesId) },
        { key: queryKeys.libraries },
        ...(event.type === 'series_bulk_purged' ? [{ key: queryKeys.books }] : []),
      ]
    case 'series_updated':
      return [...ofSeries(event.seriesId), ...ofReader(event.fields)]
    case 'series_metadata_updated':
      return ofSeries(event.seriesId)
    case 'cover_updated':
      if (event.entityType === 'series') return ofSeries(event.entityId)
      if (event.entityType === 'library') return [{ key: queryKeys.libraries }]
      return [
        { key: queryKeys.book(event.entityId) },
        { key: queryKeys.books, about: event.entityId },
        { key: queryKeys.bookErrors },
      ]
    case 'library_created':
    case 'library_updated':
      return [{ key: queryKeys.libraries }]
    case 'library_names_updated':
      return [{ key: queryKeys.names }, { key: queryKeys.books }, { key: queryKeys.series }]
    case 'library_deleted':
      return [{ key: queryKeys.libraries }, { key: queryKeys.books }, { key: queryKeys.series }]
    case 'collection_created':
    case 'collection_updated':
    case 'collection_deleted':
      return [{ key: queryKeys.listKind('collections') }]
    case 'readlist_created':
    case 'readlist_updated':
    case 'readlist_deleted':
      return [{ key: queryKeys.listKind('readlists') }]
    case 'read_progress_updated':
    case 'read_progress_deleted':
      return [
        { key: queryKeys.book(event.bookId) },
        { key: queryKeys.bookProgress(event.bookId) },
        { key: bookLists, about: event.bookId },
        // Books in progress and next books change with the place in a book.
        { key: bookRows },
        ...placeInSeries(event.seriesId),
      ]
    case 'series_progress_updated':
      return [
        { key: [...queryKeys.books, 'one'], about: event.seriesId },
        { key: bookLists, about: event.seriesId },
        { key: bookRows },
        ...placeInSeries(event.seriesId),
      ]
    default:
      // An unknown kind: a newer server may send it.
      return []
  }
}

/** The reader's own lists, which these fields affect. */
const ofReader = (fields: readonly string[] | null = []): Touch[] => [
  ...(fields?.includes('wantToRead') ? [{ key: queryKeys.wantToRead }] : []),
  ...(fields?.includes('marks') ? [{ key: queryKeys.marks }] : []),
  ...(fields?.includes('readHistory') ? [{ key: queryKeys.readingHistory }] : []),
]

const ofSeries = (seriesId: string): Touch[] => [
  { key: queryKeys.oneSeries(seriesId) },
  { key: seriesLists, about: seriesId },
  { key: seriesRows, about: seriesId },
]

const placeInSeries = (seriesId: string): Touch[] => [{ key: queryKeys.booksOfSeries(seriesId) }, ...ofSeries(seriesId)]

const ended = new Set(['completed', 'failed', 'cancelled'])

/** What a step of a task makes stale; `known`: the screen already shows this state of the task. */
export function affectedByTask(event: TaskProgressEvent, known: boolean): Touch[] {
  if (known) return []
  const touches: Touch[] = [
    { key: queryKeys.taskLists },
    { key: queryKeys.taskStats },
    { key: queryKeys.task(event.taskId) },
  ]
  if (!ended.has(event.status)) return touches
  return [
    ...touches,
    { key: queryKeys.metrics },
    { key: queryKeys.bookErrors },
    { key: queryKeys.schedules },
    { key: queryKeys.duplicates },
  ]
}

/** Whether an answer contains a book or series, or a book of that series. */
export function mentions(data: unknown, id: string): boolean {
  if (typeof data !== 'object' || data === null) return false
  if (Array.isArray(data)) return data.some(item => mentions(item, id))
  const facts = data as { id?: unknown; seriesId?: unknown; data?: unknown; book?: unknown }
  if (facts.id === id || facts.seriesId === id) return true
  return (Array.isArray(facts.data) && mentions(facts.data, id)) || mentions(facts.book, id)
}

/** Whether `key` is a prefix of a query key, or equal. */
export function isBelow(queryKey: QueryKey, key: QueryKey): boolean {
  return key.every((part, index) => queryKey[index] === part)
}
