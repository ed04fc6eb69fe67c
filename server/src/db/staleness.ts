import type { Channel } from '../kernel/memo'
import { entryOf } from './tables'

const WRITES = /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|update|delete\s+from)\s+"?(\w+)/i
const READS = /^\s*(?:select|begin|commit|rollback|pragma|explain)\b/i

/** The caches that a write of a table makes stale; null for none. A table that is not in the registry makes all stale. */
export function staleAfterWriteOf(table: string): Channel | null {
  const entry = entryOf(table)
  if (!entry) return 'catalogue'
  return entry.makesStale === 'nothing' ? null : entry.makesStale
}

/** The caches that a statement may make stale; null for none. One that cannot be read makes all stale. */
export function staleAfter(statement: string): Channel | null {
  if (READS.test(statement)) return null
  const table = WRITES.exec(statement)?.[1]?.toLowerCase()
  return table === undefined ? 'catalogue' : staleAfterWriteOf(table)
}
