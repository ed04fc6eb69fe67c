import type { Channel, Revisions } from '../kernel/memo'
import { staleAfter } from './staleness'

const MOST_KNOWN = 5000

/** The revisions of a database that only this process writes: counters of its committed writes. */
export function countedRevisions(): Revisions & {
  wrote(statement: string): void
  committed(): void
} {
  const known = new Map<string, Channel | null>()
  const counts = { catalogue: 0, progress: 0 }
  const pending = new Set<Channel>()
  return {
    revision: channel => (channel === 'catalogue' ? `${counts.catalogue}` : `${counts.catalogue} ${counts.progress}`),
    isCommitted: () => true,
    wrote(statement) {
      let changed = known.get(statement)
      if (changed === undefined) {
        if (known.size >= MOST_KNOWN) known.clear()
        changed = staleAfter(statement)
        known.set(statement, changed)
      }
      if (changed) pending.add(changed)
    },
    // A rolled-back write counts too: that reads too much again, never too little.
    committed() {
      for (const channel of pending) counts[channel]++
      pending.clear()
    },
  }
}
