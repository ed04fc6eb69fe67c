import { TaskProgress } from './event'
import { Int32, Int64, nullable, Timestamp, Uuid } from './ids'
import { bytes, json, nothing, route } from './route'
import { SeriesCondition } from './series'
import * as z from './zod'

export const EXPORT_FORMATS = ['json', 'csv', 'md'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
export const EXPORT_TYPES = ['series', 'books', 'both'] as const
export type ExportType = (typeof EXPORT_TYPES)[number]
export const EXPORT_STATES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

const Keys = z.array(z.string().max(100))

/** The status of an export. */
export const exportWork = {
  id: Uuid,
  status: z.string().meta({ description: EXPORT_STATES.join(', ') }),
  error: nullable(z.string()),
  progress: nullable(TaskProgress.meta({ description: 'While it is running' })),
  rowCount: nullable(Int32),
  fileSizeBytes: nullable(Int64),
  createdAt: Timestamp,
  startedAt: nullable(Timestamp),
  completedAt: nullable(Timestamp),
  expiresAt: Timestamp.meta({ description: 'Then the export and its file are deleted, whatever its status' }),
}

export const SeriesExportDto = z
  .object({
    ...exportWork,
    format: z.string().meta({ description: EXPORT_FORMATS.join(', ') }),
    exportType: z.string().meta({ description: EXPORT_TYPES.join(', ') }),
    libraryIds: z.array(Uuid),
    fields: z.array(z.string()),
    bookFields: z.array(z.string()),
    condition: nullable(SeriesCondition),
    fullTextSearch: nullable(z.string()),
  })
  .meta({ id: 'SeriesExportDto' })
export type SeriesExportDto = z.infer<typeof SeriesExportDto>

export const SeriesExportListResponse = z
  .object({ exports: z.array(SeriesExportDto).meta({ description: 'The newest first' }) })
  .meta({ id: 'SeriesExportListResponse' })
export type SeriesExportListResponse = z.infer<typeof SeriesExportListResponse>

export const CreateSeriesExportRequest = z
  .object({
    format: z
      .string()
      .max(10)
      .meta({ description: EXPORT_FORMATS.join(', ') }),
    exportType: nullable(
      z
        .string()
        .max(10)
        .meta({ description: `${EXPORT_TYPES.join(', ')}; series if absent. CSV takes only one of them` }),
    ),
    libraryIds: z.array(Uuid),
    fields: Keys.meta({ description: 'Keys of series fields; the name is always included' }),
    bookFields: nullable(Keys.meta({ description: 'Keys of book fields' })),
    condition: nullable(SeriesCondition.meta({ description: 'Only series that match it, as in lists' })),
    fullTextSearch: nullable(z.string().max(500)),
  })
  .meta({ id: 'CreateSeriesExportRequest' })
export type CreateSeriesExportRequest = z.infer<typeof CreateSeriesExportRequest>

export const ExportFieldDto = z
  .object({
    key: z.string(),
    label: z.string(),
    field: nullable(z.string().meta({ description: 'The same field in lists and forms' })),
    multiValue: z.boolean().meta({ description: 'Several values, joined by semicolons' }),
    userSpecific: z.boolean().meta({ description: 'Contains what the caller has read, rated or noted' }),
    isAnchor: z.boolean().meta({ description: 'Always included' }),
  })
  .meta({ id: 'ExportFieldDto' })
export type ExportFieldDto = z.infer<typeof ExportFieldDto>

export const ExportPresetsDto = z
  .object({ llmSelect: z.array(z.string()), llmSelectBooks: z.array(z.string()) })
  .meta({ id: 'ExportPresetsDto' })

export const ExportFieldCatalogResponse = z
  .object({ fields: z.array(ExportFieldDto), bookFields: z.array(ExportFieldDto), presets: ExportPresetsDto })
  .meta({ id: 'ExportFieldCatalogResponse' })
export type ExportFieldCatalogResponse = z.infer<typeof ExportFieldCatalogResponse>

const exported = { tag: 'Series Exports', access: 'login', scope: 'series-read', status: 200 } as const
const ExportParams = z.object({ id: Uuid })

export const listSeriesExports = route({
  ...exported,
  id: 'list_exports',
  method: 'get',
  path: '/api/v1/user/exports/series',
  summary: "The caller's series exports",
  payload: json(SeriesExportListResponse),
})

export const createSeriesExport = route({
  ...exported,
  id: 'create_export',
  scope: 'progress-write',
  method: 'post',
  path: '/api/v1/user/exports/series',
  summary: 'Write series, their books or both to a file, as a task',
  body: CreateSeriesExportRequest,
  status: 202,
  payload: json(SeriesExportDto),
  errors: [409],
})

export const getExportFields = route({
  ...exported,
  id: 'get_field_catalog',
  method: 'get',
  path: '/api/v1/user/exports/series/fields',
  summary: 'Fields that exports may have',
  payload: json(ExportFieldCatalogResponse),
})

export const getSeriesExport = route({
  ...exported,
  id: 'get_export',
  method: 'get',
  path: '/api/v1/user/exports/series/{id}',
  summary: 'One series export',
  params: ExportParams,
  payload: json(SeriesExportDto),
  errors: [404],
})

export const deleteSeriesExport = route({
  ...exported,
  id: 'delete_export',
  scope: 'progress-write',
  method: 'delete',
  path: '/api/v1/user/exports/series/{id}',
  summary: 'Delete a series export and its file; one that is running is cancelled',
  params: ExportParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const downloadSeriesExport = route({
  ...exported,
  id: 'download_export',
  method: 'get',
  path: '/api/v1/user/exports/series/{id}/download',
  summary: 'The file of a series export, in full or a range',
  params: ExportParams,
  payload: bytes('text/csv', 'text/markdown', 'application/json'),
  also: [206, 304],
  errors: [404, 409, 416],
})
