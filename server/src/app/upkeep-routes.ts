import { backupRoutes } from '../features/operations/backups'
import { type CleanUpRouteDeps, cleanUpRoutes, pdfCacheRoutes } from '../features/operations/clean-up'
import { observabilityRoutes } from '../features/operations/observability'
import { storageRoutes } from '../features/operations/storage'
import { type Updates, updateRoutes } from '../features/operations/updates'
import type { Binder } from '../http/bind'
import { VERSION } from '../kernel/version'
import type { LiveConfig } from '../platform/settings'
import type { ParserPool } from '../workers'

export interface UpkeepParts extends Omit<CleanUpRouteDeps, 'dataDir'> {
  readonly pool: ParserPool
  readonly signingKey: Uint8Array
  readonly updates: Updates
}

/** Routes about what the server stores and sends: clean-ups, caches, backups, space, and traces of browsers. */
export function upkeepRoutes(binder: Binder, live: LiveConfig, { signingKey, updates, ...parts }: UpkeepParts): void {
  const { backup, dataDir, auth } = live.atStart
  const deps = { ...parts, dataDir }
  cleanUpRoutes(binder, deps)
  pdfCacheRoutes(binder, deps)
  updateRoutes(binder, { updates, version: VERSION })
  observabilityRoutes(binder, live.atStart.observability)
  storageRoutes(binder, { ...deps, limits: () => ({ pages: live.now.pageCacheBytes }) })
  backupRoutes(binder, {
    ...deps,
    secret: auth.jwtSecret ?? Buffer.from(signingKey).toString('base64url'),
    settings: () => ({ ...backup, keep: live.now.backup.keep }),
  })
}
