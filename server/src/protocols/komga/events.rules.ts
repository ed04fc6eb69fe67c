import type { EntityEvent } from '@octavo/contract/event'
import type { EventForm } from '../../features/operations/events'

const NAMES = {
  book_created: 'BookAdded',
  book_updated: 'BookChanged',
  book_deleted: 'BookDeleted',
  series_created: 'SeriesAdded',
  series_updated: 'SeriesChanged',
  series_deleted: 'SeriesDeleted',
  series_metadata_updated: 'SeriesChanged',
  series_bulk_purged: 'SeriesChanged',
  library_created: 'LibraryAdded',
  library_updated: 'LibraryChanged',
  library_deleted: 'LibraryDeleted',
  library_names_updated: 'LibraryChanged',
  collection_created: 'CollectionAdded',
  collection_updated: 'CollectionChanged',
  collection_deleted: 'CollectionDeleted',
  readlist_created: 'ReadListAdded',
  readlist_updated: 'ReadListChanged',
  readlist_deleted: 'ReadListDeleted',
  read_progress_updated: 'ReadProgressChanged',
  read_progress_deleted: 'ReadProgressDeleted',
  series_progress_updated: 'ReadProgressSeriesChanged',
} as const satisfies Readonly<Record<Exclude<EntityEvent['type'], 'cover_updated'>, string>>

/** Events in the format that Komga's web app and Komelia read. */
export const KOMGA_EVENTS: EventForm = {
  name: 'komga',
  messageOf(event, { userId }) {
    if (event.type === 'cover_updated') return coverMessage(event)
    // The members of a list depend on who asks: apps ask for those that they show.
    if ('collectionId' in event) {
      return { name: NAMES[event.type], data: { collectionId: event.collectionId, seriesIds: [] } }
    }
    if ('readListId' in event) {
      return { name: NAMES[event.type], data: { readListId: event.readListId, bookIds: [] } }
    }
    const { bookId, seriesId, libraryId } = idsOf(event)
    const name = NAMES[event.type]
    if (name.startsWith('ReadProgressSeries')) return { name, data: { seriesId, userId } }
    if (name.startsWith('ReadProgress')) return { name, data: { bookId, userId } }
    return { name, data: { ...(bookId && { bookId }), ...(seriesId && { seriesId }), libraryId } }
  },
}

interface Ids {
  readonly bookId?: string
  readonly seriesId?: string
  readonly libraryId?: string
}

const idsOf = (event: EntityEvent): Ids => event as Ids

/** Apps reload the cover of the named item. */
function coverMessage({ entityType, entityId }: Extract<EntityEvent, { type: 'cover_updated' }>) {
  if (entityType === 'library') return null
  const data = entityType === 'book' ? { bookId: entityId, seriesId: '' } : { seriesId: entityId }
  return {
    name: entityType === 'book' ? 'ThumbnailBookAdded' : 'ThumbnailSeriesAdded',
    data: { ...data, selected: true },
  }
}
