import { z } from 'zod'

/** A field that is locked keeps its value whatever files and providers say. */
function locks<const Names extends readonly string[]>(names: Names) {
  return z.object(
    Object.fromEntries(names.map(name => [name, z.boolean()])) as { [Name in Names[number]]: z.ZodBoolean },
  )
}

export const SERIES_LOCKS = [
  'title',
  'titleSort',
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

export const BOOK_LOCKS = [
  'titleLock',
  'titleSortLock',
  'numberLock',
  'summaryLock',
  'writerLock',
  'pencillerLock',
  'inkerLock',
  'coloristLock',
  'lettererLock',
  'coverArtistLock',
  'editorLock',
  'publisherLock',
  'imprintLock',
  'genreLock',
  'languageIsoLock',
  'formatDetailLock',
  'blackAndWhiteLock',
  'mangaLock',
  'yearLock',
  'monthLock',
  'dayLock',
  'volumeLock',
  'chapterLock',
  'countLock',
  'isbnsLock',
  'bookTypeLock',
  'subtitleLock',
  'authorsJsonLock',
  'translatorLock',
  'editionLock',
  'originalTitleLock',
  'originalYearLock',
  'seriesPositionLock',
  'seriesTotalLock',
  'subjectsLock',
  'awardsJsonLock',
  'customMetadataLock',
  'coverLock',
] as const

export const MetadataLocks = locks(SERIES_LOCKS).meta({ id: 'MetadataLocks' })
export type MetadataLocks = z.infer<typeof MetadataLocks>

export const BookMetadataLocks = locks(BOOK_LOCKS).meta({ id: 'BookMetadataLocks' })
export type BookMetadataLocks = z.infer<typeof BookMetadataLocks>
