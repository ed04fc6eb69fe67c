/** A departure from the reference document that is meant, and why. Each must still occur: a stale one fails the test. */
export interface Departure {
  readonly difference: RegExp
  readonly reason: string
}

export const DEPARTURES: readonly Departure[] = [
  {
    difference:
      /^(UserDetailDto|(Create|Update)UserRequest|AccessGroup(Detail)?Dto|(Create|Update)AccessGroupRequest)\.(libraryIds|ageLimit|showsUnrated) is ours$/,
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
    difference: /^UserInfo\.seenBy is ours$/,
    reason: 'The web app says on every page that an administrator looks on as this user.',
  },
  {
    difference:
      /^get \/api\/v1\/user(s: query parameter (search|isActive)|\/preferences: query parameter keys) is ours$/,
    reason: 'A list of users that can be looked through; of thousands of preferences, those of one series.',
  },
  {
    difference: /^(BookDto|FullBookResponse)\.(koreaderHash is missing|readerSyncHash is ours)$/,
    reason: 'Decided: the interface calls this field readerSyncHash.',
  },
  {
    difference: /^((Book|Series)Dto|Full(Book|Series)Response)\.(thumbHash|coverVersion) is ours$/,
    reason: 'A list carries what a cover needs to be drawn at once and cached for good.',
  },
  {
    difference: /thumbnail: query parameter v is ours$|\{page_number\}: query parameter v is ours$/,
    reason: 'Names a version of the picture in its address, so that a browser may keep it for good.',
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
    difference: /\/file: status 206 without /,
    reason: 'A part has the media type of the whole; the document says it once, at status 200.',
  },
  {
    difference: /^(Create|Update)LibraryRequest\.defaultReadingDirection: refuses any text$/,
    reason:
      'The values are those that the reference knows; others are refused at the door instead of being kept and ignored.',
  },
  {
    difference:
      /\/tasks: query parameter status: refuses any text$|\/history: query parameter granularity: refuses any text$/,
    reason: 'The values are those that the reference knows; another word is refused instead of finding nothing.',
  },
  {
    difference: /^TaskResponse\.(progress|cancelRequested|requestedBy) is ours$/,
    reason: 'How far a task is, whether it was asked to stop, and whose wish it was.',
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
    difference: /^get \/opds\/v1\/.*: query parameter (page|pageSize) is ours$/,
    reason: 'Long feeds are paged, as OPDS 1.2 asks.',
  },
  {
    difference:
      /^get \/opds\/v1\/books\/\{book_id\}\/pages\/\{page_number\}: query parameter (width|zero_based) is ours$/,
    reason: 'The page streaming extension counts from 0 and lets a reading app say how wide its screen is.',
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
    reason: 'Books whose files are gone are kept until somebody purges them, or for as long as the library says.',
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
    difference: /^EnqueueReprocessTitleResponse\.changes is ours$/,
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
    difference: /^(LibraryDto|(Create|Update)LibraryRequest)\.paths is ours$/,
    reason: 'A library can have several folders; `path` is the first of them, and may be left out beside `paths`.',
  },
  {
    difference: /^LibraryDto\.absences is ours$/,
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
    reason: 'The values are those that the reference names; another word is refused instead of being kept.',
  },
  {
    difference: /^BulkPatchBookMetadataRequest\.bookType: refuses any text$/,
    reason: 'The values are those of the same field elsewhere; another word is refused instead of being kept.',
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
]

/** Operations of ours that the reference document lacks, and why. */
export const BEYOND: readonly { readonly operation: string; readonly reason: string }[] = [
  {
    operation: 'get /api/v1/users/{user_id}/effective-access',
    reason: 'Why somebody may do something, and why they can or cannot see a series; the reference tells of tags only.',
  },
  {
    operation: 'post /api/v1/series/list/values',
    reason: 'Genres, people, publishers, years … of what is listed, with counts: a filter panel offers what there is.',
  },
  { operation: 'post /api/v1/books/list/values', reason: 'The same for books.' },
  {
    operation: 'get /api/v1/search',
    reason: 'One search over series, books, people, genres and tags; the reference has one for series alone.',
  },
  { operation: 'get /api/v1/user/sessions', reason: 'Where somebody is signed in; the reference shows nobody.' },
  { operation: 'delete /api/v1/user/sessions', reason: 'The same, ended everywhere but here.' },
  { operation: 'delete /api/v1/user/sessions/{session_id}', reason: 'The same, one of them.' },
  {
    operation: 'post /api/v1/users/{user_id}/see-as',
    reason: 'An administrator sees for a while what a user sees, and changes nothing.',
  },
  { operation: 'delete /api/v1/auth/see-as', reason: 'The end of that.' },
  { operation: 'get /api/v1/users/{user_id}/sessions', reason: 'The same, for whoever looks after users.' },
  { operation: 'delete /api/v1/users/{user_id}/sessions', reason: 'The same, all of a user ended.' },
  { operation: 'post /api/v1/user/password', reason: 'The reference has a form for it and no such operation.' },
  {
    operation: 'post /api/v1/users/{user_id}/reset-link',
    reason: 'A one-time link in place of a password told by hand.',
  },
  { operation: 'post /api/v1/auth/forgot-password', reason: 'The same link by mail.' },
  { operation: 'post /api/v1/auth/reset-password', reason: 'A new password by such a link.' },
  { operation: 'get /api/v1/auth/options', reason: 'What the page for signing in offers.' },
  { operation: 'get /api/v1/user/second-factor', reason: 'A second factor: the reference has none.' },
  { operation: 'post /api/v1/user/second-factor/totp', reason: 'The same, begun.' },
  { operation: 'post /api/v1/user/second-factor/totp/confirm', reason: 'The same, switched on.' },
  { operation: 'post /api/v1/user/second-factor/totp/remove', reason: 'The same, switched off.' },
  { operation: 'post /api/v1/user/second-factor/passkeys', reason: 'The same by passkeys, without an app.' },
  { operation: 'get /api/v1/user/passkeys', reason: 'Passkeys: the reference has none.' },
  { operation: 'post /api/v1/user/passkeys', reason: 'The same, kept.' },
  { operation: 'post /api/v1/user/passkeys/options', reason: 'The same, begun.' },
  { operation: 'patch /api/v1/user/passkeys/{passkey_id}', reason: 'The same, with another name.' },
  { operation: 'post /api/v1/user/passkeys/{passkey_id}/remove', reason: 'The same, removed.' },
  { operation: 'post /api/v1/auth/passkey/options', reason: 'The same, asked for on the page for signing in.' },
  { operation: 'post /api/v1/auth/passkey', reason: 'Sign in by it.' },
  { operation: 'post /api/v1/user/second-factor/recovery-codes', reason: 'Codes for a phone that is lost.' },
  { operation: 'delete /api/v1/users/{user_id}/second-factor', reason: 'Off a user who has lost it.' },
  { operation: 'get /api/v1/user/identities', reason: 'Accounts at identity providers that somebody has linked.' },
  { operation: 'post /api/v1/user/identities/{provider}/link', reason: 'The same, one more.' },
  { operation: 'delete /api/v1/user/identities/{identity_id}', reason: 'The same, one less.' },
  {
    operation: 'get /api/v1/admin/identity-providers',
    reason: 'Identity providers are set up in the app as well; the reference has them in its file only.',
  },
  { operation: 'post /api/v1/admin/identity-providers', reason: 'The same, one more.' },
  { operation: 'patch /api/v1/admin/identity-providers/{provider}', reason: 'The same, changed.' },
  { operation: 'delete /api/v1/admin/identity-providers/{provider}', reason: 'The same, one less.' },
  {
    operation: 'post /api/v1/admin/identity-providers/{provider}/test',
    reason: 'Whether a provider is there and takes this client, before anybody needs it.',
  },
  { operation: 'get /api/v1/audit', reason: 'Who deleted, purged or gave up what, and how it ended.' },
  {
    operation: 'get /api/v1/books/{book_id}/file/deletion',
    reason: 'What deleting a file from the disk would take with it; the reference deletes no files.',
  },
  { operation: 'delete /api/v1/books/{book_id}/file', reason: 'The same, done: confirmed and written down.' },
  { operation: 'get /api/v1/series/{series_id}/files/deletion', reason: 'The same for all books of a series.' },
  { operation: 'delete /api/v1/series/{series_id}/files', reason: 'The same for all books of a series, done.' },
  {
    operation: 'get /api/v1/libraries/{library_id}/missing-books',
    reason: 'Books whose files are gone: the reference hides them, and nobody can see what a purge would delete.',
  },
  {
    operation: 'delete /api/v1/libraries/{library_id}/missing-books/{book_id}',
    reason: 'The same, to delete one of them for good.',
  },
  {
    operation: 'get /api/v1/libraries/{library_id}/scans',
    reason: 'The reports of the last scans; the reference tells only of the last one.',
  },
  {
    operation: 'get /api/v1/libraries/{library_id}/scans/{scan_id}',
    reason: 'The same, file by file.',
  },
  {
    operation: 'get /api/v1/libraries/{library_id}/watch',
    reason: 'Whether and how the folders of a library are watched.',
  },
  {
    operation: 'post /api/v1/series/{series_id}/scan',
    reason: 'A scan of the folders of one series, for whoever has changed something there.',
  },
  {
    operation: 'post /api/v1/libraries/{library_id}/confirm-missing',
    reason: 'Books that vanished without proof stay until a person says that they are gone.',
  },
  { operation: 'get /health/live', reason: 'Whether the process runs, for those who would start it anew.' },
  { operation: 'get /health/ready', reason: 'Whether requests should be sent here, for load balancers.' },
  { operation: 'get /metrics', reason: 'Counters for Prometheus.' },
  { operation: 'get /api/v1/processes', reason: 'The servers and workers on one database.' },
  { operation: 'get /api/v1/tasks/list', reason: 'Tasks page by page: the list of the reference has no pages.' },
  { operation: 'get /api/v1/tasks/{task_id}/log', reason: 'What a task said while it ran.' },
  { operation: 'get /api/v1/tasks/control', reason: 'Pause, quiet hours and retention of tasks.' },
  { operation: 'put /api/v1/tasks/control', reason: 'The same, changed.' },
  { operation: 'get /api/v1/books/{book_id}/manifest', reason: 'What the web app reads an EPUB by.' },
  {
    operation: 'post /api/v1/books/{book_id}/resource-ticket',
    reason: 'Parts of a book for a frame that has no cookie.',
  },
  { operation: 'get /epub/{ticket}/{path}', reason: 'The parts themselves.' },
  {
    operation: 'get /api/v1/books/{book_id}/errors',
    reason: 'What the page of one book shows; the reference has only the list of all.',
  },
  { operation: 'put /api/v1/books/{book_id}/errors/ignored', reason: 'Puts errors aside, or takes them back.' },
  { operation: 'get /api/v1/books/{book_id}/progression', reason: 'Exists in the reference, its document lacks it.' },
  { operation: 'put /api/v1/books/{book_id}/progression', reason: 'Exists in the reference, its document lacks it.' },
  {
    operation: 'get /api/v1/schedules',
    reason: 'All that runs by itself in one list, of the server and of the libraries.',
  },
  { operation: 'post /api/v1/schedules', reason: 'Jobs of the whole server.' },
  { operation: 'get /api/v1/schedules/{schedule_id}', reason: 'The same, one of them.' },
  { operation: 'patch /api/v1/schedules/{schedule_id}', reason: 'The same, to change it.' },
  { operation: 'delete /api/v1/schedules/{schedule_id}', reason: 'The same, to delete it.' },
  { operation: 'post /api/v1/schedules/{schedule_id}/run-now', reason: 'The same as for the jobs of a library.' },
  { operation: 'post /api/v1/schedules/{schedule_id}/dry-run', reason: 'What a job would do, whatever its kind.' },
  {
    operation: 'get /opds/v1/books/{book_id}/file',
    reason: 'A reading app stays below /opds, where Basic is asked for.',
  },
  { operation: 'get /opds/v1/books/{book_id}/thumbnail', reason: 'The same, for covers of books.' },
  { operation: 'get /api/v1/events', reason: 'The address of the interface; the reference document lacks it.' },
  { operation: 'post /api/v1/events/ticket', reason: 'Credentials never ride in addresses: a stream opens by ticket.' },
  { operation: 'post /api/v1/filter-presets/{id}/restore', reason: 'Takes back that a saved filter was deleted.' },
  { operation: 'put /api/v1/filter-presets/{id}/pin', reason: 'Saved filters in the side bar, of each user.' },
  { operation: 'delete /api/v1/filter-presets/{id}/pin', reason: 'The same, taken out.' },
  { operation: 'get /api/v1/user/home', reason: 'Which rows a home page has, and in which order, of each user.' },
  { operation: 'put /api/v1/user/home', reason: 'The same, changed.' },
  { operation: 'delete /api/v1/user/home', reason: 'The same, back to the usual rows.' },
  { operation: 'get /opds/v1/presets', reason: 'Saved filters as feeds.' },
  { operation: 'get /opds/v1/presets/{preset_id}', reason: 'The same, one of them.' },
  { operation: 'get /opds/v1/keep-reading', reason: 'What the reader has begun, as a feed.' },
  { operation: 'get /opds/v1/on-deck', reason: 'The next unread books, as a feed.' },
  { operation: 'get /opds/v1/series/{series_id}/thumbnail', reason: 'The same, for covers of series.' },
  { operation: 'get /opds/v1/recent', reason: 'Recently added books as a feed; OPDS 2.0 of the reference has one.' },
  {
    operation: 'post /api/v1/libraries/{library_id}/naming/preview',
    reason: 'What other rules for names would change, before they are applied.',
  },
  {
    operation: 'get /api/v1/books/{book_id}/metadata',
    reason: 'What an editor shows, with the version that a change names: the reference can only be written to.',
  },
]
