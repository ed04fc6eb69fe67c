import { READING_DIRECTIONS, WRITE_BACK_MODES } from './formats'
import { Int64, nullable, Timestamp, Uuid } from './ids'
import { MetadataSourcesDto } from './metadata-sources'
import { BookStrategy, NumberStrategy, SeriesStrategy } from './naming'
import { PageQuery, paginated } from './paging'
import { json, nothing, route, text } from './route'
import * as z from './zod'

export const ScanningConfigDto = z
  .object({
    enabled: z.boolean(),
    scanMode: z.string(),
    scanOnStart: z.boolean().optional(),
    cronSchedule: nullable(z.string()),
    cronTimezone: nullable(z.string()),
    purgeDeletedOnScan: z.boolean().optional(),
    /** Whether its folders are watched for changes; true by default. */
    watch: z.boolean().optional(),
    /** Missing books are purged after this number of days; null never purges. */
    purgeMissingAfterDays: nullable(z.int().min(1).max(3650)),
    /** Whether a folder with at least two images, and no book files, is a book; true by default. */
    imageFolders: z.boolean().optional(),
    /**
     * Where metadata is written on request: into the files of books, or into an OPF file next to each; off by default.
     */
    writeBack: z.enum(WRITE_BACK_MODES).optional(),
  })
  .meta({ id: 'ScanningConfigDto' })
export type ScanningConfigDto = z.infer<typeof ScanningConfigDto>

/** CBZ, CBR, EPUB and PDF, ignoring case; any other is 400. An empty list, like null, means all. */
const AllowedFormats = z.array(z.string().max(20)).max(20)
const ReadingDirection = z.enum(READING_DIRECTIONS)
const Name = z.string().trim().min(1).max(200)
const Path = z.string().min(1).max(4096)
/** All folders of a library, each on the server's disk. */
const Paths = z.array(Path).min(1).max(100)

export const ABSENCE_REASONS = ['unreadable', 'empty', 'unmounted', 'many_gone'] as const

/** A place whose books are missing without proof of deletion: they stay listed. */
export const AbsenceDto = z
  .object({
    /** The library folder that contains the place. */
    folder: z.string(),
    /** Below that folder; empty for the whole folder. */
    path: z.string(),
    reason: z.enum(ABSENCE_REASONS),
    message: z.string(),
    since: Timestamp,
    books: z.int(),
    /** Whether a person may confirm that the books are gone; not while the place is unreadable. */
    mayConfirm: z.boolean(),
  })
  .meta({ id: 'AbsenceDto' })
export type AbsenceDto = z.infer<typeof AbsenceDto>

export const LibraryDto = z
  .object({
    id: Uuid,
    name: z.string(),
    description: nullable(z.string()),
    /** The first of its folders; empty for people who don't manage libraries, as are `paths` and `absences`. */
    path: z.string(),
    /** All of its folders. */
    paths: z.array(z.string()),
    isActive: z.boolean(),
    absences: z.array(AbsenceDto),
    seriesStrategy: SeriesStrategy,
    seriesConfig: z.unknown().optional(),
    bookStrategy: BookStrategy,
    bookConfig: z.unknown().optional(),
    numberStrategy: NumberStrategy,
    numberConfig: z.unknown().optional(),
    titlePreprocessingRules: z.unknown().optional(),
    autoMatchConditions: z.unknown().optional(),
    scanningConfig: ScanningConfigDto.optional(),
    defaultReadingDirection: z.string(),
    allowedFormats: nullable(z.array(z.string())),
    excludedPatterns: nullable(z.string()),
    metadataSources: MetadataSourcesDto.optional(),
    bookCount: nullable(Int64),
    seriesCount: nullable(Int64),
    coverVersion: nullable(z.string().meta({ description: 'Changes with the cover; absent for the drawn one' })),
    lastScannedAt: nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'LibraryDto' })
export type LibraryDto = z.infer<typeof LibraryDto>

