import type {
  AccessGroupGrantsTable,
  AccessGroupLibrariesTable,
  AccessGroupMappingsTable,
  AccessGroupMembersTable,
  AccessGroupsTable,
  SharingSetsTable,
  SharingSetTagsTable,
  SharingTagsTable,
  UserGrantsTable,
  UserLibrariesTable,
} from './access'
import type { AuditLogTable, AuditSubjectsTable } from './audit'
import type {
  BookErrorsTable,
  BookMetadataTable,
  BookPagesTable,
  BooksTable,
  DuplicateMembersTable,
  DuplicatesTable,
  UnsummedBooksTable,
} from './books'
import type { CoversTable } from './covers'
import type {
  CollectionSeriesTable,
  CuratedListSharesTable,
  CuratedListsTable,
  ReadListEntriesTable,
} from './curated-lists'
import type { AlternateTitlesTable, BulkEditsTable, MetadataEditsTable } from './editing'
import type {
  EventsTable,
  EventTicketsTable,
  ProcessesTable,
  SchemaMigrationsTable,
  ServerSecretsTable,
  SettingChangesTable,
  SettingsTable,
} from './engine'
import type { DataImportsTable, ExportsTable } from './exports'
import type {
  AverageRatingsTable,
  ExternalIdsTable,
  ExternalLinksTable,
  ExternalRatingsTable,
  RatingsTable,
} from './external'
import type {
  BookFacetsTable,
  FacetsTable,
  NameChangesTable,
  NameLinksTable,
  SearchWordsTable,
  SeriesFacetsTable,
} from './facets'
import type { FilterPresetsTable, HomeRowsTable, PresetPinsTable } from './filter-presets'
import type { LibrariesTable, LibraryFoldersTable } from './libraries'
import type { MarksTable } from './marks'
import type { IdentitiesTable, IdentityProvidersTable, OidcFlowsTable } from './oidc'
import type {
  PlaceHistoryTable,
  ReadingBlocksTable,
  ReadingDevicesTable,
  ReadingMonthsTable,
  ReadingQuartersTable,
  ReadingSessionsTable,
  ReadingsTable,
  ReadProgressTable,
  SeriesProgressTable,
  SyncedDocumentsTable,
} from './progress'
import type { DismissedRecommendationsTable } from './recommendations'
import type { RegroupedRowsTable, RegroupingsTable } from './regroupings'
import type { SeriesRefreshesTable, SeriesTable } from './series'
import type {
  AccountLinksTable,
  PasskeysTable,
  RecoveryCodesTable,
  RefreshTokensTable,
  SessionsTable,
  TotpSecretsTable,
  UsedChallengesTable,
} from './signing-in'
import type {
  ScanRequestsTable,
  ScansTable,
  SchedulesTable,
  StorageSamplesTable,
  TaskCountsTable,
  TaskLogTable,
  TaskMetricsTable,
  TaskRunsTable,
  TasksTable,
  WatchesTable,
} from './tasks'
import type {
  ApiKeysTable,
  AvatarsTable,
  ChildLibrariesTable,
  ChildProfilesTable,
  UserPreferencesTable,
  UsersTable,
} from './users'
import type { WantToReadTable } from './want-to-read'

/** Every table, by name. The registry in db/tables.ts describes each. */
export interface Schema {
  libraries: LibrariesTable
  library_folders: LibraryFoldersTable
  series: SeriesTable
  books: BooksTable
  book_pages: BookPagesTable
  book_metadata: BookMetadataTable
  book_errors: BookErrorsTable
  alternate_titles: AlternateTitlesTable
  exports: ExportsTable
  data_imports: DataImportsTable
  external_ids: ExternalIdsTable
  external_links: ExternalLinksTable
  external_ratings: ExternalRatingsTable
  average_ratings: AverageRatingsTable
  ratings: RatingsTable
  covers: CoversTable
  facets: FacetsTable
  book_facets: BookFacetsTable
  series_facets: SeriesFacetsTable
  name_changes: NameChangesTable
  name_links: NameLinksTable
  search_words: SearchWordsTable
  users: UsersTable
  user_libraries: UserLibrariesTable
  user_grants: UserGrantsTable
  sharing_tags: SharingTagsTable
  sharing_sets: SharingSetsTable
  sharing_set_tags: SharingSetTagsTable
  access_groups: AccessGroupsTable
  access_group_libraries: AccessGroupLibrariesTable
  access_group_members: AccessGroupMembersTable
  access_group_grants: AccessGroupGrantsTable
  access_group_mappings: AccessGroupMappingsTable
  api_keys: ApiKeysTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  account_links: AccountLinksTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  used_challenges: UsedChallengesTable
  identity_providers: IdentityProvidersTable
  identities: IdentitiesTable
  oidc_flows: OidcFlowsTable
  read_progress: ReadProgressTable
  series_progress: SeriesProgressTable
  place_history: PlaceHistoryTable
  reading_sessions: ReadingSessionsTable
  reading_quarters: ReadingQuartersTable
  reading_blocks: ReadingBlocksTable
  reading_devices: ReadingDevicesTable
  reading_months: ReadingMonthsTable
  readings: ReadingsTable
  synced_documents: SyncedDocumentsTable
  want_to_read: WantToReadTable
  dismissed_recommendations: DismissedRecommendationsTable
  marks: MarksTable
  regroupings: RegroupingsTable
  regrouped_rows: RegroupedRowsTable
  tasks: TasksTable
  scans: ScansTable
  scan_wishes: ScanRequestsTable
  unsummed_books: UnsummedBooksTable
  watches: WatchesTable
  storage_samples: StorageSamplesTable
  task_runs: TaskRunsTable
  task_metrics: TaskMetricsTable
  task_counts: TaskCountsTable
  task_log: TaskLogTable
  schedules: SchedulesTable
  series_refreshes: SeriesRefreshesTable
  events: EventsTable
  event_tickets: EventTicketsTable
  settings: SettingsTable
  setting_changes: SettingChangesTable
  avatars: AvatarsTable
  child_profiles: ChildProfilesTable
  child_libraries: ChildLibrariesTable
  user_preferences: UserPreferencesTable
  processes: ProcessesTable
  server_secrets: ServerSecretsTable
  schema_migrations: SchemaMigrationsTable
  audit_log: AuditLogTable
  audit_subjects: AuditSubjectsTable
  duplicates: DuplicatesTable
  duplicate_members: DuplicateMembersTable
  filter_presets: FilterPresetsTable
  preset_pins: PresetPinsTable
  home_rows: HomeRowsTable
  curated_lists: CuratedListsTable
  curated_list_shares: CuratedListSharesTable
  collection_series: CollectionSeriesTable
  read_list_entries: ReadListEntriesTable
  metadata_edits: MetadataEditsTable
  bulk_edits: BulkEditsTable
}

/** Boolean columns: SQLite returns them as 1 or 0. */
export const BOOLEAN_COLUMNS: ReadonlySet<string> = new Set([
  'is_active',
  'is_set',
  'email_verified',
  'second_factor',
  'analyzed',
  'deleted',
  'completed',
  'jumped',
  'black_and_white',
  'manga',
  'cancel_requested',
  'unbegun',
  'enabled',
  'of_library',
  'dismissed',
  'title_locked',
  'title_sort_locked',
  'limits_libraries',
  'shows_unrated',
  'capped_unrated',
  'shared',
  'shown',
  'removed',
  'ordered',
  'may_edit',
])
