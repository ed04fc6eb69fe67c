import type { MetricsCleanupResponse } from '@octavo/contract/metric'
import type { Reader, Tx, Write } from '../../../db'
import { type Clock, timestampOrNull } from '../../../kernel/clock'
import type { Prune } from '../../../platform/pruning'
import type { LiveSettings } from '../../../platform/settings'
import { oldestHour } from './metrics.queries'
import { deleteMetrics } from './metrics.store'

const DAY_MS = 86_400_000

/** Metrics past their retention; none while it is disabled. */
export function pruneMetrics(settings: LiveSettings, now: Clock): () => Promise<Prune> {
  return async () => {
    const retention = await settings.get('metrics.retention')
    return async tx => (retention === 'disabled' ? 0 : deleteMetrics(tx, now() - Number(retention) * DAY_MS))
  }
}

/** The same at a person's request; `note` records it in the same transaction. */
export async function cleanUpMetrics(
  { reader, write, settings, now }: { reader: Reader; write: Write; settings: LiveSettings; now: Clock },
  note: (tx: Tx, deleted: number) => Promise<void>,
): Promise<MetricsCleanupResponse> {
  const prune = await pruneMetrics(settings, now)()
  const deletedCount = await write(async tx => {
    const deleted = await prune(tx, Number.MAX_SAFE_INTEGER)
    await note(tx, deleted)
    return deleted
  })
  return {
    deletedCount,
    retentionDays: await settings.get('metrics.retention'),
    oldestRemaining: timestampOrNull(await oldestHour(reader)),
  }
}