const FOLDERS_MISSING = 'Give path, or paths for several folders'
const hasFolder = (request: { readonly path?: string | undefined; readonly paths?: readonly string[] | undefined }) =>
  request.path !== undefined || request.paths !== undefined

export const CreateLibraryRequest = z
  .object({
    name: Name,
    /** For one folder; with `paths`, it is the first of them. */
    path: Path.optional(),
    paths: Paths.optional(),
    description: nullable(z.string().max(5000)),
    seriesStrategy: SeriesStrategy.optional(),
    seriesConfig: z.unknown().optional(),
    bookStrategy: BookStrategy.optional(),
    bookConfig: z.unknown().optional(),
    numberStrategy: NumberStrategy.optional(),
    numberConfig: z.unknown().optional(),
    titlePreprocessingRules: z.unknown().optional(),
    autoMatchConditions: z.unknown().optional(),
    scanningConfig: ScanningConfigDto.optional(),
    defaultReadingDirection: nullable(ReadingDirection),
    allowedFormats: nullable(AllowedFormats),
    excludedPatterns: nullable(z.string().max(10_000)),
    metadataSources: nullable(MetadataSourcesDto),
    scanImmediately: z.boolean().optional(),
  })
  .refine(hasFolder, { path: ['path'], error: FOLDERS_MISSING })
  .meta({ id: 'CreateLibraryRequest' })
export type CreateLibraryRequest = z.infer<typeof CreateLibraryRequest>

/** Absent keeps a value, null clears it. */
export const UpdateLibraryRequest = z
  .object({
    name: nullable(Name),
    /** New path of the first folder. */
    path: nullable(Path),
    /** The new list of folders: new ones are scanned, books of omitted ones are hidden. */
    paths: nullable(Paths),
    description: nullable(z.string().max(5000)),
    isActive: nullable(z.boolean()),
    seriesStrategy: SeriesStrategy.optional(),
    seriesConfig: z.unknown().optional(),
    bookStrategy: BookStrategy.optional(),
    bookConfig: z.unknown().optional(),
    numberStrategy: NumberStrategy.optional(),
    numberConfig: z.unknown().optional(),
    titlePreprocessingRules: z.unknown().optional(),
    autoMatchConditions: z.unknown().optional(),
    scanningConfig: ScanningConfigDto.optional(),
    defaultReadingDirection: nullable(ReadingDirection),
    allowedFormats: nullable(AllowedFormats),
    excludedPatterns: nullable(z.string().max(10_000)),
    /** Applies to books read from now on: a deep scan reads all again. */
    metadataSources: nullable(MetadataSourcesDto),
  })
  .meta({ id: 'UpdateLibraryRequest' })
export type UpdateLibraryRequest = z.infer<typeof UpdateLibraryRequest>

export const PreviewScanRequest = z
  .object({
    path: Path.optional(),
    paths: Paths.optional(),
    seriesStrategy: SeriesStrategy.optional(),
    seriesConfig: z.unknown().optional(),
    bookStrategy: BookStrategy.optional(),
    bookConfig: z.unknown().optional(),
    numberStrategy: NumberStrategy.optional(),
    numberConfig: z.unknown().optional(),
    titlePreprocessingRules: z.unknown().optional(),
    allowedFormats: nullable(AllowedFormats),
    excludedPatterns: nullable(z.string().max(10_000)),
    /** As in a library's scan settings. */
    imageFolders: z.boolean().optional(),
    metadataSources: nullable(MetadataSourcesDto),
  })
  .refine(hasFolder, { path: ['path'], error: FOLDERS_MISSING })
  .meta({ id: 'PreviewScanRequest' })

export const DetectedSeriesMetadataDto = z
  .object({ author: nullable(z.string()), publisher: nullable(z.string()) })
  .meta({ id: 'DetectedSeriesMetadataDto' })

