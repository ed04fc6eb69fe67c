import { database } from './database'
import type { UnsentEntry } from './unsent.rules'

export type UnsentKey = readonly [userId: string, kind: UnsentEntry['kind'], id: string]

/** Storage of unsent entries. Changes of one entry are sequential. */
export interface UnsentTable {
  get(key: UnsentKey): Promise<UnsentEntry | undefined>
  /** Stores the result of `next`; undefined deletes the entry. */
  change(key: UnsentKey, next: (was: UnsentEntry | undefined) => UnsentEntry | undefined): Promise<void>
  all(userId: string): Promise<UnsentEntry[]>
}

const stored: UnsentTable = {
  get: async key => (await database()).get('unsent', [...key]),
  async change(key, next) {
    const transaction = (await database()).transaction('unsent', 'readwrite')
    const entry = next(await transaction.store.get([...key]))
    if (entry) await transaction.store.put(entry, [...key])
    else await transaction.store.delete([...key])
    await transaction.done
  },
  all: async userId => (await database()).getAll('unsent', IDBKeyRange.bound([userId], [userId, []])),
}

/** In memory only: for browsers that forbid storage. */
export function passingTable(): UnsentTable {
  const entries = new Map<string, UnsentEntry>()
  return {
    get: async key => entries.get(key.join()),
    async change(key, next) {
      const entry = next(entries.get(key.join()))
      if (entry) entries.set(key.join(), entry)
      else entries.delete(key.join())
    },
    all: async userId => [...entries.values()].filter(entry => entry.userId === userId),
  }
}

const passing = passingTable()

async function orPassing<T>(work: (table: UnsentTable) => Promise<T>): Promise<T> {
  try {
    return await work(stored)
  } catch {
    return work(passing)
  }
}

export const browserTable: UnsentTable = {
  get: key => orPassing(table => table.get(key)),
  change: (key, next) => orPassing(table => table.change(key, next)),
  all: userId => orPassing(table => table.all(userId)),
}
