import { Int32, Int64, Timestamp, Uuid } from './ids'
import * as z from './zod'

/** Bodies of Komga's API. Its apps parse strictly: nullable members are null, never absent. */
const Text = z.string()
const Flag = z.boolean()

export const KomgaError = z
  .object({ timestamp: Text, status: z.int(), error: Text, message: Text, path: Text })
  .meta({ id: 'KomgaError', description: "Spring's body of errors" })
export type KomgaError = z.infer<typeof KomgaError>

export const KomgaSort = z.object({ sorted: Flag, unsorted: Flag, empty: Flag }).meta({ id: 'KomgaSort' })
export const KomgaPageable = z
  .object({
    pageNumber: Int32,
    pageSize: Int32,
    sort: KomgaSort,
    offset: Int64,
    paged: Flag,
    unpaged: Flag,
  })
  .meta({ id: 'KomgaPageable' })

/** Spring's envelope; pages count from 0. */
export function komgaPage<T extends z.ZodType>(name: string, item: T) {
  return z
    .object({
      content: z.array(item),
      pageable: KomgaPageable,
      totalElements: Int64,
      totalPages: Int32,
      last: Flag,
      number: Int32,
      size: Int32,
      numberOfElements: Int32,
      first: Flag,
      empty: Flag,
      sort: KomgaSort,
    })
    .meta({ id: `KomgaPage_${name}` })
}

export const KOMGA_INTERVALS = ['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY'] as const

export const KomgaLibraryDto = z
  .object({
    id: Uuid,
    name: Text,
    root: Text.meta({ description: 'Its first folder for people who manage libraries, else its name' }),
    importComicInfoBook: Flag,
    importComicInfoSeries: Flag,
    importComicInfoCollection: Flag,
    importComicInfoReadList: Flag,
    importComicInfoSeriesAppendVolume: Flag,
    importEpubBook: Flag,
    importEpubSeries: Flag,
    importMylarSeries: Flag,
    importLocalArtwork: Flag,
    importBarcodeIsbn: Flag,
    scanForceModifiedTime: Flag,
    scanInterval: z.enum(KOMGA_INTERVALS),
    scanOnStartup: Flag,
    scanCbx: Flag,
    scanPdf: Flag,
    scanEpub: Flag,
    scanDirectoryExclusions: z.array(Text),
    repairExtensions: Flag,
    convertToCbz: Flag,
    emptyTrashAfterScan: Flag,
    seriesCover: z.enum(['FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST']),
    hashFiles: Flag,
    hashPages: Flag,
    hashKoreader: Flag,
    analyzeDimensions: Flag,
    oneshotsDirectory: Text.nullable(),
    unavailable: Flag,
  })
  .meta({ id: 'KomgaLibraryDto' })
export type KomgaLibraryDto = z.infer<typeof KomgaLibraryDto>

export const KomgaAuthorDto = z.object({ name: Text, role: Text }).meta({ id: 'KomgaAuthorDto' })
export type KomgaAuthorDto = z.infer<typeof KomgaAuthorDto>
export const KomgaWebLinkDto = z.object({ label: Text, url: Text }).meta({ id: 'KomgaWebLinkDto' })
export const KomgaBookLinkDto = z.object({ label: Text, url: Text }).meta({ id: 'KomgaBookLinkDto' })
export const KomgaAlternateTitleDto = z.object({ label: Text, title: Text }).meta({ id: 'KomgaAlternateTitleDto' })

export const KOMGA_STATUSES = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const
export const KOMGA_DIRECTIONS = ['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON'] as const

export const KomgaSeriesMetadataDto = z
  .object({
    status: z.enum(KOMGA_STATUSES),
    statusLock: Flag,
    title: Text,
    titleLock: Flag,
    titleSort: Text,
    titleSortLock: Flag,
    summary: Text,
    summaryLock: Flag,
    readingDirection: z.enum(KOMGA_DIRECTIONS),
    readingDirectionLock: Flag,
    publisher: Text,
    publisherLock: Flag,
    ageRating: Int32.nullable(),
    ageRatingLock: Flag,
    language: Text,
    languageLock: Flag,
    genres: z.array(Text),
    genresLock: Flag,
    tags: z.array(Text),
    tagsLock: Flag,
    totalBookCount: Int32.nullable(),
    totalBookCountLock: Flag,
    sharingLabels: z.array(Text),
    sharingLabelsLock: Flag,
    links: z.array(KomgaWebLinkDto),
    linksLock: Flag,
    alternateTitles: z.array(KomgaAlternateTitleDto),
    alternateTitlesLock: Flag,
    created: Timestamp,
    lastModified: Timestamp,
  })
  .meta({ id: 'KomgaSeriesMetadataDto' })

export const KomgaBooksMetadataAggregationDto = z
  .object({
    authors: z.array(KomgaAuthorDto),
    tags: z.array(Text),
    releaseDate: Text.nullable(),
    summary: Text,
    summaryNumber: Text,
    created: Timestamp,
    lastModified: Timestamp,
  })
  .meta({ id: 'KomgaBooksMetadataAggregationDto' })