export const DetectedSeriesDto = z
  .object({
    name: z.string(),
    path: nullable(z.string()),
    bookCount: z.int(),
    /** File names of its first books. */
    sampleBooks: z.array(z.string()),
    metadata: DetectedSeriesMetadataDto.optional(),
  })
  .meta({ id: 'DetectedSeriesDto' })
export type DetectedSeriesDto = z.infer<typeof DetectedSeriesDto>

/** A preview of a file's name. */
export const PreviewedFileDto = z
  .object({
    /** The requested folder that contains it. */
    folder: z.string(),
    path: z.string(),
    series: z.string(),
    title: z.string(),
    volume: nullable(z.number()),
    chapter: nullable(z.number()),
    number: nullable(z.number()),
    /** False beyond the limits of a preview: such a file is named by its path alone. */
    metadataRead: z.boolean(),
  })
  .meta({ id: 'PreviewedFileDto' })

export const SkippedFilesDto = z
  .object({
    reason: z.enum(['not_a_book', 'format_not_allowed', 'excluded', 'not_a_file', 'not_a_name']),
    count: z.int(),
    samples: z.array(z.string()),
  })
  .meta({ id: 'SkippedFilesDto' })

export const PreviewScanResponse = z
  .object({
    detectedSeries: z.array(DetectedSeriesDto),
    totalFiles: z.int(),
    /** The first of each series, at most 500. */
    files: z.array(PreviewedFileDto),
    skipped: z.array(SkippedFilesDto),
  })
  .meta({ id: 'PreviewScanResponse' })
export type PreviewScanResponse = z.infer<typeof PreviewScanResponse>

export const LibraryParams = z.object({ library_id: Uuid })

export const listLibraries = route({
  id: 'list_libraries',
  method: 'get',
  path: '/api/v1/libraries',
  tag: 'Libraries',
  summary: 'Libraries by name',
  access: 'libraries-read',
  query: PageQuery,
  status: 200,
  payload: json(paginated('LibraryDto', LibraryDto)),
})

export const createLibrary = route({
  id: 'create_library',
  method: 'post',
  path: '/api/v1/libraries',
  tag: 'Libraries',
  summary: 'Create a library from folders',
  access: 'libraries-write',
  wholeSight: true,
  body: CreateLibraryRequest,
  status: 201,
  payload: json(LibraryDto),
  errors: [409],
})

export const previewScan = route({
  id: 'preview_scan',
  method: 'post',
  path: '/api/v1/libraries/preview-scan',
  tag: 'Libraries',
  summary: 'Preview folders as a library',
  access: 'libraries-write',
  wholeSight: true,
  body: PreviewScanRequest,
  status: 200,
  payload: json(PreviewScanResponse),
})

export const getLibrary = route({
  id: 'get_library',
  method: 'get',
  path: '/api/v1/libraries/{library_id}',
  tag: 'Libraries',
  summary: 'One library',
  access: 'libraries-read',
  params: LibraryParams,
  status: 200,
  payload: json(LibraryDto),
  errors: [404],
})

export const updateLibrary = route({
  id: 'update_library',
  method: 'patch',
  path: '/api/v1/libraries/{library_id}',
  tag: 'Libraries',
  summary: 'Change a library',
  access: 'libraries-write',
  params: LibraryParams,
  body: UpdateLibraryRequest,
  status: 200,
  payload: json(LibraryDto),
  errors: [404, 409],
})

export const deleteLibrary = route({
  id: 'delete_library',
  method: 'delete',
  path: '/api/v1/libraries/{library_id}',
  tag: 'Libraries',
  summary: 'Delete a library; its files stay on the disk',
  access: 'libraries-delete',
  params: LibraryParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const purgeDeletedBooks = route({
  id: 'purge_deleted_books',
  method: 'delete',
  path: '/api/v1/libraries/{library_id}/purge-deleted',
  tag: 'Libraries',
  summary: "Purge the missing books of a library, with everyone's progress",
  access: 'libraries-write',
  params: LibraryParams,
  status: 200,
  payload: text(Int64.meta({ description: 'Books deleted' })),
  errors: [404],
})
