import { KOMGA_INTERVALS, KomgaError, KomgaLibraryDto, KomgaUserDto, komgaPage } from './komga'
import { KOMGA_BOOK_PAGE } from './komga-catalogue'
import {
  KomgaBookParams,
  KomgaFlag,
  KomgaLibraryParams,
  KomgaPageQuery,
  KomgaParams,
  KomgaSeriesParams,
  KomgaText,
} from './komga-query'
import { json, nothing, route } from './route'
import * as z from './zod'

const AT = '/{prefix}/api/v1'
const all = { tag: 'Komga', errorBody: KomgaError, repeats: true, params: KomgaParams } as const
const read = { ...all, method: 'get', status: 200 } as const
/** Work that begins after the answer. */
const work = { ...all, method: 'post', status: 202, payload: nothing, errors: [404] } as const
const ofLibrary = { ...work, params: KomgaLibraryParams, access: 'libraries-write' } as const
const ofSeries = { ...work, params: KomgaSeriesParams } as const
const ofBook = { ...work, params: KomgaBookParams } as const

const Name = z.string().trim().min(1).max(200)
const Root = z.string().min(1).max(4096)
const Flag = z.boolean().nullish()

/** Settings that Octavo has too; others are ignored. Absent and null keep a value. */
const settings = {
  scanInterval: z.enum(KOMGA_INTERVALS).nullish(),
  scanOnStartup: Flag,
  emptyTrashAfterScan: Flag,
  scanCbx: Flag,
  scanPdf: Flag,
  scanEpub: Flag,
  /** As long as the patterns of our own API, since apps send back what they were shown. */
  scanDirectoryExclusions: z
    .array(z.string().max(10_000))
    .max(5_000)
    .refine(patterns => patterns.join('\n').length <= 10_000, 'at most 10,000 characters in all')
    .nullish(),
}
export const KomgaLibraryCreationDto = z
  .object({ name: Name, root: Root, ...settings })
  .meta({ id: 'KomgaLibraryCreationDto' })
export const KomgaLibraryUpdateDto = z
  .object({ name: Name.nullish(), root: Root.nullish(), ...settings })
  .meta({ id: 'KomgaLibraryUpdateDto' })
export type KomgaLibraryUpdate = z.infer<typeof KomgaLibraryUpdateDto>

export const komgaCreateLibrary = route({
  ...all,
  id: 'komga_create_library',
  method: 'post',
  path: `${AT}/libraries`,
  summary: 'Create a library from a folder, and scan it',
  access: 'libraries-write',
  wholeSight: true,
  body: KomgaLibraryCreationDto,
  status: 200,
  payload: json(KomgaLibraryDto),
  errors: [409],
})

export const komgaUpdateLibrary = route({
  ...ofLibrary,
  id: 'komga_update_library',
  method: 'patch',
  path: `${AT}/libraries/{library_id}`,
  summary: 'Change a library; settings unknown to Octavo are ignored',
  body: KomgaLibraryUpdateDto,
  status: 204,
  errors: [404, 409],
})

export const komgaDeleteLibrary = route({
  ...ofLibrary,
  id: 'komga_delete_library',
  method: 'delete',
  path: `${AT}/libraries/{library_id}`,
  summary: 'Delete a library; its files stay on the disk',
  access: 'libraries-delete',
  status: 204,
})

export const komgaScanLibrary = route({
  ...ofLibrary,
  id: 'komga_scan_library',
  path: `${AT}/libraries/{library_id}/scan`,
  summary: 'Scan a library now',
  query: z.object({ deep: KomgaFlag }),
})

export const komgaAnalyzeLibrary = route({
  ...ofLibrary,
  id: 'komga_analyze_library',
  path: `${AT}/libraries/{library_id}/analyze`,
  summary: 'Read all files of a library again',
})

export const komgaRefreshLibrary = route({
  ...ofLibrary,
  id: 'komga_refresh_library_metadata',
  path: `${AT}/libraries/{library_id}/metadata/refresh`,
  summary: 'Read all files of a library again, with their metadata',
})

export const komgaEmptyTrash = route({
  ...ofLibrary,
  id: 'komga_empty_trash',
  path: `${AT}/libraries/{library_id}/empty-trash`,
  summary: "Purge the missing books of a library, with everyone's progress",
})

export const komgaAnalyzeSeries = route({
  ...ofSeries,
  id: 'komga_analyze_series',
  path: `${AT}/series/{series_id}/analyze`,
  summary: 'Read all files of a series again',
  access: 'series-write',
})

export const komgaRefreshSeries = route({
  ...ofSeries,
  id: 'komga_refresh_series_metadata',
  path: `${AT}/series/{series_id}/metadata/refresh`,
  summary: 'Read all files of a series again, with their metadata',
  access: 'series-write',
})

export const komgaDeleteSeriesFiles = route({
  ...ofSeries,
  id: 'komga_delete_series_files',
  method: 'delete',
  path: `${AT}/series/{series_id}/file`,
  summary: 'Delete the files of a series from the disk, if this server deletes files',
  access: 'series-delete',
  errors: [404, 409],
})

export const komgaAnalyzeBook = route({
  ...ofBook,
  id: 'komga_analyze_book',
  path: `${AT}/books/{book_id}/analyze`,
  summary: 'Read the file of a book again',
  access: 'books-write',
})

