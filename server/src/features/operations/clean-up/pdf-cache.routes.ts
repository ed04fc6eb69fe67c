import * as contract from '@octavo/contract/pdf-cache'
import type { Binder } from '../../../http/bind'
import type { Clock } from '../../../kernel/clock'
import type { ParserPool } from '../../../workers'
import { pageCacheFolder } from './clean-up-tasks'
import { humanBytes, pageStats } from './page-cache'

export interface PdfCacheRouteDeps {
  readonly pool: ParserPool
  readonly dataDir: string
  readonly now: Clock
}

const DAY_MS = 86_400_000

/** Cached pages of this server, and the PDFs that its parser processes have open. */
export function pdfCacheRoutes(binder: Binder, { pool, dataDir, now }: PdfCacheRouteDeps): void {
  binder.bind(contract.getPdfCacheStats, async () => {
    const folder = pageCacheFolder(dataDir)
    const { files, bytes, books, oldestMs } = await pageStats(folder)
    const pages = {
      totalFiles: files,
      totalSizeBytes: bytes,
      totalSizeHuman: humanBytes(bytes),
      bookCount: books,
      oldestFileAgeDays: oldestMs === null ? null : Math.max(0, Math.floor((now() - oldestMs) / DAY_MS)),
      cacheDir: folder,
      cacheEnabled: true,
    }
    return { pages, handles: handles() }
  })

  binder.bind(contract.getHandleCacheStats, async () => handles())
  binder.bind(contract.clearHandleCache, async () => ({ handlesClosed: pool.closePdfHandles() }))
  binder.bind(contract.evictBookHandle, async ({ params }) => ({
    handlesClosed: pool.closePdfHandles(params.book_id),
  }))

  function handles(): contract.PdfHandleCacheStatsDto {
    const { capacity, idleMs, open, hits, opens, evictions, idleEvictions } = pool.pdfHandles()
    const seconds = (since: number) => Math.max(0, Math.floor((now() - since) / 1000))
    return {
      enabled: true,
      capacity,
      idleTtlSeconds: Math.round(idleMs / 1000),
      currentSize: open.length,
      hits,
      misses: opens,
      opens,
      evictions,
      idleEvictions,
      entries: open.map(({ book, path, openedAt, usedAt, renders }) => ({
        bookId: book,
        path,
        ageSeconds: seconds(openedAt),
        idleSeconds: seconds(usedAt),
        renderCount: renders,
      })),
    }
  }
}
