import { getAppInfo, healthCheck } from '@octavo/contract/info'
import type { Binder } from '../../http/bind'

export interface InfoDeps {
  readonly version: string
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>
}

/** Name and version; health. */
export function infoRoutes(binder: Binder, { version, ping }: InfoDeps): void {
  binder.bindPublic(getAppInfo, () => ({ name: 'Octavo', version }))
  binder.bindPublic(healthCheck, async () => {
    try {
      await ping()
      return new Response('OK')
    } catch {
      return new Response('Service Unavailable', { status: 503 })
    }
  })
}
