import type { MetricsCleanupResponse } from '@octavo/contract/metric'
import type { Reader, Tx, Write } from '../../db'
import { type Clock, timestampOrNull } from '../../kernel/clock'
import type { LiveSettings } from '../settings'
import { oldestHour } from './metrics.queries'
import { deleteMetrics } from './metrics.store'

const DAY_MS = 86_400_000

/** Forgets metrics that are kept no longer; nothing while retention is disabled. Answers how many rows there were. */
export function pruneMetrics(settings: LiveSettings, now: Clock) {
  return async (tx: Tx): Promise<number> => {
    const retention = await settings.get('metrics.retention')
    return retention === 'disabled' ? 0 : deleteMetrics(tx, now() - Number(retention) * DAY_MS)
  }
}

/** The same on a person's wish. */
export async function cleanUpMetrics({
  reader,
  write,
  settings,
  now,
}: {
  reader: Reader
  write: Write
  settings: LiveSettings
  now: Clock
}): Promise<MetricsCleanupResponse> {
  const deletedCount = await write(pruneMetrics(settings, now))
  return {
    deletedCount,
    retentionDays: await settings.get('metrics.retention'),
    oldestRemaining: timestampOrNull(await oldestHour(reader)),
  }
}
