/**
 * Fields that a person can lock, so that no scan, rule or refresh changes them. Their order is that of the bits in the
 * column `locks`: new ones are added at the end.
 */
export const BOOK_LOCKS = [
  'title',
  'titleSort',
  'number',
  'volume',
  'chapter',
  'summary',
  'publisher',
  'imprint',
  'genre',
  'languageIso',
  'formatDetail',
  'blackAndWhite',
  'manga',
  'year',
  'month',
  'day',
  'count',
  'isbns',
  'bookType',
  'subtitle',
  'authorsJson',
  'translator',
  'edition',
  'originalTitle',
  'originalYear',
  'seriesPosition',
  'seriesTotal',
  'subjects',
  'awardsJson',
  'customMetadata',
  'cover',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'coverArtist',
  'editor',
] as const
export type BookLock = (typeof BOOK_LOCKS)[number]

/** `title` and `titleSort` have columns of their own, which came first. */
export const SERIES_LOCKS = [
  'summary',
  'publisher',
  'imprint',
  'status',
  'ageRating',
  'language',
  'readingDirection',
  'year',
  'totalVolumeCount',
  'totalChapterCount',
  'genres',
  'tags',
  'customMetadata',
  'cover',
  'authorsJsonLock',
  'alternateTitles',
] as const
export type SeriesLock = (typeof SERIES_LOCKS)[number]

/** Whether a field is among the locked ones. */
export function isLocked<Name extends string>(names: readonly Name[], locks: number, name: Name): boolean {
  return Math.floor(locks / 2 ** names.indexOf(name)) % 2 === 1
}

/** The locks with one more, or with one less. */
export function withLock<Name extends string>(
  names: readonly Name[],
  locks: number,
  name: Name,
  locked: boolean,
): number {
  if (isLocked(names, locks, name) === locked) return locks
  return locked ? locks + 2 ** names.indexOf(name) : locks - 2 ** names.indexOf(name)
}

/** For SQL: `locks & bit <> 0`. */
export function bookLockBit(name: BookLock): number {
  return 2 ** BOOK_LOCKS.indexOf(name)
}

export function seriesLockBit(name: SeriesLock): number {
  return 2 ** SERIES_LOCKS.indexOf(name)
}
