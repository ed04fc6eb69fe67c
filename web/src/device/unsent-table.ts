import { database } from './database'
import { forgetPending, pendingOf, rememberPending } from './pending-changes'
import { afterChange, hasChange, isWaiting, type UnsentEntry } from './unsent.rules'

export type UnsentKey = readonly [userId: string, kind: UnsentEntry['kind'], id: string]

const keyOf = ({ userId, kind, id }: UnsentEntry): UnsentKey => [userId, kind, id]

/** Storage of unsent entries. Changes of one entry are sequential. */
export interface UnsentTable {
  get(key: UnsentKey): Promise<UnsentEntry | undefined>
  /** Stores the result of `next`; undefined deletes the entry. */
  change(key: UnsentKey, next: (was: UnsentEntry | undefined) => UnsentEntry | undefined): Promise<void>
  /** Stores a change by the reader. It is safe as soon as this returns, even if the page is left at once. */
  put(change: UnsentEntry): Promise<void>
  all(userId: string): Promise<UnsentEntry[]>
}

type Storage = Omit<UnsentTable, 'put'>

const stored: Storage = {
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
  const change: UnsentTable['change'] = async (key, next) => {
    const entry = next(entries.get(key.join()))
    if (entry) entries.set(key.join(), entry)
    else entries.delete(key.join())
  }
  return {
    get: async key => entries.get(key.join()),
    change,
    put: now => change(keyOf(now), was => afterChange(was, now)),
    all: async userId => [...entries.values()].filter(entry => entry.userId === userId),
  }
}

const passing = passingTable()

async function orPassing<T>(work: (table: Storage) => Promise<T>): Promise<T> {
  try {
    return await work(stored)
  } catch {
    return work(passing)
  }
}

/** Returns whether IndexedDB has it. What is only in memory stays pending until the server has answered. */
async function changeStored(
  [userId, kind, id]: UnsentKey,
  next: Parameters<UnsentTable['change']>[1],
): Promise<boolean> {
  const key = [userId, kind, id] as const
  try {
    await stored.change(key, next)
    return true
  } catch {
    await passing.change(key, next)
    const entry = await passing.get(key)
    if (!entry || !isWaiting(entry)) forgetPending({ userId, kind, id })
    return false
  }
}

const recoveries = new Map<string, Promise<void>>()

/** Once a page: before anything else, the changes are stored that an earlier page could not store. */
function recovered(userId: string): Promise<void> {
  const recovery = recoveries.get(userId) ?? recover(userId)
  recoveries.set(userId, recovery)
  return recovery
}

async function recover(userId: string): Promise<void> {
  for (const { change, forget } of pendingOf(userId)) {
    const next = (was: UnsentEntry | undefined) => (hasChange(was, change) ? was : afterChange(was, change))
    if (await changeStored(keyOf(change), next)) forget()
  }
}

export const browserTable: UnsentTable = {
  async get(key) {
    await recovered(key[0])
    return orPassing(table => table.get(key))
  },
  async change(key, next) {
    await recovered(key[0])
    await changeStored(key, next)
  },
  async put(change) {
    // Begins before this change is pending, so it does not store it as one of an earlier page.
    const recovery = recovered(change.userId)
    const forget = rememberPending(change)
    await recovery
    if (await changeStored(keyOf(change), was => afterChange(was, change))) forget()
  },
  async all(userId) {
    await recovered(userId)
    return orPassing(table => table.all(userId))
  },
}
