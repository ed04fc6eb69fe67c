import * as contract from '@octavo/contract/update'
import type { Binder } from '../../../http/bind'
import { timestampOrNull } from '../../../kernel/clock'
import type { Updates } from './updates'

export function updateRoutes(binder: Binder, { updates, version }: { updates: Updates; version: string }): void {
  binder.bind(contract.getUpdate, () => {
    const { latest, checkedAt } = updates.last
    return {
      enabled: updates.enabled,
      version,
      latest: latest?.version ?? null,
      url: latest?.url ?? null,
      isNewer: latest !== null && Bun.semver.order(latest.version, version) > 0,
      checkedAt: timestampOrNull(checkedAt),
    }
  })
}
