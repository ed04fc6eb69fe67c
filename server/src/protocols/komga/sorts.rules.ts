import { LIMITS } from '../../kernel/limits'

/** Komga's sort names, including short ones of older apps, and our equivalents. */
const SERIES_SORTS: Readonly<Record<string, string>> = {
  'metadata.titleSort': 'name',
  'metadata.title': 'name',
  titleSort: 'name',
  title: 'name',
  name: 'name',
  createdDate: 'date_added',
  created: 'date_added',
  dateAdded: 'date_added',
  lastModifiedDate: 'date_updated',
  lastModified: 'date_updated',
  dateUpdated: 'date_updated',
  'booksMetadata.releaseDate': 'release_date',
  'metadata.releaseDate': 'release_date',
  releaseDate: 'release_date',
  year: 'release_date',
  'readProgress.lastReadDate': 'date_read',
  lastReadDate: 'date_read',
  readDate: 'date_read',
  dateRead: 'date_read',
  booksCount: 'book_count',
  relevance: 'relevance',
}
const BOOK_SORTS: Readonly<Record<string, string>> = {
  'readProgress.readDate': 'last_read',
  'readProgress.lastModified': 'last_read',
  readDate: 'last_read',
  'metadata.releaseDate': 'release_date',
  releaseDate: 'release_date',
  'metadata.numberSort': 'number',
  'metadata.number': 'number',
  numberSort: 'number',
  number: 'number',
  createdDate: 'created_at',
  created: 'created_at',
  lastModifiedDate: 'created_at',
  lastModified: 'created_at',
  'metadata.title': 'title',
  title: 'title',
  name: 'filename',
  'media.pagesCount': 'page_count',
  fileSize: 'file_size',
  sizeBytes: 'file_size',
  size: 'file_size',
  series: 'series',
  relevance: 'relevance',
}
/** A new random order every ten minutes, so that pages of one visit do not repeat items. */
const MIXED_MS = 600_000

/**
 * Converts `field,direction` or `field,field,direction` to our format, several joined by `;`. Unsupported sorts are
 * ignored, as in Komga; null if none is left.
 */
export function sortOf(of: 'series' | 'books', given: readonly string[] | undefined, hasText: boolean): string | null {
  const sorts = of === 'series' ? SERIES_SORTS : BOOK_SORTS
  const keys = (given ?? []).flatMap(text => {
    const parts = text.split(',').map(part => part.trim())
    const last = parts.at(-1)?.toLowerCase()
    const direction = last === 'desc' ? 'desc' : 'asc'
    const fields = last === 'asc' || last === 'desc' ? parts.slice(0, -1) : parts
    return fields.flatMap(field => {
      if (field === 'random') return [`random:${Math.floor(Date.now() / MIXED_MS) % 1_000_000_000},${direction}`]
      const ours = Object.hasOwn(sorts, field) ? sorts[field] : undefined
      // Without words all items are equally relevant.
      if (ours === undefined || (ours === 'relevance' && !hasText)) return []
      // Best match first, whatever direction the app sends.
      return [ours === 'relevance' ? 'relevance,asc' : `${ours},${direction}`]
    })
  })
  const once = [...new Map(keys.map(key => [key.split(',')[0], key])).values()]
  return once.length === 0 ? null : once.slice(0, LIMITS.lists.sortKeys).join(';')
}
