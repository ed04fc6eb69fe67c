import { BOOK_ERROR_TYPES, PROBLEM_REASONS } from './formats'
import { nullable, Timestamp, Uuid } from './ids'
import { ABSENCE_REASONS, LibraryParams } from './library'
import { PageQuery, paginated } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

export const ScanStatusDto = z
  .object({
    libraryId: Uuid,
    status: z.string().meta({ description: 'pending, processing, completed, failed or cancelled' }),
    filesTotal: z.int(),
    filesProcessed: z.int(),
    seriesFound: z.int(),
    booksFound: z.int(),
    errors: z.array(z.string()),
    startedAt: Timestamp,
    completedAt: nullable(Timestamp),
  })
  .meta({ id: 'ScanStatusDto' })
export type ScanStatusDto = z.infer<typeof ScanStatusDto>

const ScanMode = z.enum(['normal', 'deep']).default('normal')

export const triggerScan = route({
  id: 'trigger_scan',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/scan',
  tag: 'Scans',
  summary: 'Scan a library now',
  access: 'libraries-write',
  params: LibraryParams,
  query: z.object({
    mode: ScanMode,
    path: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .meta({ description: "Only this folder and those inside it, by its path below the library's folder" }),
  }),
  status: 200,
  payload: json(ScanStatusDto),
  errors: [404, 409],
})

export const triggerSeriesScan = route({
  id: 'trigger_series_scan',
  method: 'post',
  path: '/api/v1/series/{series_id}/scan',
  tag: 'Scans',
  summary: 'Scan the folders of a series',
  access: 'libraries-write',
  params: z.object({ series_id: Uuid }),
  query: z.object({ mode: ScanMode }),
  status: 200,
  payload: json(ScanStatusDto),
  errors: [404],
})

/** Findings of a scan: a file is new, changed, moved, gone, returned, or was skipped. */
export const SCAN_FINDINGS = ['new', 'changed', 'moved', 'gone', 'returned', 'skipped'] as const

export const ScanFindingDto = z
  .object({
    kind: z.enum(SCAN_FINDINGS),
    /** Below its folder. */
    path: z.string(),
    /** Only if the library has several. */
    folder: z.string().optional(),
    /** Former path of a moved file. */
    from: z.string().optional(),
    fromFolder: z.string().optional(),
    /** Why a file was skipped. */
    reason: z.string().optional(),
  })
  .meta({ id: 'ScanFindingDto' })
export type ScanFindingDto = z.infer<typeof ScanFindingDto>

/**
 * Kinds of problems: of a book's file, which is shown as it is or as it was before; of a series' cover image; of a
 * folder, file, link or name that was skipped; of missing books; of what could not be saved; of the whole scan. `other`
 * has only a sentence, from an earlier version. `more` counts those beyond the first 100.
 */
export const SCAN_PROBLEMS = [
  'book',
  'book_unchanged',
  'cover_image',
  'folder_unreadable',
  'file_unreadable',
  'link',
  'not_a_file',
  'folder_name',
  'file_name',
  'missing',
  'not_stored',
  'not_saved',
  'failed',
  'other',
  'more',
] as const

export const ScanProblemDto = z
  .object({
    kind: z.enum(SCAN_PROBLEMS),
    message: z.string().meta({ description: 'The English sentence, as in `errors`' }),
    /** Only if the library has several, or if it is missing. */
    folder: z.string().optional(),
    /** Below its folder; empty for the folder itself. */
    path: z.string().optional(),
    /** What is wrong with a book or an image. */
    file: z
      .object({
        errorType: z.enum(BOOK_ERROR_TYPES),
        reason: z.enum(PROBLEM_REASONS),
        details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
      })
      .optional(),
    /** Why books are missing. */
    absence: z.enum(ABSENCE_REASONS).optional(),
    count: z.int().optional().meta({ description: 'Missing books, or further problems' }),
    said: z.string().optional().meta({ description: 'Message or code of the operating system or database' }),
  })
  .meta({ id: 'ScanProblemDto' })
export type ScanProblemDto = z.infer<typeof ScanProblemDto>

export const ScanReportDto = ScanStatusDto.extend({
  id: Uuid,
  mode: z.string(),
  /**
   * The places it was narrowed to, below the library's folder; empty is the files at its top; full paths if it has
   * several folders. An empty list is the whole library.
   */
  folders: z.array(z.string()),
  /** Books were missing there, so it scanned the whole library. */
  widened: z.boolean(),
  /** The same as `errors`, for people who read another language. */
  problems: z.array(ScanProblemDto),
  /** Number of files of each kind. */
  counts: z.record(z.enum(SCAN_FINDINGS), z.int()),
}).meta({ id: 'ScanReportDto' })
export type ScanReportDto = z.infer<typeof ScanReportDto>

export const ScanReportDetailDto = ScanReportDto.extend({
  /** The first 100 of each kind. */
  findings: z.array(ScanFindingDto),
}).meta({ id: 'ScanReportDetailDto' })
export type ScanReportDetailDto = z.infer<typeof ScanReportDetailDto>

export const listScans = route({
  id: 'list_scans',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/scans',
  tag: 'Scans',
  summary: 'Recent scans of a library, newest first',
  access: 'libraries-write',
  params: LibraryParams,
  query: PageQuery,
  status: 200,
  payload: json(paginated('ScanReportDto', ScanReportDto)),
  errors: [404],
})

export const getScan = route({
  id: 'get_scan',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/scans/{scan_id}',
  tag: 'Scans',
  summary: 'One scan, with its findings by file',
  access: 'libraries-write',
  params: LibraryParams.extend({ scan_id: Uuid }),
  status: 200,
  payload: json(ScanReportDetailDto),
  errors: [404],
})

export const ConfirmMissingRequest = z
  .object({
    path: nullable(z.string().meta({ description: 'One place with missing files; absent for all' })),
    folder: nullable(z.string().meta({ description: 'The library folder that contains the place' })),
  })
  .meta({ id: 'ConfirmMissingRequest' })

export const confirmMissing = route({
  id: 'confirm_missing',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/confirm-missing',
  tag: 'Scans',
  summary: 'Confirm that the missing books are gone, and scan',
  access: 'libraries-write',
  params: LibraryParams,
  body: ConfirmMissingRequest,
  bodyOptional: true,
  status: 200,
  payload: json(ScanStatusDto),
  errors: [404, 409],
})

export const getScanStatus = route({
  id: 'get_scan_status',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/scan-status',
  tag: 'Scans',
  summary: 'The current scan, or the last one',
  access: 'libraries-read',
  params: LibraryParams,
  status: 200,
  payload: json(ScanStatusDto),
  errors: [404],
})

export const cancelScan = route({
  id: 'cancel_scan',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/scan/cancel',
  tag: 'Scans',
  summary: 'Cancel the current scan',
  access: 'libraries-write',
  params: LibraryParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const listActiveScans = route({
  id: 'list_active_scans',
  method: 'get',
  path: '/api/v1/scans/active',
  tag: 'Scans',
  summary: 'Pending and running scans',
  access: 'libraries-read',
  status: 200,
  payload: json(z.array(ScanStatusDto)),
})
