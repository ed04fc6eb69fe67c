/** The shapes on the wire, as the contract has them. Types only: the contract's code never enters the bundle. */
export type { Permission } from '@octavo/contract/access'
export type {
  AccessGroupDetailDto,
  AccessGroupDto,
  AccessGroupSummaryDto,
  UpdateAccessGroupRequest,
} from '@octavo/contract/access-group'
export type { ApiKeyDto, CreateApiKeyRequest, CreateApiKeyResponse } from '@octavo/contract/api-key'
export type { AuditAction, AuditEntryDto, AuditOutcome } from '@octavo/contract/audit'
export type { LoginRequest, LoginResponse, SignInOptions } from '@octavo/contract/auth'
export type {
  AdjacentBooksResponse,
  BookDetailResponse,
  BookDto,
  BookListRequest,
  BookMetadataDto,
} from '@octavo/contract/book'
export type {
  BookErrorDetailsDto,
  BookErrorDto,
  BooksWithErrorsResponse,
  BookWithErrorsDto,
  ErrorGroupDto,
  RetryErrorsResponse,
} from '@octavo/contract/book-error'
export type {
  DuplicateGroup,
  ListDuplicatesResponse,
  ListSeriesDuplicatesResponse,
  SeriesDuplicateGroup,
} from '@octavo/contract/duplicate'
export type { AccessReasonDto, EffectiveAccessDto } from '@octavo/contract/effective-access'
export type { EntityChangeEvent, ResyncEvent, TaskProgressEvent } from '@octavo/contract/event'
export type { DeleteFilesRequest, FileDeletionDto, FileDeletionPreviewDto } from '@octavo/contract/file-deletion'
export type { BrowseResponse, FileSystemEntry } from '@octavo/contract/filesystem'
export type {
  CreateFilterPresetRequest,
  FilterPresetDto,
  FilterPresetListResponse,
  UpdateFilterPresetRequest,
} from '@octavo/contract/filter-preset'
export type { BookErrorType, BookFormat, ReadingDirection, TroubleReason } from '@octavo/contract/formats'
export type { FullBookResponse } from '@octavo/contract/full-book'
export type { FullSeriesResponse } from '@octavo/contract/full-series'
export type { HealthReportDto } from '@octavo/contract/health'
export type { HomeDto, HomeRowDto, HomeRowKind } from '@octavo/contract/home'
export type { IdentityDto } from '@octavo/contract/identity'
export type {
  CreateIdentityProviderRequest,
  IdentityProviderDto,
  IdentityProviderTest,
  UpdateIdentityProviderRequest,
} from '@octavo/contract/identity-provider'
export type { AppInfoDto } from '@octavo/contract/info'
export type {
  AbsenceDto,
  CreateLibraryRequest,
  DetectedSeriesDto,
  LibraryDto,
  PreviewScanResponse,
  UpdateLibraryRequest,
} from '@octavo/contract/library'
export type { LibraryJobConfigDto, PatchLibraryJobRequest as PatchScheduleRequest } from '@octavo/contract/library-job'
export type { ListValueDto } from '@octavo/contract/list-value'
export type {
  MetricsDto,
  TaskMetricsDataPointDto,
  TaskMetricsHistoryResponse,
  TaskMetricsResponse,
  TaskTypeMetricsDto,
} from '@octavo/contract/metric'
export type { MissingBookDto } from '@octavo/contract/missing-book'
export type { NamedBook, NamingPreview } from '@octavo/contract/naming'
export type { OidcLoginResponse, OidcProblem, OidcProvidersResponse } from '@octavo/contract/oidc'
export type { PageDto } from '@octavo/contract/page'
export type { Paginated } from '@octavo/contract/paging'
export type { PasskeyDto } from '@octavo/contract/passkey'
export type { PasskeyAnswer, PasskeyOptions } from '@octavo/contract/passkey-credential'
export type { ResetLinkDto } from '@octavo/contract/password'
export type { UserPreferencesResponse } from '@octavo/contract/preference'
export type { ProcessDto } from '@octavo/contract/process'
export type { MarkReadResponse, ReadProgressResponse, UpdateProgressRequest } from '@octavo/contract/progress'
export type { RegisterRequest, RegisterResponse, VerifyEmailResponse } from '@octavo/contract/registration'
export type { ScanReportDetailDto, ScanReportDto, ScanStatusDto } from '@octavo/contract/scan'
export type {
  CreateScheduleRequest,
  ScheduleDryRunResponse,
  ScheduleDto,
  ScheduleJob,
} from '@octavo/contract/schedule'
export type {
  BookHitDto,
  FoundTextDto,
  NameHitDto,
  SearchKind,
  SearchResultDto,
  SeriesHitDto,
  TextRangeDto,
} from '@octavo/contract/search'
export type { RecoveryCodesDto, SecondFactorDto, TotpSecretDto } from '@octavo/contract/second-factor'
export type { SeeAsResponse } from '@octavo/contract/see-as'
export type { SeriesDto, SeriesListRequest } from '@octavo/contract/series'
export type { EnqueueReprocessTitleResponse } from '@octavo/contract/series-title'
export type { SessionDto } from '@octavo/contract/session'
export type { BrandingSettingsDto, SettingDto, SettingHistoryDto } from '@octavo/contract/setting'
export type { InitializeSetupRequest, InitializeSetupResponse, SetupStatusResponse } from '@octavo/contract/setup'
export type { SharingTagDto, SharingTagSummaryDto } from '@octavo/contract/sharing-tag'
export type {
  CreateTaskRequest,
  QuietHours,
  TaskControlDto,
  TaskLog,
  TaskResponse,
  TaskRetention,
  TaskState,
  TaskStats,
  UpdateTaskControlRequest,
} from '@octavo/contract/task'
export type {
  CreateUserRequest,
  UpdateUserRequest,
  UserDetailDto,
  UserDto,
  UserInfo,
  UserRole,
} from '@octavo/contract/user'
export type { LibraryWatchDto } from '@octavo/contract/watch'
