/** A departure from the reference document that is meant, and why. Each must still occur: a stale one fails the test. */
export interface Departure {
  readonly difference: RegExp
  readonly reason: string
}

export const DEPARTURES: readonly Departure[] = [
  {
    difference:
      /^((SeriesExportDto|CreateSeriesExportRequest)\.(condition|fullTextSearch)|SeriesExportDto\.progress|ExportFieldDto\.field) is ours$/,
    reason: 'What a list shows can be exported, and its progress seen; a field has the label that lists give it.',
  },
  {
    difference:
      /^(UserRatingsListResponse\.(page|pageSize|total|totalPages)|get \/api\/v1\/user\/ratings: query parameter (page|pageSize|seriesIds)) is ours$/,
    reason: 'Ratings of a user come in pages as all lists do, or of the series that a page shows.',
  },
  {
    difference: /^UpdateUserRequest\.currentPassword is ours$/,
    reason: 'Who changes what they sign in by themselves shows that it is theirs.',
  },
  {
    difference: /^SetupStatusResponse\.linkRequired is ours$/,
    reason: 'The first account is made with the one-time link alone, and the page says so before somebody fills it in.',
  },
  {
    difference:
      /^(UserDetailDto|(Create|Update)UserRequest|AccessGroup(Detail)?Dto|(Create|Update)AccessGroupRequest)\.(libraryIds|ageLimit|showsUnrated|sharingTags) is ours$/,
    reason: 'Users and groups are limited to libraries and ages as well, which the reference does not know.',
  },
  {
    difference: /^(User(Detail)?Dto|(Create|Update)UserRequest)\.(deniedPermissions|lastSeenAt|secondFactor) is ours$/,
    reason: 'What a role gives can be taken away from one user; when somebody was last there, and how they sign in.',
  },
  {
    difference: /^CreateUserRequest\.permissions is ours$|^AccessGroupSummaryDto\.source is ours$/,
    reason: 'A user is made with all that is wanted in one request; and a membership says who has made it.',
  },
  {
    difference: /^(UserInfo\.(seenBy|guardian|avatar)|User(Detail)?Dto\.(guardian|avatar)) is ours$/,
    reason:
      'The web app says that an administrator looks on as this user, and whose child profile it is; it shows pictures.',
  },
  {
    difference:
      /^get \/api\/v1\/user(s: query parameter (search|isActive)|\/preferences: query parameter keys) is ours$/,
    reason: 'A list of users that can be looked through; of thousands of preferences, those of one series.',
  },
  {
    difference: /^((Book|Series)Dto|Full(Book|Series)Response)\.authors is ours$/,
    reason: 'Cards of novels, and of series of them, show their authors.',
  },
  {
    difference: /^(BookDto|FullBookResponse)\.fileProblem is ours$/,
    reason: 'Why a file cannot be read, for apps that show it in their own words.',
  },
  {
    difference: /^(BookDto|FullBookResponse)\.(koreaderHash is missing|readerSyncHash is ours)$/,
    reason: 'Decided: the interface calls this field readerSyncHash.',
  },
  {
    difference:
      /^Book(MetadataDto|FullMetadata)\.(characters|teams|locations|storyArcs|universes|reprints|series(Groups|TitleSort|Year)|alternate(Series|Number|Count)|ageRating|otherTitles|mainCharacterOrTeam|notes|scanInformation|review|communityRating|identifiers|webLinks|pageMarks|source|saidBy) is ours$/,
    reason: 'ComicInfo, MetronInfo and OPF say more of a book than the reference shows, and which file said it.',
  },
  {
    difference:
      /^FullSeriesResponse\.(characters|teams|locations|storyArcs|otherTitles|seriesGroups|universes|identifiers|fileName|format|publicationRun|collects) is ours$/,
    reason: 'What the books of a series and its series.json say of it.',
  },
  {
    difference: /^(LibraryDto|CreateLibraryRequest|UpdateLibraryRequest)\.metadataSources is ours$/,
    reason: 'A library says which files its metadata comes from, and which of them comes first.',
  },
  {
    difference: /^((Book|Series)Dto|Full(Book|Series)Response)\.(thumbHash|mainColor|coverVersion|drawnCover) is ours$/,
    reason: 'A list carries what a cover needs to be drawn at once and cached for good.',
  },
  {
    difference: /^get \/api\/v1\/(books|series)\/.*\/(thumbnail|image): query parameter (width|whole) is ours$/,
    reason: 'Covers come in several sizes.',
  },
  {
    difference: /^(Book|Series)CoverDto\.crop is ours$/,
    reason: 'A part of a picture can be the cover.',
  },
  {
    difference:
      /thumbnail: query parameter v is ours$|\{page_number\}: query parameter v is ours$|\/image: query parameter v is ours$/,
    reason: 'Names a version of the picture in its address, so that a browser may keep it for good.',
  },
  {
    difference:
      /^UpdateProgressRequest\.(readAt|deliberate|measured) is ours$|^put \/api\/v1\/books\/\{book_id\}\/progress: status 409 is ours$/,
    reason: 'A place that an app delivers late says when it was read, and is refused when a later one is known.',
  },
  {
    difference: /^ReadHistoryResponse\.abandoned is ours$/,
    reason: 'Readings that ended before the end of the book are recorded as well.',
  },
  {
    difference: /^RejectedReadingSessionDto\.(path|message) is ours$/,
    reason: 'A device and its developer learn which field of which session is at fault.',
  },
  {
    difference:
      /^WantToReadEntryDto\.(series|book) is ours$|^get \/api\/v1\/want-to-read: query parameter (full|after) is ours$/,
    reason: 'The queue is shown with covers and titles by one request.',
  },
  {
    difference: /^RecommendationDto\.(cause|series) is ours$/,
    reason: 'Recommendations come with what to show of the series and why, in the language of the reader.',
  },
  {
    difference: /\/user\/recommendations(\/refresh|\/\{external_id\}\/dismiss)?: status (404|409) is missing$/,
    reason: 'Own reading is a source that is always there and always fresh.',
  },
  {
    difference: /^get \/api\/v1\/reading-stats: query parameter timeZone is ours$/,
    reason: 'A day begins at midnight where its reader is.',
  },
  {
    difference: /^get .*: status 304 is ours$/,
    reason: 'Lists and single objects have an ETag; only a caller that sends If-None-Match sees 304.',
  },
  {
    difference: /\/file: header parameter (Range|If-Range|If-None-Match) is missing$/,
    reason: 'Headers of HTTP itself (RFC 9110) hold for every file here and are not repeated for one.',
  },
  {
    difference: /\/file: status 206 without |\/download: status 206 is ours$/,
    reason: 'A part has the media type of the whole; the document says it once, at status 200.',
  },
  {
    difference: /^(Create|Update)LibraryRequest\.defaultReadingDirection: refuses any text$/,
    reason: 'The values are those that the reference knows; others are refused instead of being stored and ignored.',
  },
  {
    difference:
      /\/tasks: query parameter status: refuses any text$|\/history: query parameter granularity: refuses any text$/,
    reason: 'The values are those that the reference knows; another word is refused instead of finding nothing.',
  },
  {
    difference: /^TaskResponse\.(progress|cancelRequested|requestedBy|lastErrorCode|lastErrorDetails) is ours$/,
    reason: 'How far a task is, whether it was asked to stop, who asked for it, and its error for other languages.',
  },
  {
    difference: /\/scan: query parameter mode: refuses any text$/,
    reason: 'The reference knows two modes; another word is refused instead of being read as one of them.',
  },
  {
    difference:
      /^get \/api\/v1\/libraries\/\{library_id\}\/series(\/recently-\w+)?: query parameter libraryId is missing$/,
    reason: 'A library in the path needs none in the query.',
  },
  {
    difference: /^get \/opds\/.*: query parameter (page|pageSize|sort|status|library|language) is ours$/,
    reason: 'Long feeds are paged, sorted and narrowed, as OPDS asks.',
  },
  {
    difference: /^get \/opds\/.*\/pages\/\{page_number\}: query parameter (width|zero_based|v) is ours$/,
    reason: 'The page streaming extension counts from 0 and lets a reading app say how wide its screen is.',
  },
  { difference: /^Opds2Feed: any instead of object$/, reason: 'The same, of what is sent.' },
  {
    difference: /^get \/opds\/v2.* 200: a schema without a name instead of Opds2Feed$/,
    reason: 'What a feed is, the published schemas of OPDS 2.0 say.',
  },
  {
    difference: /^get \/api\/v1\/(events|tasks|scans)\/stream: query parameter (channels|lastEventId|ticket) is ours$/,
    reason: 'What a stream carries, what it goes on from, and a ticket for clients that cannot set headers.',
  },
  {
    difference: /^LibraryJobConfigDto\.\w+ is missing(, and it is promised)?$/,
    reason:
      'The reference has one kind of job and says that later ones extend the list: ours is a union of six, and the comparison looks at a single shape.',
  },
  {
    difference: /^get \/api\/v1\/duplicates\/series: query parameter matchType: refuses any text$/,
    reason: 'The reference answers 400 to other words as well; the document says which ones there are.',
  },
  {
    difference: /^BookErrorDto\.ignored is ours$|^get \/api\/v1\/books\/errors: query parameter ignored is ours$/,
    reason: 'An error that somebody has looked at and accepts can be put aside, and found again.',
  },
  {
    difference: /^PreviewScanRe(quest|sponse)\.\w+ is ours$/,
    reason: 'The preview of a library shows what every one of its rules makes of its files, and what is left out.',
  },
  {
    difference: /^ScanningConfigDto\.purgeMissingAfterDays is ours$/,
    reason: 'Books whose files are gone stay until somebody purges them, or for as long as the library says.',
  },
  {
    difference: /^AppInfoDto\.deletesFiles is ours$/,
    reason: 'Whether the app offers to delete files from the disk.',
  },
  {
    difference: /^ScanningConfigDto\.watch is ours$/,
    reason: 'Folders are watched, and a library can be left out; the reference has no watching.',
  },
  {
    difference: /^EnqueueReprocessTitleResponse\.(changes|lockedTitles) is ours$/,
    reason: 'A dry run shows the titles that would change, not only how many.',
  },
  {
    difference: /^post \/api\/v1\/libraries\/\{library_id\}\/scan: query parameter path is ours$/,
    reason: 'A scan of one folder and those inside it.',
  },
  {
    difference: /^(ScanningConfigDto|PreviewScanRequest)\.imageFolders is ours$/,
    reason: 'Folders of images are books, unless a library says that they are none.',
  },
  {
    difference: /^ScanningConfigDto\.writeBack is ours$/,
    reason: 'Metadata is written to files on request, where the library allows it; the reference writes none.',
  },
  {
    difference: /^(LibraryDto|(Create|Update)LibraryRequest)\.paths is ours$/,
    reason: 'A library can have several folders; `path` is the first of them, and may be left out if there is `paths`.',
  },
  {
    difference: /^LibraryDto\.(absences|coverVersion) is ours$/,
    reason: 'Places of a library whose books could not be found, and why: nothing is removed until somebody says so.',
  },
  {
    difference:
      /^(FilterPresetDto|(Create|Update)FilterPresetRequest)\.(shared|view|mine|ownerName|pinned|problem) is ours$/,
    reason:
      'Saved filters can be shared and pinned, keep how they were looked at, and say when they have grown too old.',
  },
  {
    difference: /^Setting(History)?Dto\.\w+ is ours$/,
    reason: 'Where a value comes from, what it may be, when a change takes effect, and who made it.',
  },
  {
    difference: /^LoginRequest\.(code|passkey) is ours$/,
    reason: 'The code of a second factor, where an account has one.',
  },
  {
    difference: /^UpdateLibraryRequest\.series(Strategy|Config) is ours$/,
    reason: 'A library can change how it finds its series; in the reference that is fixed when it is made.',
  },
  {
    difference: /^(PatchBookMetadataRequest|BookMetadataResponse)\.(title|titleSort|number|genres|locks) is ours$/,
    reason: 'All that is edited of a book comes and goes in one request, with the locks as they are to be.',
  },
  {
    difference: /^PatchBookRequest\.titleSort is ours$/,
    reason: 'A book has a title to sort by and a lock for it; the reference has no way to set it.',
  },
  {
    difference: /^PatchSeriesMetadataRequest\.(genres|tags|locks) is ours$/,
    reason: 'The same for series.',
  },
  {
    difference: /^(Bulk)?(Patch|Replace)SeriesMetadataRequest\.(readingDirection|status): refuses any text$/,
    reason: 'The values are those that the reference names; another word is refused instead of being stored.',
  },
  {
    difference: /^BulkPatchBookMetadataRequest\.bookType: refuses any text$/,
    reason: 'The values are those of the same field elsewhere; another word is refused instead of being stored.',
  },
  {
    difference: /^OidcLoginRequest\.next is ours$/,
    reason: 'Where in the web app somebody wanted to go; a path inside it and nothing else.',
  },
  {
    difference: /oidc\/\{provider\}\/callback: query parameter (error|error_description|iss) is ours$/,
    reason: 'What a provider sends when it lets nobody in, and who it is (RFC 9207), which is checked.',
  },
  {
    difference: /oidc\/\{provider\}\/(login|callback): status 500 is missing$/,
    reason:
      'A provider that does not answer is 503 before the way there, and on the way back leads to the page for signing in.',
  },
  {
    difference: /^((Series|Book)ExternalIdDto|(Book)?ExternalLinkDto|ExternalRatingDto)\.origin is ours$/,
    reason: 'Whether a person or a file says so: what a person says stays, what a file says follows the file.',
  },
  {
    difference: /(authors|awards)\[\]: EditedA(uthor|ward)Dto instead of BookA(uthor|ward)Dto$/,
    reason: 'The same members, with the bounds that a request has to keep; files may say more.',
  },
  {
    difference: /^BulkMetadataUpdateResponse\.skipped is ours$/,
    reason: 'Locks bind edits of many: what they left alone is said, by field.',
  },
  {
    difference: /includeLocked is ours$|BulkResetSeriesMetadataRequest instead of BulkSeriesRequest$/,
    reason:
      'A reset may leave locked fields as they are; one of many series does so unless the request says otherwise.',
  },
  {
    difference: /^(Collection|ReadList)Dto\.(visibility|mine|ownerName|mayEdit|mayDelete) is ours$/,
    reason: 'Lists are private, shared or public, and an app has to know what the caller may do with one.',
  },
  {
    difference: /^(Collection|ReadList)Dto\.addedIds is ours$/,
    reason: 'Adding to a list can be undone without removing what was in it before.',
  },
  {
    difference: /^Create(Collection|ReadList)Request\.visibility is ours$/,
    reason: 'The same, from the beginning; without it a list is everybody’s, as in the reference.',
  },
  {
    difference:
      /^((Create|Update)ReadListRequest\.condition|ReadListDto\.(automatic|condition|wantedCount|undecidedCount)) is ours$/,
    reason: 'Read lists may have a rule too, and may name books that no library has yet.',
  },
  {
    difference: /^Komga\w+\.\w+(: sends null| is ours)$/,
    reason: 'Komga’s apps want every field to be there, as null if need be.',
  },
  {
    difference:
      /\/\{prefix\}\/.*(path parameter \w+: (format null instead of uuid|string instead of integer)|query parameter .*)$/,
    reason: 'As Komga has it: ids are any text, names are given several times, and all of its filters are there.',
  },
  {
    difference: /^get \/\{prefix\}\/.*(status (206|304) is ours|age-ratings 200.*|authors 200.*)$/,
    reason:
      'Ranges and copies that are still good; ages as texts and authors by pages, as the newer API of Komga has them.',
  },
]
