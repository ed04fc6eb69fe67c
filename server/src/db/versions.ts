import type { Channel, Revisions } from '../kernel/memo'
import { staleAfter } from './staleness'

/** The revisions of a database that only this process writes: counters of its committed writes. */
export function countedRevisions(): Revisions & {
  wrote(statement: string): void
  committed(): void
} {
  const counts = { catalogue: 0, progress: 0 }
  const pending = new Set<Channel>()
  return {
    revision: channel => (channel === 'catalogue' ? `${counts.catalogue}` : `${counts.catalogue} ${counts.progress}`),
    isCommitted: () => true,
    wrote(statement) {
      const changed = staleAfter(statement)
      if (changed) pending.add(changed)
    },
    // A rolled-back write counts too: that reads too much again, never too little.
    committed() {
      for (const channel of pending) counts[channel]++
      pending.clear()
    },
  }
}
