import type { SeriesTable } from '../../../db/schema/series'
import { ageOf } from '../../../formats/age-rating'
import type { SeriesFile } from '../../../formats/facts'
import type { SeriesLock } from '../../../kernel/field-locks'
import { foldedOrNull } from '../../../kernel/text'

/**
 * What a series takes from its files, column by column: from the series.json in its folder, and from its first book in reading order
 * that has metadata. `fill`: only where the series has nothing yet. `follow`: whatever the file says now. Locked fields stay.
 */
export const SERIES_FROM_FILES: readonly SeriesRule[] = [
  { column: 'summary', lock: 'summary', type: 'text', how: 'fill', book: 'summary', file: 'summary' },
  { column: 'publisher', lock: 'publisher', type: 'text', how: 'fill', book: 'publisher', file: 'publisher' },
  { column: 'imprint', lock: 'imprint', type: 'text', how: 'fill', book: 'imprint', file: 'imprint' },
  { column: 'year', lock: 'year', type: 'integer', how: 'fill', book: 'year', file: 'year' },
  { column: 'reading_direction', lock: 'readingDirection', type: 'text', how: 'fill', book: 'reading_direction' },
  { column: 'status', lock: 'status', type: 'text', how: 'follow', file: 'status' },
  { column: 'total_volume_count', lock: 'totalVolumeCount', type: 'integer', how: 'follow', file: 'totalIssues' },
]

/**
 * Genres, tags, people, languages, characters, teams, locations and story arcs are those of all books: see `sumUpFacets`. The age
 * is the strictest of its books and of the series.json, so that none of them is seen by way of another.
 */
export interface SeriesRule {
  readonly column: keyof SeriesTable & string
  readonly lock: SeriesLock
  readonly type: 'text' | 'integer'
  readonly how: 'fill' | 'follow'
  /** The column of the first book's metadata; absent where no book says it. */
  readonly book?: 'summary' | 'publisher' | 'imprint' | 'year' | 'reading_direction'
  /** The member of the series.json; absent where it does not say it. */
  readonly file?: 'summary' | 'publisher' | 'imprint' | 'year' | 'status' | 'totalIssues'
}

/** Columns whose comparison form is stored, too. */
export const FOLDED: ReadonlySet<string> = new Set(['summary', 'publisher'])

/** The columns that a series.json fills, with what it says of each; those it leaves out are not among them. */
export function saidByFile(file: SeriesFile): readonly (SeriesRule & { readonly value: string | number })[] {
  return SERIES_FROM_FILES.flatMap(rule => {
    const value = rule.file === undefined ? null : file[rule.file]
    return value === null ? [] : [{ ...rule, value }]
  })
}

/** The comparison form of a value that has one. */
export function foldedValue(value: string | number): string | null {
  return foldedOrNull(String(value))
}

/** The column `file_metadata`: what the file says, by the names of an edit where there is one; the rest is for the page of the series. */
export function fileRecordText({ ageRating, totalIssues, ...file }: SeriesFile): string {
  const record = { ...file, ageRating: ageOf(ageRating), totalVolumeCount: totalIssues }
  return JSON.stringify(Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)))
}
