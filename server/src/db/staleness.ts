import type { Channel } from '../kernel/memo'
import { entryOf } from './tables'

const WRITE = /(?:insert\s+(?:or\s+\w+\s+)?into|(?<!\b(?:do|for)\s+)update|delete\s+from)\s+"?(\w+)/
const WRITES = new RegExp(`^\\s*${WRITE.source}`, 'i')
/** A statement with CTEs may write several tables. */
const WITH = /^\s*with\b/i
const ANY_WRITE = new RegExp(`\\b${WRITE.source}`, 'gi')
const READS = /^\s*(?:select|begin|commit|rollback|pragma|explain)\b/i

/** The caches that a write to a table invalidates; null for none. A table outside the registry invalidates all. */
export function staleAfterWriteOf(table: string): Channel | null {
  const entry = entryOf(table)
  if (!entry) return 'catalogue'
  return entry.makesStale === 'nothing' ? null : entry.makesStale
}

/** The caches that a statement may invalidate; null for none. An unparsable one invalidates all. */
export function staleAfter(statement: string): Channel | null {
  if (READS.test(statement)) return null
  const written = WITH.test(statement) ? [...statement.matchAll(ANY_WRITE)] : [WRITES.exec(statement)]
  const stale = written.map(found => (found?.[1] ? staleAfterWriteOf(found[1].toLowerCase()) : 'catalogue'))
  if (stale.length === 0 || stale.includes('catalogue')) return 'catalogue'
  return stale.includes('progress') ? 'progress' : null
}
