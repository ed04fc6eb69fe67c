import type { SeriesTable } from '../../../db/schema/series'
import { ageOf } from '../../../formats/age-rating'
import type { SeriesFile } from '../../../formats/facts'
import type { SeriesLock } from '../../../kernel/field-locks'

/**
 * Columns of a series taken from its files: from the series.json in its folder, and from its first book in reading
 * order with metadata. `fill`: only while empty. `follow`: always the file's current value. Locked fields stay.
 */
export const SERIES_FROM_FILES: readonly SeriesRule[] = [
  {
    ...{ column: 'summary', folded: 'summary_folded', lock: 'summary', type: 'text', how: 'fill' },
    ...{ book: 'summary', file: 'summary' },
  },
  {
    ...{ column: 'publisher', folded: 'publisher_folded', lock: 'publisher', type: 'text', how: 'fill' },
    ...{ book: 'publisher', file: 'publisher' },
  },
  { column: 'imprint', lock: 'imprint', type: 'text', how: 'fill', book: 'imprint', file: 'imprint' },
  { column: 'year', lock: 'year', type: 'integer', how: 'fill', book: 'year', file: 'year' },
  { column: 'reading_direction', lock: 'readingDirection', type: 'text', how: 'fill', book: 'reading_direction' },
  { column: 'status', lock: 'status', type: 'text', how: 'follow', file: 'status' },
  { column: 'total_volume_count', lock: 'totalVolumeCount', type: 'integer', how: 'follow', file: 'totalIssues' },
]

/**
 * Genres, tags, people, languages, characters, teams, locations and story arcs are those of all books: see
 * `sumUpFacets`. The age rating is the strictest of its books and the series.json, so that none of them is visible
 * through another.
 */
export interface SeriesRule {
  readonly column: keyof SeriesTable & string
  /** Its comparison form, if that is stored. */
  readonly folded?: 'summary_folded' | 'publisher_folded'
  readonly lock: SeriesLock
  readonly type: 'text' | 'integer'
  readonly how: 'fill' | 'follow'
  /** Column of the first book's metadata; absent if books do not have it. */
  readonly book?: 'summary' | 'publisher' | 'imprint' | 'year' | 'reading_direction'
  /** Member of the series.json; absent if it does not have it. */
  readonly file?: 'summary' | 'publisher' | 'imprint' | 'year' | 'status' | 'totalIssues'
}

/** The columns that a series.json fills, with their values; missing ones are left out. */
export function saidByFile(file: SeriesFile): readonly (SeriesRule & { readonly value: string | number })[] {
  return SERIES_FROM_FILES.flatMap(rule => {
    const value = rule.file === undefined ? null : file[rule.file]
    return value === null ? [] : [{ ...rule, value }]
  })
}

/**
 * The column `file_metadata`: values of the file, by the edit's field names where they exist; the rest is for the page
 * of the series.
 */
export function fileRecordText({ ageRating, totalIssues, ...file }: SeriesFile): string {
  const record = { ...file, ageRating: ageOf(ageRating), totalVolumeCount: totalIssues }
  return JSON.stringify(Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)))
}
