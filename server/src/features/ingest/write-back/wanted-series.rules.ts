import { dirname } from 'node:path'
import type { SeriesJsonField, WantedSeries } from '../../../formats/writing/series-json-text'
import { isLocked, SERIES_LOCKS, type SeriesLock } from '../../../kernel/field-locks'
import type { WritableSeries } from './writable-series.queries'

/** Locks of the fields that a series.json says. */
const LOCKED: readonly (readonly [SeriesLock, SeriesJsonField])[] = [
  ['summary', 'summary'],
  ['publisher', 'publisher'],
  ['imprint', 'imprint'],
  ['year', 'year'],
  ['status', 'status'],
  ['ageRating', 'ageRating'],
  ['totalVolumeCount', 'totalVolumeCount'],
]
/** What a series.json has no place for: the name of the field, and whether the series has it. */
const UNPLACED: readonly (readonly [field: string, has: (series: WritableSeries) => boolean])[] = [
  ['language', ({ language, kinds }) => language !== null || kinds.includes('language')],
  ['readingDirection', series => series.reading_direction !== null],
  ['totalChapterCount', series => series.total_chapter_count !== null],
  ['genres', ({ kinds }) => kinds.includes('genre')],
  ['tags', ({ kinds }) => kinds.includes('tag')],
  ['authors', ({ authors, kinds }) => !isEmpty(authors) || kinds.includes('author')],
  ['alternateTitles', series => Boolean(series.has_other_titles)],
  ['customMetadata', series => !isEmpty(series.custom_metadata)],
  ['titleSort', series => series.title_sort !== null],
]
const isEmpty = (json: string | null) => json === null || json === '[]' || json === '{}'

/**
 * What the series.json of a series is to say: what the series has. A title that rules have made stays out of one that is there. An
 * empty field empties the file's only if a person has emptied it, which locks it.
 */
export function wantedSeries(series: WritableSeries): WantedSeries {
  const { title, summary, publisher, imprint, year, status, age, total_volume_count, locks } = series
  const isTitleLocked = Boolean(series.title_locked)
  const isHeld = (lock: SeriesLock) => isLocked(SERIES_LOCKS, locks, lock)
  return {
    title,
    values: {
      ...{ title: isTitleLocked ? title : null, summary, publisher, imprint, year },
      status: status === 'unknown' ? null : status,
      // Without a lock it is the age of the strictest book.
      ageRating: isHeld('ageRating') ? age : null,
      totalVolumeCount: total_volume_count,
    },
    cleared: LOCKED.flatMap(([lock, field]) => (isHeld(lock) ? [field] : [])),
    unplaced: UNPLACED.flatMap(([field, has]) => (has(series) ? [field] : [])),
  }
}

/** Below the folder of its library; null where its books are not in a folder of their own. */
export function folderOfSeries({ path, book_path }: WritableSeries): string | null {
  return path !== '' && dirname(book_path) === path ? path : null
}
