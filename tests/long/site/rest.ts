import { until } from '../../kit/client'
import { openTasks } from './invariants'
import type { Site } from './site'

/** Waits until the system is idle. */
export async function untilAtRest(site: Site, seconds = 60): Promise<void> {
  await until(
    () => openTasks(site),
    open => open.length === 0,
    seconds,
  )
}

/**
 * Lets the leases of processes that are gone end now instead of in half a minute: what the passing of that time would
 * do, and nothing else. On SQLite a start does that by itself.
 */
export async function endLeases(site: Site): Promise<void> {
  if (site.kind === 'postgres') await site.run("update tasks set lease_until = 0 where status = 'processing'")
}

/** Lets the time pass that tasks wait before they are tried again, and waits for their end. */
export async function untilRetried(site: Site, seconds = 60): Promise<void> {
  await site.run("update tasks set scheduled_for = 0 where status = 'pending' and attempt > 0")
  await untilAtRest(site, seconds)
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
