import { Int32, Int64, nullable, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

export const TriggerCleanupResponse = z
  .object({ taskId: Uuid, message: z.string() })
  .meta({ id: 'TriggerCleanupResponse' })

export const CleanupResultDto = z
  .object({
    thumbnailsDeleted: Int32,
    coversDeleted: Int32,
    bytesFreed: Int64,
    failures: Int32,
    errors: z.array(z.string()).optional(),
  })
  .meta({ id: 'CleanupResultDto' })
export type CleanupResultDto = z.infer<typeof CleanupResultDto>

export const OrphanedFileDto = z
  .object({ path: z.string(), sizeBytes: Int64, fileType: z.string(), entityId: nullable(Uuid) })
  .meta({ id: 'OrphanedFileDto' })

export const OrphanStatsDto = z
  .object({
    orphanedThumbnails: Int32,
    orphanedCovers: Int32,
    totalSizeBytes: Int64,
    files: nullable(z.array(OrphanedFileDto)),
  })
  .meta({ id: 'OrphanStatsDto' })
export type OrphanStatsDto = z.infer<typeof OrphanStatsDto>

export const TriggerPdfCacheCleanupResponse = z
  .object({ taskId: Uuid, message: z.string(), maxAgeDays: Int32 })
  .meta({ id: 'TriggerPdfCacheCleanupResponse' })

export const PdfCacheCleanupResultDto = z
  .object({ filesDeleted: Int64, bytesReclaimed: Int64, bytesReclaimedHuman: z.string() })
  .meta({ id: 'PdfCacheCleanupResultDto' })

const tag = 'Admin'

export const triggerCleanup = route({
  id: 'trigger_cleanup',
  method: 'post',
  path: '/api/v1/admin/cleanup-orphans',
  tag,
  summary: 'Remove leftover files, as a task',
  access: 'system-admin',
  status: 200,
  payload: json(TriggerCleanupResponse),
})

export const deleteOrphans = route({
  id: 'delete_orphans',
  method: 'delete',
  path: '/api/v1/admin/cleanup-orphans',
  tag,
  summary: 'Remove leftover files immediately',
  access: 'system-admin',
  status: 200,
  payload: json(CleanupResultDto),
})

export const getOrphanStats = route({
  id: 'get_orphan_stats',
  method: 'get',
  path: '/api/v1/admin/cleanup-orphans/stats',
  tag,
  summary: 'Leftover files',
  access: 'system-admin',
  query: z.object({ includeFiles: z.stringbool().default(false) }),
  status: 200,
  payload: json(OrphanStatsDto),
})

export const triggerPdfCacheCleanup = route({
  id: 'trigger_pdf_cache_cleanup',
  method: 'post',
  path: '/api/v1/admin/pdf-cache/pages/cleanup',
  tag,
  summary: 'Remove rendered pages that have not been viewed for long',
  access: 'system-admin',
  status: 200,
  payload: json(TriggerPdfCacheCleanupResponse),
})

export const clearPdfCache = route({
  id: 'clear_pdf_cache',
  method: 'delete',
  path: '/api/v1/admin/pdf-cache/pages',
  tag,
  summary: 'Remove all rendered pages; they are rendered again on request',
  access: 'system-admin',
  status: 200,
  payload: json(PdfCacheCleanupResultDto),
})
