import type { KomgaAuthorDto, KomgaBookDto, KomgaLibraryDto, KomgaSeriesDto } from '@octavo/contract/komga'
import { timestamp } from '../../kernel/clock'
import { BOOK_LOCKS, type BookLock, isLocked, SERIES_LOCKS, type SeriesLock } from '../../kernel/field-locks'
import { seesFolders, type Viewer } from '../../kernel/viewer'
import { type BookModel, type bookParts, details, type LibraryModel, type SeriesModel } from '../read-model'
import { shownSettings } from './library-settings.rules'

const FORMATS: Readonly<Record<string, { readonly mediaType: string; readonly profile: 'DIVINA' | 'PDF' | 'EPUB' }>> = {
  cbz: { mediaType: 'application/zip', profile: 'DIVINA' },
  cbr: { mediaType: 'application/x-rar-compressed', profile: 'DIVINA' },
  cb7: { mediaType: 'application/x-7z-compressed', profile: 'DIVINA' },
  cbt: { mediaType: 'application/x-tar', profile: 'DIVINA' },
  pdf: { mediaType: 'application/pdf', profile: 'PDF' },
  epub: { mediaType: 'application/epub+zip', profile: 'EPUB' },
}
/** Komga omits these from names of books. Names of folders are unchanged. */
const EXTENSION = /\.(cb[z7rt]|zip|rar|7z|tar|epub|pdf)$/i
const ANY_FORMAT = { mediaType: 'application/zip', profile: 'DIVINA' } as const
const STATES = { ready: 'READY', waiting: 'UNKNOWN', error: 'ERROR' } as const
const STATUSES: Readonly<Record<string, KomgaSeriesDto['metadata']['status']>> = {
  ended: 'ENDED',
  completed: 'ENDED',
  hiatus: 'HIATUS',
  abandoned: 'ABANDONED',
  cancelled: 'ABANDONED',
}
export const DIRECTIONS = {
  ltr: 'LEFT_TO_RIGHT',
  rtl: 'RIGHT_TO_LEFT',
  ttb: 'VERTICAL',
  webtoon: 'WEBTOON',
} as const satisfies Record<bookParts.ReadingDirection, string>

export function libraryDto(library: LibraryModel, viewer: Viewer): KomgaLibraryDto {
  const { scanDirectoryExclusions, ...settings } = shownSettings(library.settings)
  return {
    ...settings,
    // Names of folders may reveal what is hidden.
    scanDirectoryExclusions: seesFolders(viewer) ? scanDirectoryExclusions : [],
    id: library.id,
    name: library.name,
    root: (seesFolders(viewer) ? library.paths[0] : null) ?? library.name,
    importComicInfoBook: true,
    importComicInfoSeries: true,
    importComicInfoCollection: false,
    importComicInfoReadList: false,
    importComicInfoSeriesAppendVolume: false,
    importEpubBook: true,
    importEpubSeries: true,
    importMylarSeries: true,
    importLocalArtwork: true,
    importBarcodeIsbn: false,
    scanForceModifiedTime: false,
    repairExtensions: false,
    convertToCbz: false,
    seriesCover: 'FIRST',
    hashFiles: true,
    hashPages: false,
    hashKoreader: true,
    analyzeDimensions: true,
    oneshotsDirectory: null,
    unavailable: false,
  }
}

