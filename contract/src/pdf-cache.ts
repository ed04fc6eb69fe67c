import { Int32, Int64, nullable, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

export const PdfPageCacheStatsDto = z
  .object({
    totalFiles: Int64,
    totalSizeBytes: Int64,
    totalSizeHuman: z.string(),
    bookCount: Int64,
    oldestFileAgeDays: nullable(Int32),
    cacheDir: z.string(),
    cacheEnabled: z.boolean(),
  })
  .meta({ id: 'PdfPageCacheStatsDto' })

export const PdfHandleCacheEntryDto = z
  .object({ bookId: Uuid, path: z.string(), ageSeconds: Int64, idleSeconds: Int64, renderCount: Int64 })
  .meta({ id: 'PdfHandleCacheEntryDto' })

export const PdfHandleCacheStatsDto = z
  .object({
    enabled: z.boolean(),
    capacity: Int64,
    idleTtlSeconds: Int64,
    currentSize: Int64,
    hits: Int64,
    misses: Int64,
    opens: Int64,
    evictions: Int64,
    idleEvictions: Int64,
    entries: z.array(PdfHandleCacheEntryDto),
  })
  .meta({ id: 'PdfHandleCacheStatsDto' })
export type PdfHandleCacheStatsDto = z.infer<typeof PdfHandleCacheStatsDto>

export const PdfCacheStatsDto = z
  .object({ pages: PdfPageCacheStatsDto, handles: PdfHandleCacheStatsDto })
  .meta({ id: 'PdfCacheStatsDto' })
export type PdfCacheStatsDto = z.infer<typeof PdfCacheStatsDto>

export const PdfHandleCacheClearResultDto = z
  .object({ handlesClosed: Int64 })
  .meta({ id: 'PdfHandleCacheClearResultDto' })

const tag = 'Admin'

export const getPdfCacheStats = route({
  id: 'get_pdf_cache_stats',
  method: 'get',
  path: '/api/v1/admin/pdf-cache',
  tag,
  summary: 'Cached pages of this server, and the PDFs it has open',
  access: 'system-admin',
  wholeSight: true,
  status: 200,
  payload: json(PdfCacheStatsDto),
})

export const getHandleCacheStats = route({
  id: 'get_handle_cache_stats',
  method: 'get',
  path: '/api/v1/admin/pdf-cache/handles',
  tag,
  summary: 'The PDFs that this server has open between two pages',
  access: 'system-admin',
  wholeSight: true,
  status: 200,
  payload: json(PdfHandleCacheStatsDto),
})

export const clearHandleCache = route({
  id: 'clear_handle_cache',
  method: 'delete',
  path: '/api/v1/admin/pdf-cache/handles',
  tag,
  summary: 'Close all open PDFs; they are opened again on request',
  access: 'system-admin',
  wholeSight: true,
  status: 200,
  payload: json(PdfHandleCacheClearResultDto),
})

export const evictBookHandle = route({
  id: 'evict_book_handle',
  method: 'delete',
  path: '/api/v1/admin/pdf-cache/handles/{book_id}',
  tag,
  summary: 'Close the open PDF of a book',
  access: 'system-admin',
  wholeSight: true,
  params: z.object({ book_id: Uuid }),
  status: 200,
  payload: json(PdfHandleCacheClearResultDto),
})
