// Requirements of Komga apps' parsers, by apps.md: a missing value or one of another type fails.
import { expect } from 'bun:test'

type Json = Record<string, unknown>
type Kind =
  | 'text'
  | 'number'
  | 'flag'
  | 'texts'
  | 'list'
  | 'object'
  | 'instant'
  | 'date?'
  | 'number?'
  | 'object?'
  | 'text?'
export type Shape = { readonly [name: string]: Kind | Shape | readonly string[] }

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function faultOf(value: unknown, kind: Kind | Shape | readonly string[], at: string): string[] {
  if (Array.isArray(kind)) return kind.includes(String(value)) ? [] : [`${at}: ${String(value)} is none of ${kind}`]
  if (typeof kind === 'object') {
    if (typeof value !== 'object' || value === null) return [`${at} is no object`]
    return Object.entries(kind as Shape).flatMap(([name, inner]) =>
      name in value ? faultOf((value as Json)[name], inner, `${at}.${name}`) : [`${at}.${name} is missing`],
    )
  }
  const isRight: Record<Kind, () => boolean> = {
    text: () => typeof value === 'string',
    'text?': () => value === null || typeof value === 'string',
    number: () => typeof value === 'number',
    'number?': () => value === null || typeof value === 'number',
    flag: () => typeof value === 'boolean',
    texts: () => Array.isArray(value) && value.every(each => typeof each === 'string'),
    list: () => Array.isArray(value),
    object: () => typeof value === 'object' && value !== null,
    'object?': () => typeof value === 'object',
    instant: () => typeof value === 'string' && INSTANT.test(value),
    'date?': () => value === null || (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)),
  }
  return isRight[kind as Kind]() ? [] : [`${at}: ${JSON.stringify(value)} is no ${kind}`]
}

export function expectShape(value: unknown, shape: Shape, at = 'answer'): void {
  expect(faultOf(value, shape, at)).toEqual([])
}

const locked = (...names: readonly string[]): Shape =>
  Object.fromEntries(names.map(name => [`${name}Lock`, 'flag'] as const))

export const SERIES: Shape = {
  id: 'text',
  libraryId: 'text',
  name: 'text',
  url: 'text',
  created: 'instant',
  lastModified: 'instant',
  fileLastModified: 'instant',
  booksCount: 'number',
  booksReadCount: 'number',
  booksUnreadCount: 'number',
  booksInProgressCount: 'number',
  deleted: 'flag',
  oneshot: 'flag',
  metadata: {
    status: ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'],
    readingDirection: ['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON'],
    ...{ title: 'text', titleSort: 'text', summary: 'text', publisher: 'text', language: 'text' },
    ...{ genres: 'texts', tags: 'texts', sharingLabels: 'texts', links: 'list', alternateTitles: 'list' },
    ...{ ageRating: 'number?', totalBookCount: 'number?', created: 'instant', lastModified: 'instant' },
    ...locked('status', 'title', 'titleSort', 'summary', 'readingDirection', 'publisher', 'ageRating', 'language'),
    ...locked('genres', 'tags', 'totalBookCount', 'sharingLabels', 'links', 'alternateTitles'),
  },
  booksMetadata: {
    ...{ authors: 'list', tags: 'texts', releaseDate: 'date?', summary: 'text', summaryNumber: 'text' },
    ...{ created: 'instant', lastModified: 'instant' },
  },
}

export const BOOK: Shape = {
  ...{ id: 'text', seriesId: 'text', seriesTitle: 'text', libraryId: 'text', name: 'text', url: 'text' },
  ...{ number: 'number', created: 'instant', lastModified: 'instant', fileLastModified: 'instant' },
  ...{ sizeBytes: 'number', size: 'text', deleted: 'flag', fileHash: 'text', oneshot: 'flag', readProgress: 'object?' },
  media: {
    status: ['READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED'],
    mediaProfile: ['DIVINA', 'PDF', 'EPUB'],
    ...{ mediaType: 'text', pagesCount: 'number', comment: 'text', epubDivinaCompatible: 'flag', epubIsKepub: 'flag' },
  },
  metadata: {
    ...{ title: 'text', summary: 'text', number: 'text', numberSort: 'number', releaseDate: 'date?', isbn: 'text' },
    ...{ authors: 'list', tags: 'texts', links: 'list', created: 'instant', lastModified: 'instant' },
    ...locked('title', 'summary', 'number', 'numberSort', 'releaseDate', 'authors', 'tags', 'isbn', 'links'),
  },
}

export const PROGRESS: Shape = {
  ...{ page: 'number', completed: 'flag', readDate: 'instant', created: 'instant', lastModified: 'instant' },
  ...{ deviceId: 'text', deviceName: 'text' },
}

const SORT: Shape = { sorted: 'flag', unsorted: 'flag', empty: 'flag' }
export const PAGE: Shape = {
  ...{ content: 'list', totalElements: 'number', totalPages: 'number', number: 'number', size: 'number' },
  ...{ numberOfElements: 'number', first: 'flag', last: 'flag', empty: 'flag', sort: SORT },
  pageable: { sort: SORT, offset: 'number', pageNumber: 'number', pageSize: 'number', paged: 'flag', unpaged: 'flag' },
}

export const LIBRARY: Shape = {
  ...{ id: 'text', name: 'text', root: 'text', unavailable: 'flag', oneshotsDirectory: 'text?' },
  scanInterval: ['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY'],
  seriesCover: ['FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST'],
  ...{ scanDirectoryExclusions: 'texts', hashFiles: 'flag', hashPages: 'flag', hashKoreader: 'flag' },
  ...{ importComicInfoBook: 'flag', importEpubBook: 'flag', scanCbx: 'flag', scanPdf: 'flag', scanEpub: 'flag' },
}

export const USER: Shape = {
  ...{ id: 'text', email: 'text', roles: 'texts', sharedAllLibraries: 'flag', sharedLibrariesIds: 'texts' },
  ...{ labelsAllow: 'texts', labelsExclude: 'texts', ageRestriction: 'object?' },
}

export const PAGE_OF_BOOK: Shape = {
  ...{ number: 'number', fileName: 'text', mediaType: 'text', width: 'number?', height: 'number?' },
  ...{ sizeBytes: 'number?', size: 'text' },
}