export const KomgaSeriesDto = z
  .object({
    id: Uuid,
    libraryId: Uuid,
    name: Text,
    url: Text.meta({ description: 'Its path below the folder of its library' }),
    created: Timestamp,
    lastModified: Timestamp,
    fileLastModified: Timestamp,
    booksCount: Int32,
    booksReadCount: Int32,
    booksUnreadCount: Int32,
    booksInProgressCount: Int32,
    metadata: KomgaSeriesMetadataDto,
    booksMetadata: KomgaBooksMetadataAggregationDto,
    deleted: Flag,
    oneshot: Flag,
  })
  .meta({ id: 'KomgaSeriesDto' })
export type KomgaSeriesDto = z.infer<typeof KomgaSeriesDto>

export const KomgaMediaDto = z
  .object({
    status: z.enum(['READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED']),
    mediaType: Text,
    pagesCount: Int32,
    comment: Text,
    epubDivinaCompatible: Flag,
    epubIsKepub: Flag,
    mediaProfile: z.enum(['DIVINA', 'PDF', 'EPUB']),
  })
  .meta({ id: 'KomgaMediaDto' })

export const KomgaBookMetadataDto = z
  .object({
    title: Text,
    titleLock: Flag,
    summary: Text,
    summaryLock: Flag,
    number: Text,
    numberLock: Flag,
    numberSort: z.number().meta({ format: 'double' }),
    numberSortLock: Flag,
    releaseDate: Text.nullable(),
    releaseDateLock: Flag,
    authors: z.array(KomgaAuthorDto),
    authorsLock: Flag,
    tags: z.array(Text),
    tagsLock: Flag,
    isbn: Text,
    isbnLock: Flag,
    links: z.array(KomgaBookLinkDto),
    linksLock: Flag,
    created: Timestamp,
    lastModified: Timestamp,
  })
  .meta({ id: 'KomgaBookMetadataDto' })

export const KomgaReadProgressDto = z
  .object({
    page: Int32,
    completed: Flag,
    readDate: Timestamp.nullable(),
    created: Timestamp,
    lastModified: Timestamp,
    deviceId: Text,
    deviceName: Text,
  })
  .meta({ id: 'KomgaReadProgressDto' })

export const KomgaBookDto = z
  .object({
    id: Uuid,
    seriesId: Uuid,
    seriesTitle: Text,
    libraryId: Uuid,
    name: Text,
    url: Text.meta({ description: 'Its path below the folder of its library' }),
    number: Int32,
    created: Timestamp,
    lastModified: Timestamp,
    fileLastModified: Timestamp,
    sizeBytes: Int64,
    size: Text,
    media: KomgaMediaDto,
    metadata: KomgaBookMetadataDto,
    readProgress: KomgaReadProgressDto.nullable(),
    deleted: Flag,
    fileHash: Text,
    oneshot: Flag,
  })
  .meta({ id: 'KomgaBookDto' })
export type KomgaBookDto = z.infer<typeof KomgaBookDto>

export const KomgaPageDto = z
  .object({
    number: Int32,
    fileName: Text,
    mediaType: Text,
    width: Int32.nullable(),
    height: Int32.nullable(),
    sizeBytes: Int64.nullable(),
    size: Text,
  })
  .meta({ id: 'KomgaPageDto' })
export type KomgaPageDto = z.infer<typeof KomgaPageDto>

const listOfIds = {
  id: Text,
  name: Text,
  ordered: Flag,
  filtered: Flag,
  createdDate: Timestamp,
  lastModifiedDate: Timestamp,
}
export const KomgaCollectionDto = z
  .object({ ...listOfIds, seriesIds: z.array(Uuid) })
  .meta({ id: 'KomgaCollectionDto' })
export type KomgaCollectionDto = z.infer<typeof KomgaCollectionDto>
export const KomgaReadListDto = z
  .object({ ...listOfIds, summary: Text, bookIds: z.array(Uuid) })
  .meta({ id: 'KomgaReadListDto' })
export type KomgaReadListDto = z.infer<typeof KomgaReadListDto>

export const KomgaAgeRestrictionDto = z
  .object({ age: Int32, restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE']) })
  .meta({ id: 'KomgaAgeRestrictionDto' })
export const KomgaContentRestrictionsDto = z
  .object({
    ageRestriction: KomgaAgeRestrictionDto.nullable(),
    labelsAllow: z.array(Text),
    labelsExclude: z.array(Text),
  })
  .meta({ id: 'KomgaContentRestrictionsDto' })
export const KomgaUserDto = z
  .object({
    id: Uuid,
    email: Text,
    roles: z.array(Text),
    sharedAllLibraries: Flag,
    sharedLibrariesIds: z.array(Uuid),
    labelsAllow: z.array(Text),
    labelsExclude: z.array(Text),
    ageRestriction: KomgaAgeRestrictionDto.nullable(),
    contentRestrictions: KomgaContentRestrictionsDto,
  })
  .meta({ id: 'KomgaUserDto' })
export type KomgaUserDto = z.infer<typeof KomgaUserDto>
