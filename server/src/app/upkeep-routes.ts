import { backupRoutes } from '../features/operations/backups'
import { type CleanUpRouteDeps, cleanUpRoutes, pdfCacheRoutes } from '../features/operations/clean-up'
import { storageRoutes } from '../features/operations/storage'
import type { Binder } from '../http/bind'
import type { LiveConfig } from '../platform/settings'
import type { ParserPool } from '../workers'

export interface UpkeepParts extends Omit<CleanUpRouteDeps, 'dataDir'> {
  readonly pool: ParserPool
  readonly signingKey: Uint8Array
}

/** Routes about what the server stores: clean-ups, caches, backups and how much space all takes. */
export function upkeepRoutes(binder: Binder, live: LiveConfig, { signingKey, ...parts }: UpkeepParts): void {
  const { backup, dataDir, auth } = live.atStart
  const deps = { ...parts, dataDir }
  cleanUpRoutes(binder, deps)
  pdfCacheRoutes(binder, deps)
  storageRoutes(binder, { ...deps, limits: () => ({ pages: live.now.pageCacheBytes }) })
  backupRoutes(binder, {
    ...deps,
    secret: auth.jwtSecret ?? Buffer.from(signingKey).toString('base64url'),
    settings: () => ({ ...backup, keep: live.now.backup.keep }),
  })
}
