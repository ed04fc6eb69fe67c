import { dirname } from 'node:path'
import { knownName } from '../../../formats/writing/identifiers'
import type { SeriesJsonField, WantedSeries } from '../../../formats/writing/series-json-text'
import { isLocked, SERIES_LOCKS, type SeriesLock } from '../../../kernel/field-locks'
import type { WritableSeries } from './writable-series.queries'

/** Locks of the fields of a series.json. */
const LOCKED: readonly (readonly [SeriesLock, SeriesJsonField])[] = [
  ['summary', 'summary'],
  ['publisher', 'publisher'],
  ['imprint', 'imprint'],
  ['year', 'year'],
  ['status', 'status'],
  ['ageRating', 'ageRating'],
  ['totalVolumeCount', 'totalVolumeCount'],
]
/** Fields that a series.json cannot contain: the name, and whether the series has a value. */
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
 * The content to write to the series.json of a series: that of the series. A title made by rules is not written to an
 * existing file. An empty field clears the file's only if it is locked, since then a person has cleared it.
 */
export function wantedSeries(series: WritableSeries): WantedSeries {
  const { comicVineId, isComicVineDeleted, unplaced } = elsewhereOf(series)
  const { title, summary, publisher, imprint, year, status, age, total_volume_count, locks } = series
  const isTitleLocked = Boolean(series.title_locked)
  const isHeld = (lock: SeriesLock) => isLocked(SERIES_LOCKS, locks, lock)
  return {
    title,
    values: {
      ...{ title: isTitleLocked ? title : null, summary, publisher, imprint, year },
      status: status === 'unknown' ? null : status,
      // Without a lock it is the age rating of the strictest book.
      ageRating: isHeld('ageRating') ? age : null,
      totalVolumeCount: total_volume_count,
      externalIds: comicVineId,
    },
    cleared: [
      ...LOCKED.flatMap(([lock, field]) => (isHeld(lock) ? [field] : [])),
      ...(isComicVineDeleted ? (['externalIds'] as const) : []),
    ],
    unplaced: [...UNPLACED.flatMap(([field, has]) => (has(series) ? [field] : [])), ...unplaced],
  }
}

const COMIC_VINE = 'comicvine'

/** Below its library's folder; null if its books have no folder of their own. */
export function folderOfSeries({ path, book_path }: WritableSeries): string | null {
  return path !== '' && dirname(book_path) === path ? path : null
}

/**
 * Mylar has a member for the id at Comic Vine, and none for other ids, links and scores. Links that a file says already stay in
 * it, also those that a person has deleted.
 */
function elsewhereOf({ elsewhere: { ids, own }, has_own_scores }: WritableSeries) {
  const isComicVine = ({ source }: { readonly source: string }) => knownName(source) === COMIC_VINE
  const said = ids.find(isComicVine)
  const number = /^(?:4050-)?([1-9]\d{0,8})$/.exec(said?.external_id ?? '')?.[1]
  const has = {
    externalIds: ids.some(id => !isComicVine(id)) || (said !== undefined && number === undefined),
    externalLinks: own.links.length > 0,
    externalRatings: Boolean(has_own_scores),
  }
  return {
    comicVineId: number === undefined ? null : Number(number),
    isComicVineDeleted: said === undefined && own.ids.some(isComicVine),
    unplaced: (['externalIds', 'externalLinks', 'externalRatings'] as const).filter(field => has[field]),
  }
}