/** Lists omit what only the page of one series shows, such as the metadata of its books. */
export function seriesDto(series: SeriesModel, more: details.SeriesDetails = details.NO_DETAILS): KomgaSeriesDto {
  const locked = (field: SeriesLock) => isLocked(SERIES_LOCKS, series.locks, field)
  const dates = { created: timestamp(series.createdAt), lastModified: timestamp(series.updatedAt) }
  const year = series.year === null ? null : { year: series.year, month: null, day: null }
  const { ofBooks } = more
  const released = ofBooks.released ?? year
  return {
    id: series.id,
    libraryId: series.library.id,
    name: series.title,
    url: series.path,
    ...dates,
    fileLastModified: dates.lastModified,
    booksCount: series.bookCount,
    booksReadCount: Math.min(series.readCount, series.bookCount),
    booksUnreadCount: Math.max(0, series.bookCount - series.readCount - series.readingCount),
    booksInProgressCount: series.readingCount,
    metadata: {
      status: STATUSES[series.status?.toLowerCase() ?? ''] ?? 'ONGOING',
      statusLock: locked('status'),
      title: series.title,
      titleLock: series.isTitleLocked,
      titleSort: series.titleSort ?? series.title,
      titleSortLock: series.isTitleSortLocked,
      summary: series.summary ?? '',
      summaryLock: locked('summary'),
      readingDirection: DIRECTIONS[series.direction],
      readingDirectionLock: locked('readingDirection'),
      publisher: series.publisher ?? '',
      publisherLock: locked('publisher'),
      ageRating: series.ageRating,
      ageRatingLock: locked('ageRating'),
      language: series.language ?? ofBooks.language ?? '',
      languageLock: locked('language'),
      genres: [...series.genres],
      genresLock: locked('genres'),
      tags: [...series.tags],
      tagsLock: locked('tags'),
      totalBookCount: series.totalVolumes,
      totalBookCountLock: locked('totalVolumeCount'),
      sharingLabels: [...more.sharingTags],
      sharingLabelsLock: false,
      links: more.links.map(link => ({ ...link })),
      linksLock: false,
      alternateTitles: more.alternateTitles.map(title => ({ ...title })),
      alternateTitlesLock: locked('alternateTitles'),
      ...dates,
    },
    booksMetadata: {
      authors: authorDtos([...series.authors, ...ofBooks.authors]),
      tags: [...ofBooks.tags],
      releaseDate: released && dateText(released),
      summary: ofBooks.summary?.text ?? '',
      summaryNumber: ofBooks.summary ? String(ofBooks.summary.number ?? 0) : '',
      ...dates,
    },
    deleted: false,
    oneshot: false,
  }
}

export function bookDto(book: BookModel, links: readonly details.LinkModel[] = []): KomgaBookDto {
  const locked = (field: BookLock) => isLocked(BOOK_LOCKS, book.locks, field)
  const { file, progress } = book
  const { mediaType, profile } = FORMATS[file.format] ?? ANY_FORMAT
  const dates = { created: timestamp(book.createdAt), lastModified: timestamp(book.updatedAt) }
  const number = book.number ?? 0
  return {
    id: book.id,
    seriesId: book.series.id,
    seriesTitle: book.series.name,
    libraryId: book.library.id,
    name: file.name.replace(EXTENSION, ''),
    url: file.path,
    number: Math.trunc(number),
    ...dates,
    fileLastModified: dates.lastModified,
    sizeBytes: file.size,
    size: sizeText(file.size),
    media: {
      status: STATES[book.state],
      mediaType,
      pagesCount: book.pageCount,
      comment: book.problem ?? '',
      epubDivinaCompatible: false,
      epubIsKepub: false,
      mediaProfile: profile,
    },
    metadata: {
      title: book.title,
      titleLock: locked('title'),
      summary: book.summary ?? '',
      summaryLock: locked('summary'),
      number: String(number),
      numberLock: locked('number'),
      numberSort: number,
      numberSortLock: locked('number'),
      releaseDate: book.released && dateText(book.released),
      releaseDateLock: locked('year'),
      authors: book.authors.map(authorDto),
      authorsLock: locked('authorsJson'),
      tags: [...book.tags],
      tagsLock: locked('subjects'),
      isbn: book.isbns[0] ?? '',
      isbnLock: locked('isbns'),
      links: [...(book.web === null ? [] : [{ label: hostOf(book.web), url: book.web }]), ...links],
      linksLock: false,
      ...dates,
    },
    readProgress: progress && {
      page: progress.page,
      completed: progress.isCompleted,
      readDate: timestamp(progress.completedAt ?? progress.updatedAt),
      created: timestamp(progress.startedAt),
      lastModified: timestamp(progress.updatedAt),
      deviceId: '',
      deviceName: '',
    },
    deleted: book.isMissing,
    fileHash: file.hash,
    oneshot: false,
  }
}

/** Komga's names for some of our roles. */
const KOMGA_ROLES: Readonly<Record<string, string>> = { author: 'writer', cover_artist: 'cover' }

export function authorDto({ name, role }: bookParts.PersonModel): KomgaAuthorDto {
  return { name, role: KOMGA_ROLES[role] ?? role }
}

/** Each once: two of our roles may be one of Komga's. */
function authorDtos(people: readonly bookParts.PersonModel[]): KomgaAuthorDto[] {
  return [
    ...new Map(people.map(authorDto).map(author => [JSON.stringify([author.name, author.role]), author])).values(),
  ]
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** `12.5 MiB`, as Komga formats sizes. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0)
  return power === 0 ? `${bytes} B` : `${(bytes / 1024 ** power).toFixed(1)} ${UNITS[power]}`
}

/** Unknown parts count as the first. */
function dateText({ year, month, day }: bookParts.PartialDate): string {
  const two = (part: number | null) => String(part ?? 1).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
