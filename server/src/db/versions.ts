/** What lists are made of: the books, or also what somebody has read of them. */
export type Kept = 'catalogue' | 'progress'

/**
 * Tells whether something that was read is still so. What was read is of a version when the version was asked for first,
 * then `settled` said yes, and then it was read: as long as the version is the same, so is the answer.
 */
export interface Versions {
  /** Another one whenever something may have been written since; `progress` with the catalogue's. */
  current(of: Kept): Promise<string>
  /** Whether all that was written before is there to be read. */
  settled(): Promise<boolean>
}

/** Tables whose rows the catalogue's lists do not show; any other one counts. */
const APART: ReadonlySet<string> = new Set([
  'api_keys',
  'audit_log',
  'event_tickets',
  'events',
  'processes',
  'refresh_tokens',
  'scans',
  'schedules',
  'sessions',
  'task_counts',
  'task_log',
  'task_metrics',
  'task_runs',
  'tasks',
  'user_preferences',
  'watches',
])

/** What is read of one reader; a user who goes takes it along. */
const PROGRESS: ReadonlySet<string> = new Set(['read_progress', 'series_progress', 'users'])

const TABLE = /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|update|delete\s+from)\s+"?(\w+)/i
const READS = /^\s*(?:select|begin|commit|rollback|pragma|explain)\b/i

/** What a statement may change of what lists show; null for nothing. One that is not understood changes all. */
export function changedBy(statement: string): Kept | null {
  if (READS.test(statement)) return null
  const table = TABLE.exec(statement)?.[1]?.toLowerCase()
  if (table === undefined) return 'catalogue'
  if (PROGRESS.has(table)) return 'progress'
  return APART.has(table) ? null : 'catalogue'
}

const MOST_KNOWN = 5000

/** The versions of a database that one process alone writes: they grow with what it writes. */
export function countedVersions(): Versions & {
  wrote(statement: string): void
  committed(): void
  /** As a number that grows with each version. */
  count(of: Kept): number
} {
  const known = new Map<string, Kept | null>()
  const counts = { catalogue: 0, progress: 0 }
  const pending = new Set<Kept>()
  return {
    current: async of => (of === 'catalogue' ? `${counts.catalogue}` : `${counts.catalogue} ${counts.progress}`),
    settled: async () => true,
    count: of => counts.catalogue + (of === 'progress' ? counts.progress : 0),
    wrote(statement) {
      let changed = known.get(statement)
      if (changed === undefined) {
        if (known.size >= MOST_KNOWN) known.clear()
        changed = changedBy(statement)
        known.set(statement, changed)
      }
      if (changed) pending.add(changed)
    },
    // Also after one that was taken back: then too much is read anew, and nothing too little.
    committed() {
      for (const kept of pending) counts[kept]++
      pending.clear()
    },
  }
}
