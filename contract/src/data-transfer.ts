import { TaskProgress } from './event'
import { Int64, nullable, Timestamp, Uuid } from './ids'
import { bytes, json, nothing, route } from './route'
import { exportWork } from './series-export'
import * as z from './zod'

export const DataExportDto = z.object(exportWork).meta({ id: 'DataExportDto' })
export type DataExportDto = z.infer<typeof DataExportDto>
export const DataExportListResponse = z
  .object({ exports: z.array(DataExportDto).meta({ description: 'The newest first' }) })
  .meta({ id: 'DataExportListResponse' })
export type DataExportListResponse = z.infer<typeof DataExportListResponse>

export const IMPORT_STATES = ['checking', 'checked', 'applying', 'completed', 'failed', 'cancelled'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const MATCHED_BY = ['fileHash', 'readerSyncHash', 'path', 'externalId', 'titleAndNumber'] as const
export type MatchedBy = (typeof MATCHED_BY)[number]

const count = Int64
export const DataImportPartDto = z
  .object({
    name: z.string(),
    rows: count,
    taken: count,
    known: count.meta({ description: 'Already here' }),
    newer: count.meta({ description: 'A newer version is here, and stays' }),
    missing: count.meta({ description: 'Of books and series that do not exist here, or that the caller cannot see' }),
    invalid: count.meta({ description: 'Rows that are not valid' }),
    refused: count.meta({ description: 'Over a limit, or not allowed' }),
  })
  .meta({ id: 'DataImportPartDto' })
export type DataImportPartDto = z.infer<typeof DataImportPartDto>

export const DataImportReportDto = z
  .object({
    exportedAt: nullable(Timestamp),
    books: z.object({
      total: count,
      matched: z.record(z.enum(MATCHED_BY), count).meta({ description: 'How they were matched' }),
      missing: count,
    }),
    series: z.object({ total: count, matched: count, missing: count }),
    missingTitles: z
      .array(z.object({ series: z.string(), title: nullable(z.string()) }))
      .meta({ description: 'The first books and series that were not found' }),
    parts: z.array(DataImportPartDto),
    unknownFiles: z.array(z.string()).meta({ description: 'The first files that this version does not know' }),
  })
  .meta({ id: 'DataImportReportDto' })
export type DataImportReportDto = z.infer<typeof DataImportReportDto>

export const DataImportDto = z
  .object({
    id: Uuid,
    status: z
      .enum(IMPORT_STATES)
      .meta({ description: '`checked`: nothing is written yet, and the report is a preview' }),
    error: nullable(z.string()),
    progress: nullable(TaskProgress),
    fileSizeBytes: Int64,
    report: nullable(DataImportReportDto),
    createdAt: Timestamp,
    endedAt: nullable(Timestamp),
    expiresAt: Timestamp,
  })
  .meta({ id: 'DataImportDto' })
export type DataImportDto = z.infer<typeof DataImportDto>
export const DataImportListResponse = z
  .object({ imports: z.array(DataImportDto).meta({ description: 'The newest first' }) })
  .meta({ id: 'DataImportListResponse' })
export type DataImportListResponse = z.infer<typeof DataImportListResponse>

const exported = { tag: 'Own Data', access: 'login', scope: 'progress-read', status: 200 } as const
const imported = { tag: 'Own Data', access: 'login', scope: 'progress-write', status: 200 } as const
const ExportParams = z.object({ data_export_id: Uuid })
const ImportParams = z.object({ data_import_id: Uuid })

export const listDataExports = route({
  ...exported,
  id: 'list_data_exports',
  method: 'get',
  path: '/api/v1/user/data/exports',
  summary: "The caller's exports of all their own data",
  payload: json(DataExportListResponse),
})

export const createDataExport = route({
  ...exported,
  id: 'create_data_export',
  scope: 'progress-write',
  method: 'post',
  path: '/api/v1/user/data/exports',
  summary: 'Export all of the caller’s data to one archive, as a task',
  status: 202,
  payload: json(DataExportDto),
  errors: [409],
})

export const getDataExport = route({
  ...exported,
  id: 'get_data_export',
  method: 'get',
  path: '/api/v1/user/data/exports/{data_export_id}',
  summary: 'One export of the caller’s data',
  params: ExportParams,
  payload: json(DataExportDto),
  errors: [404],
})

export const deleteDataExport = route({
  ...exported,
  id: 'delete_data_export',
  scope: 'progress-write',
  method: 'delete',
  path: '/api/v1/user/data/exports/{data_export_id}',
  summary: 'Delete an export of the caller’s data and its file; a running one is cancelled',
  params: ExportParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const downloadDataExport = route({
  ...exported,
  id: 'download_data_export',
  method: 'get',
  path: '/api/v1/user/data/exports/{data_export_id}/download',
  summary: 'The archive of an export of the caller’s data, whole or a range',
  params: ExportParams,
  payload: bytes('application/zip'),
  also: [206, 304],
  errors: [404, 409, 416],
})

export const listDataImports = route({
  ...imported,
  id: 'list_data_imports',
  method: 'get',
  path: '/api/v1/user/data/imports',
  summary: "The caller's imports",
  payload: json(DataImportListResponse),
})

export const createDataImport = route({
  ...imported,
  id: 'create_data_import',
  method: 'post',
  path: '/api/v1/user/data/imports',
  summary: 'Upload an archive of the caller’s data; a task previews the import, and nothing is written yet',
  upload: z.object({ file: z.string().meta({ format: 'binary', description: 'At most 32 MB' }) }),
  status: 202,
  payload: json(DataImportDto),
  errors: [409, 413, 415, 422],
})

export const getDataImport = route({
  ...imported,
  id: 'get_data_import',
  method: 'get',
  path: '/api/v1/user/data/imports/{data_import_id}',
  summary: 'One import with its report',
  params: ImportParams,
  payload: json(DataImportDto),
  errors: [404],
})

export const applyDataImport = route({
  ...imported,
  id: 'apply_data_import',
  method: 'post',
  path: '/api/v1/user/data/imports/{data_import_id}/apply',
  summary: 'Import what the report lists; repeating it imports nothing twice',
  params: ImportParams,
  status: 202,
  payload: json(DataImportDto),
  errors: [404, 409],
})

export const deleteDataImport = route({
  ...imported,
  id: 'delete_data_import',
  method: 'delete',
  path: '/api/v1/user/data/imports/{data_import_id}',
  summary: 'Delete an import and its archive; imported data stays',
  params: ImportParams,
  status: 204,
  payload: nothing,
  errors: [404],
})
