/** The contract's wire types. Types only: the contract's code is not part of the bundle. */
export type { Permission } from '@octavo/contract/access'
export type {
  AccessGroupDetailDto,
  AccessGroupDto,
  UpdateAccessGroupRequest,
} from '@octavo/contract/access-group'
export type { ApiKeyDto, CreateApiKeyRequest } from '@octavo/contract/api-key'
export type { AuditAction, AuditEntryDto, AuditOutcome } from '@octavo/contract/audit'
export type { LoginRequest } from '@octavo/contract/auth'
export type { BackupDto, ListBackupsResponse } from '@octavo/contract/backup'
export type {
  BookDto,
  BookMetadataDto,
} from '@octavo/contract/book'
export type {
  BookErrorDetailsDto,
  BookErrorDto,
  ErrorGroupDto,
} from '@octavo/contract/book-error'
export type { ChildProfileDto } from '@octavo/contract/child-profile'
export type { CollectionDto } from '@octavo/contract/collection'
export type { ListPeopleResponse, ListSharingDto, ListVisibility } from '@octavo/contract/curated-list'
export type { DataExportDto, DataImportDto } from '@octavo/contract/data-transfer'
export type { SeriesDuplicateGroup } from '@octavo/contract/duplicate'
export type { DuplicateBookDto, DuplicateBooksDto, MergePlanDto } from '@octavo/contract/duplicate-books'
export type { AccessReasonDto, EffectiveAccessDto } from '@octavo/contract/effective-access'
export type { EntityChangeEvent, ResyncEvent, TaskProgressEvent } from '@octavo/contract/event'
export type { FacetDetailDto, FacetDto, FacetKindName, UpdateFacetRequest } from '@octavo/contract/facet'
export type { DeleteFilesRequest, FileDeletionPreviewDto } from '@octavo/contract/file-deletion'
export type { BrowseResponse } from '@octavo/contract/filesystem'
export type {
  CreateFilterPresetRequest,
  FilterPresetDto,
  PatchFilterPresetRequest,
} from '@octavo/contract/filter-preset'
export type { BookErrorType, ReadingDirection } from '@octavo/contract/formats'
export type { FullBookResponse } from '@octavo/contract/full-book'
export type { HealthReportDto } from '@octavo/contract/health'
export type { HomeDto, HomeRowDto, HomeRowKind } from '@octavo/contract/home'
export type { IdentityDto } from '@octavo/contract/identity'
export type {
  CreateIdentityProviderRequest,
  IdentityProviderDto,
  IdentityProviderTest,
  UpdateIdentityProviderRequest,
} from '@octavo/contract/identity-provider'
export type {
  AbsenceDto,
  CreateLibraryRequest,
  LibraryDto,
  UpdateLibraryRequest,
} from '@octavo/contract/library'
export type { LibraryJobConfigDto, PatchLibraryJobRequest as PatchScheduleRequest } from '@octavo/contract/library-job'
export type {
  CreateMarkRequest,
  MarkColor,
  MarkDto,
  MarkKind,
  MarkLocator,
  MarkRegion,
  MyMarkDto,
  UpdateMarkRequest,
} from '@octavo/contract/mark'
export type {
  TaskMetricsDataPointDto,
  TaskMetricsHistoryResponse,
  TaskMetricsResponse,
  TaskTypeMetricsDto,
} from '@octavo/contract/metric'
export type { MissingBookDto } from '@octavo/contract/missing-book'
export type { NamedBook, NamingPreview } from '@octavo/contract/naming'
export type { BrowserObservabilityConfigDto } from '@octavo/contract/observability'
export type { OidcProblem } from '@octavo/contract/oidc'
export type { PageDto } from '@octavo/contract/page'
export type { Paginated } from '@octavo/contract/paging'
export type { PasskeyDto } from '@octavo/contract/passkey'
export type { PasskeyAnswer, PasskeyOptions } from '@octavo/contract/passkey-credential'
export type { ResetLinkDto } from '@octavo/contract/password'
export type { PdfHandleCacheStatsDto } from '@octavo/contract/pdf-cache'
export type { ProcessDto } from '@octavo/contract/process'
export type { DevicePlaceDto, ReadProgressResponse } from '@octavo/contract/progress'
export type { ReadHistoryResponse, ReadingDto } from '@octavo/contract/read-history'
export type { ReadListDto, ReadListEntryDto } from '@octavo/contract/read-list'
export type { ReadListMatchDto } from '@octavo/contract/read-list-file'
export type { ReaderProfileDto, ReaderProfileTarget } from '@octavo/contract/reader-profile'
export type { ReadingOverviewDto, ReadingPeriodDto, ReadingStatsResponse } from '@octavo/contract/reading-stats'
export type { RecommendationCauseDto } from '@octavo/contract/recommendation'
export type { RegisterRequest } from '@octavo/contract/registration'
export type { RegroupingDto, RegroupingPreview } from '@octavo/contract/regrouping'
export type { ScanProblemDto, ScanReportDto, ScanStatusDto } from '@octavo/contract/scan'
export type {
  CreateScheduleRequest,
  ScheduleDryRunResponse,
  ScheduleDto,
  ScheduleJob,
} from '@octavo/contract/schedule'
export type {
  FoundTextDto,
  NameHitDto,
  SearchKind,
  SearchResultDto,
  TextRangeDto,
} from '@octavo/contract/search'
export type { SecondFactorDto, TotpSecretDto } from '@octavo/contract/second-factor'
export type { SeriesDto } from '@octavo/contract/series'
export type { ExportFieldDto, SeriesExportDto } from '@octavo/contract/series-export'
export type { SessionDto } from '@octavo/contract/session'
export type { SettingDto } from '@octavo/contract/setting'
export type { InitializeSetupRequest } from '@octavo/contract/setup'
export type { SharingTagDto } from '@octavo/contract/sharing-tag'
export type { StorageReportDto, StorageSampleDto, StorageUseDto } from '@octavo/contract/storage'
export type {
  TaskControlDto,
  TaskResponse,
  TaskState,
  TaskStateFilter,
  TaskStats,
  UpdateTaskControlRequest,
} from '@octavo/contract/task'
export type { UpdateDto } from '@octavo/contract/update'
export type {
  CreateUserRequest,
  UpdateUserRequest,
  UserDetailDto,
  UserDto,
  UserInfo,
  UserRole,
} from '@octavo/contract/user'
export type { WantToReadEntryDto } from '@octavo/contract/want-to-read'
export type { LibraryWatchDto } from '@octavo/contract/watch'
export type {
  WriteBackBookDto,
  WriteBackDocumentDto,
  WriteBackPreviewDto,
  WriteBackSeriesDto,
} from '@octavo/contract/write-back'
