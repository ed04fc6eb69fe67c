/** The shapes on the wire, as the contract has them. Types only: the contract's code never enters the bundle. */
export type { ApiKeyDto, CreateApiKeyRequest, CreateApiKeyResponse } from '@octavo/contract/api-key'
export type { LoginRequest, LoginResponse } from '@octavo/contract/auth'
export type {
  AdjacentBooksResponse,
  BookDetailResponse,
  BookDto,
  BookListRequest,
  BookMetadataDto,
} from '@octavo/contract/book'
export type { BrowseResponse, FileSystemEntry } from '@octavo/contract/filesystem'
export type { BookFormat, ReadingDirection } from '@octavo/contract/formats'
export type { AppInfoDto } from '@octavo/contract/info'
export type {
  CreateLibraryRequest,
  DetectedSeriesDto,
  LibraryDto,
  PreviewScanResponse,
  UpdateLibraryRequest,
} from '@octavo/contract/library'
export type { PageDto } from '@octavo/contract/page'
export type { Paginated } from '@octavo/contract/paging'
export type { MarkReadResponse, ReadProgressResponse, UpdateProgressRequest } from '@octavo/contract/progress'
export type { ScanStatusDto } from '@octavo/contract/scan'
export type { SeriesDto, SeriesListRequest } from '@octavo/contract/series'
export type { InitializeSetupRequest, InitializeSetupResponse, SetupStatusResponse } from '@octavo/contract/setup'
export type { UserInfo } from '@octavo/contract/user'