export const komgaRefreshBook = route({
  ...ofBook,
  id: 'komga_refresh_book_metadata',
  path: `${AT}/books/{book_id}/metadata/refresh`,
  summary: 'Read the file of a book again, with its metadata',
  access: 'books-write',
})

export const komgaDeleteBookFile = route({
  ...ofBook,
  id: 'komga_delete_book_file',
  method: 'delete',
  path: `${AT}/books/{book_id}/file`,
  summary: 'Delete the file of a book from the disk, if this server deletes files',
  access: 'books-delete',
  errors: [404, 409],
})

export const komgaMakeBookThumbnails = route({
  ...work,
  id: 'komga_make_book_thumbnails',
  method: 'put',
  path: `${AT}/books/thumbnails`,
  summary: 'Recreate the covers of all books',
  access: 'tasks-write',
  errors: [],
})

export const komgaListDuplicates = route({
  ...read,
  id: 'komga_list_duplicates',
  path: `${AT}/books/duplicates`,
  summary: 'Books with the same content, next to each other',
  access: 'books-read',
  query: KomgaPageQuery,
  payload: KOMGA_BOOK_PAGE,
})

export const komgaDeleteTasks = route({
  ...all,
  id: 'komga_delete_tasks',
  method: 'delete',
  path: `${AT}/tasks`,
  summary: 'Cancel all pending tasks; returns their number',
  access: 'system-admin',
  status: 200,
  payload: json(z.int()),
})

const Metric = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    baseUnit: z.string().nullable(),
    measurements: z.array(z.object({ statistic: z.string(), value: z.number() })),
    availableTags: z.array(z.object({ tag: z.string(), values: z.array(z.string()) })),
  })
  .meta({ id: 'KomgaMetricDto' })
export type KomgaMetric = z.infer<typeof Metric>

export const komgaGetMetric = route({
  ...read,
  id: 'komga_get_metric',
  path: '/{prefix}/actuator/metrics/{metric}',
  summary: 'Numbers of series, books, collections and reading lists; zero for tasks',
  access: 'system-admin',
  params: z.object({ prefix: KomgaParams.shape.prefix, metric: z.string().max(100) }),
  query: z.object({ tag: KomgaText }),
  payload: json(Metric),
  errors: [404],
})

const listed = { ...read, access: 'system-admin', query: KomgaPageQuery } as const

export const komgaListPageHashes = route({
  ...listed,
  id: 'komga_list_page_hashes',
  path: `${AT}/page-hashes`,
  summary: 'Known duplicate pages: none',
  payload: json(komgaPage('KomgaPageHashKnownDto', z.unknown())),
})

export const komgaListUnknownPageHashes = route({
  ...listed,
  id: 'komga_list_unknown_page_hashes',
  path: `${AT}/page-hashes/unknown`,
  summary: 'New duplicate pages: none',
  payload: json(komgaPage('KomgaPageHashUnknownDto', z.unknown())),
})

export const komgaGetHistory = route({
  ...listed,
  id: 'komga_get_history',
  path: `${AT}/history`,
  summary: "History of files: empty; see Octavo's audit log",
  payload: json(komgaPage('KomgaHistoricalEventDto', z.unknown())),
})

const source = <T extends z.ZodType>(value: T) =>
  z.object({
    configurationSource: value.nullable(),
    databaseSource: value.nullable(),
    effectiveValue: value.nullable(),
  })

export const komgaGetSettings = route({
  ...read,
  id: 'komga_get_settings',
  path: `${AT}/settings`,
  summary: 'Server settings that Komga has too, read-only',
  access: 'system-admin',
  payload: json(
    z
      .object({
        deleteEmptyCollections: z.boolean(),
        deleteEmptyReadLists: z.boolean(),
        rememberMeDurationDays: z.int(),
        thumbnailSize: z.enum(['DEFAULT', 'MEDIUM', 'LARGE', 'XLARGE']),
        taskPoolSize: z.int(),
        serverPort: source(z.int()),
        serverContextPath: source(z.string()),
        koboProxy: z.boolean(),
        koboPort: z.int().nullable(),
      })
      .meta({ id: 'KomgaSettingsDto' }),
  ),
})

const PathDto = z.object({ type: z.enum(['directory', 'file']), name: z.string(), path: z.string() })

export const komgaBrowseFilesystem = route({
  ...all,
  id: 'komga_browse_filesystem',
  method: 'post',
  path: `${AT}/filesystem`,
  summary: "Folders on the server's disk, to choose a library from",
  access: 'libraries-write',
  wholeSight: true,
  reads: true,
  body: z.object({ path: z.string().max(4096).nullish(), showFiles: Flag }).meta({ id: 'KomgaDirectoryRequestDto' }),
  bodyOptional: true,
  status: 200,
  payload: json(
    z
      .object({ parent: z.string().nullable(), directories: z.array(PathDto), files: z.array(PathDto) })
      .meta({ id: 'KomgaDirectoryListingDto' }),
  ),
})

export const komgaListUsers = route({
  ...read,
  id: 'komga_list_users',
  path: `${AT}/users`,
  summary: 'Users, at most 500, read-only',
  access: 'users-read',
  payload: json(z.array(KomgaUserDto)),
})

export const komgaGetActivity = route({
  ...listed,
  id: 'komga_get_activity',
  path: `${AT}/users/authentication-activity`,
  summary: "Sign-ins of all users: empty; see Octavo's audit log",
  payload: json(komgaPage('KomgaAuthenticationActivityDto', z.unknown())),
})
