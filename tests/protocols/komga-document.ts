/**
 * Which members the answers of Komga have and of which types, in our own notation, after its API document of version 1.23.5
 * (komga/docs/openapi.json of gotson/komga, under the MIT licence). `?` marks what the document does not require.
 */
type Members = Readonly<Record<string, string>>

/** Each of some names with the same type. */
const each = (type: string, names: string): Members => Object.fromEntries(names.split(' ').map(name => [name, type]))
const locks = (names: string) => each('flag', names.replaceAll(/\w+/g, '$&Lock'))

const page = (item: string): Members => ({
  ...{ 'content?': `${item}[]`, 'pageable?': 'Pageable', 'sort?': 'Sort' },
  ...each('flag', 'empty? first? last?'),
  ...each('integer', 'number? numberOfElements? size? totalElements? totalPages?'),
})
const thumbnail = {
  ...each('text', 'id mediaType type'),
  ...each('integer', 'fileSize height width'),
  selected: 'flag',
}
const tracked = each('integer', 'booksCount booksInProgressCount booksReadCount booksUnreadCount')
const listed = {
  ...each('text', 'id name'),
  ...each('flag', 'filtered ordered'),
  ...each('instant', 'createdDate lastModifiedDate'),
}

export const KOMGA_SHAPES: Readonly<Record<string, Members>> = {
  Sort: each('flag', 'empty? sorted? unsorted?'),
  Pageable: {
    ...each('integer', 'offset? pageNumber? pageSize?'),
    ...each('flag', 'paged? unpaged?'),
    'sort?': 'Sort',
  },
  SeriesPage: page('Series'),
  BookPage: page('Book'),
  CollectionPage: page('Collection'),
  ReadListPage: page('ReadList'),
  AuthorPage: page('Author'),
  ActivityPage: page('Activity'),
  Activity: {
    ...each('text', 'apiKeyComment? apiKeyId? email? error? ip? source? userAgent? userId?'),
    ...{ dateTime: 'instant', success: 'flag' },
  },
  Library: {
    ...each('text', 'id name root oneshotsDirectory?'),
    ...each('flag', 'analyzeDimensions convertToCbz emptyTrashAfterScan hashFiles hashKoreader hashPages'),
    ...each('flag', 'importBarcodeIsbn importComicInfoBook importComicInfoCollection importComicInfoReadList'),
    ...each('flag', 'importComicInfoSeries importComicInfoSeriesAppendVolume importEpubBook importEpubSeries'),
    ...each('flag', 'importLocalArtwork importMylarSeries repairExtensions scanCbx scanEpub scanForceModifiedTime'),
    ...each('flag', 'scanOnStartup scanPdf unavailable'),
    scanDirectoryExclusions: 'set',
    scanInterval: 'DISABLED|HOURLY|EVERY_6H|EVERY_12H|DAILY|WEEKLY',
    seriesCover: 'FIRST|FIRST_UNREAD_OR_FIRST|FIRST_UNREAD_OR_LAST|LAST',
  },
  Series: {
    ...each('text', 'id libraryId name url'),
    ...each('instant', 'created fileLastModified lastModified'),
    ...each('integer', 'booksCount booksInProgressCount booksReadCount booksUnreadCount'),
    ...each('flag', 'deleted oneshot'),
    ...{ metadata: 'SeriesMetadata', booksMetadata: 'BooksMetadata' },
  },
  SeriesMetadata: {
    ...each('text', 'language publisher readingDirection status summary title titleSort'),
    ...each('instant', 'created lastModified'),
    ...each('integer', 'ageRating? totalBookCount?'),
    ...each('set', 'genres sharingLabels tags'),
    ...{ links: 'WebLink[]', alternateTitles: 'AlternateTitle[]' },
    ...locks('ageRating alternateTitles genres language links publisher readingDirection sharingLabels'),
    ...locks('status summary tags title titleSort totalBookCount'),
  },
  BooksMetadata: {
    ...each('text', 'summary summaryNumber'),
    ...each('instant', 'created lastModified'),
    ...{ authors: 'Author[]', tags: 'set', 'releaseDate?': 'date' },
  },
  Book: {
    ...each('text', 'fileHash id libraryId name seriesId seriesTitle size url'),
    ...each('instant', 'created fileLastModified lastModified'),
    ...each('integer', 'number sizeBytes'),
    ...each('flag', 'deleted oneshot'),
    ...{ media: 'Media', metadata: 'BookMetadata', 'readProgress?': 'ReadProgress' },
  },
  BookMetadata: {
    ...each('text', 'isbn number summary title'),
    ...each('instant', 'created lastModified'),
    ...{ authors: 'Author[]', links: 'WebLink[]', numberSort: 'number', 'releaseDate?': 'date', tags: 'set' },
    ...locks('authors isbn links number numberSort releaseDate summary tags title'),
  },
  Media: {
    ...each('text', 'comment mediaProfile mediaType status'),
    ...each('flag', 'epubDivinaCompatible epubIsKepub'),
    pagesCount: 'integer',
  },
  ReadProgress: {
    ...each('instant', 'created lastModified readDate'),
    ...each('text', 'deviceId deviceName'),
    ...{ completed: 'flag', page: 'integer' },
  },
  BookPart: { ...each('text', 'fileName mediaType size'), ...each('integer', 'number height? sizeBytes? width?') },
  Author: each('text', 'name role'),
  WebLink: each('text', 'label url'),
  AlternateTitle: each('text', 'label title'),
  Group: { group: 'text', count: 'integer' },
  Collection: { ...listed, seriesIds: 'texts' },
  ReadList: { ...listed, bookIds: 'texts', summary: 'text' },
  BookThumbnail: { ...thumbnail, bookId: 'text' },
  SeriesThumbnail: { ...thumbnail, seriesId: 'text' },
  SeriesTracker: { ...tracked, ...each('number', 'lastReadContinuousNumberSort maxNumberSort') },
  ReadListTracker: { ...tracked, lastReadContinuousIndex: 'integer' },
  Progression: { device: 'Device', locator: 'Locator', modified: 'instant' },
  Device: each('text', 'id name'),
  Positions: { positions: 'Locator[]', total: 'integer' },
  Locator: { ...each('text', 'href type koboSpan? title?'), 'locations?': 'Locations', 'text?': 'LocatorText' },
  Locations: { fragments: 'texts', 'position?': 'integer', ...each('number', 'progression? totalProgression?') },
  LocatorText: each('text', 'after? before? highlight?'),
  Manifest: {
    ...{ metadata: 'ManifestMetadata', links: 'Link[]', readingOrder: 'Link[]', resources: 'Link[]' },
    ...each('Link[]', 'images? landmarks? pageList? toc?'),
    'context?': 'text',
  },
  ManifestMetadata: {
    ...each('text', 'title conformsTo? description? identifier? language? sortAs? subtitle? type?'),
    ...each('texts', 'artist? author? colorist? contributor? editor? illustrator? inker? letterer? penciler?'),
    ...each('texts', 'publisher? subject? translator?'),
    ...{ 'modified?': 'instant', 'published?': 'date', 'numberOfPages?': 'integer', 'rendition?': 'object' },
    ...{ 'readingProgression?': 'rtl|ltr|ttb|btt|auto', 'belongsTo?': 'BelongsTo' },
  },
  BelongsTo: each('Contributor[]', 'collection? series?'),
  Contributor: { name: 'text', 'position?': 'number', 'links?': 'Link[]' },
  Link: {
    ...each('text', 'href? rel? title? type?'),
    ...each('integer', 'height? width?'),
    ...{ 'templated?': 'flag', 'properties?': 'object', 'children?': 'Link[]' },
  },
  User: {
    ...each('text', 'email id'),
    ...each('set', 'labelsAllow labelsExclude roles sharedLibrariesIds'),
    ...{ sharedAllLibraries: 'flag', 'ageRestriction?': 'object' },
  },
  ApiKey: { ...each('text', 'comment id key userId'), ...each('instant', 'createdDate lastModifiedDate') },
  Claim: { isClaimed: 'flag' },
  Announcements: { ...each('text', 'title version description? home_page_url?'), items: 'object[]' },
  Release: {
    ...each('text', 'description url version'),
    ...each('flag', 'latest preRelease'),
    releaseDate: 'instant',
  },
  Provider: each('text', 'name registrationId'),
  DirectoryListing: { 'parent?': 'text', directories: 'Path[]', files: 'Path[]' },
  Path: each('text', 'name path type'),
  Settings: {
    ...each('flag', 'deleteEmptyCollections deleteEmptyReadLists koboProxy'),
    ...each('integer', 'rememberMeDurationDays taskPoolSize koboPort?'),
    ...{ thumbnailSize: 'DEFAULT|MEDIUM|LARGE|XLARGE', serverPort: 'NumberSource', serverContextPath: 'TextSource' },
  },
  NumberSource: each('integer', 'configurationSource? databaseSource? effectiveValue?'),
  TextSource: each('text', 'configurationSource? databaseSource? effectiveValue?'),
  KnownHashPage: page('KnownHash'),
  KnownHash: {
    ...{ hash: 'text', action: 'IGNORE|DELETE_MANUAL|DELETE_AUTO', 'size?': 'integer' },
    ...{ ...each('integer', 'deleteCount matchCount'), ...each('instant', 'created lastModified') },
  },
  UnknownHashPage: page('UnknownHash'),
  UnknownHash: { hash: 'text', matchCount: 'integer', 'size?': 'integer' },
  HistoryPage: page('HistoricalEvent'),
  HistoricalEvent: { ...each('text', 'type bookId? seriesId?'), timestamp: 'instant', properties: 'object' },
  Match: { errorCode: 'text', readListMatch: 'ListMatch', requests: 'RequestMatch[]' },
  ListMatch: each('text', 'errorCode name'),
  RequestMatch: { matches: 'SeriesMatch[]', request: 'RequestedBook' },
  RequestedBook: { number: 'text', series: 'set' },
  SeriesMatch: { books: 'MatchedBook[]', series: 'MatchedSeries' },
  MatchedBook: each('text', 'bookId number title'),
  MatchedSeries: { ...each('text', 'seriesId title'), 'releaseDate?': 'date' },
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const isTexts = (value: unknown) => Array.isArray(value) && value.every(item => typeof item === 'string')
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: value => typeof value === 'string',
  flag: value => typeof value === 'boolean',
  number: value => typeof value === 'number',
  integer: Number.isSafeInteger,
  instant: value => typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)),
  date: value => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
  texts: isTexts,
  set: value => isTexts(value) && new Set(value as string[]).size === (value as string[]).length,
}

/** Where an answer is not of a type of the document. Members that it lacks are `extra`, by type and name. */
export function faultsOf(value: unknown, type: string, at: string, extra: Set<string>): string[] {
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${at} is no list`]
    return value.flatMap((item, index) => faultsOf(item, type.slice(0, -2), `${at}[${index}]`, extra))
  }
  if (type.includes('|')) return type.split('|').includes(String(value)) ? [] : [`${at}: ${value} is none of ${type}`]
  const members = KOMGA_SHAPES[type]
  if (!members) return TYPES[type]?.(value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${type}`]
  if (!TYPES.object?.(value)) return [`${at} is no object`]
  const given = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(given)) {
    if (!(name in members) && !(`${name}?` in members)) extra.add(`${type}.${name}`)
  }
  return Object.entries(members).flatMap(([named, inner]) => {
    const name = named.replace('?', '')
    // What is not required is null here: other parsers want it there.
    if (named.endsWith('?') && (given[name] === null || given[name] === undefined)) return []
    return name in given ? faultsOf(given[name], inner, `${at}.${name}`, extra) : [`${at}.${name} is missing`]
  })
}
