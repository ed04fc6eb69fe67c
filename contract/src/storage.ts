import { Int64, nullable, Timestamp, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

/** What Octavo stores, each measured by itself. */
export const STORAGE_PARTS = [
  'database',
  'thumbnails',
  'covers',
  'pages',
  'drafts',
  'exports',
  'backups',
  'logs',
] as const
export const StoragePart = z.enum(STORAGE_PARTS)
export type StoragePart = z.infer<typeof StoragePart>

export const StorageUseDto = z
  .object({
    part: StoragePart,
    bytes: Int64,
    files: Int64.meta({ description: 'Number of files; 0 for a database on a server' }),
    limitBytes: nullable(Int64).meta({ description: 'Its size limit, if it has one' }),
  })
  .meta({ id: 'StorageUseDto' })
export type StorageUseDto = z.infer<typeof StorageUseDto>

export const StorageSampleDto = z
  .object({ at: Timestamp, bytes: z.partialRecord(StoragePart, Int64) })
  .meta({ id: 'StorageSampleDto' })
export type StorageSampleDto = z.infer<typeof StorageSampleDto>

export const StorageReportDto = z
  .object({
    measuredAt: nullable(Timestamp),
    parts: z.array(StorageUseDto),
    disk: nullable(z.object({ freeBytes: Int64, totalBytes: Int64 })).meta({
      description: 'Of the disk with the data folder of the server that responds',
    }),
    growth: z.array(StorageSampleDto).meta({ description: 'One sample a day, the oldest first' }),
  })
  .meta({ id: 'StorageReportDto' })
export type StorageReportDto = z.infer<typeof StorageReportDto>

export const MeasureStorageResponse = z
  .object({ taskId: Uuid, message: z.string() })
  .meta({ id: 'MeasureStorageResponse' })

const tag = 'Admin'

export const getStorage = route({
  id: 'get_storage',
  method: 'get',
  path: '/api/v1/admin/storage',
  tag,
  summary: 'Disk usage by part, and its growth',
  access: 'system-admin',
  wholeSight: true,
  status: 200,
  payload: json(StorageReportDto),
})

export const measureStorage = route({
  id: 'measure_storage',
  method: 'post',
  path: '/api/v1/admin/storage/measure',
  tag,
  summary: 'Measure again, as a task',
  access: 'system-admin',
  wholeSight: true,
  status: 200,
  payload: json(MeasureStorageResponse),
})
