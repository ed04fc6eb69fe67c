import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { createFreshCache, type FreshCache } from '../../../kernel/fresh-cache'
import type { Account } from './account'
import { accountById, accountsByIds } from './users.queries'

/**
 * Accounts by id, because every request reads one. Code that changes a user calls `forget(id)` after the commit;
 * changes by other processes appear within a second.
 */
export interface AccountCache extends FreshCache<Account | null> {
  /** The current accounts of many users, in one query. */
  now(ids: readonly string[]): Promise<Account[]>
}

/** Calls `onForget` for each account changed in this process. */
export function createAccountCache(deps: { reader: Reader; now: Clock; onForget?: () => void }): AccountCache {
  const { reader, ...rest } = deps
  const cache = createFreshCache({ load: id => accountById(reader, id), maxAgeMs: 500, maxEntries: 10_000, ...rest })
  return { ...cache, now: ids => accountsByIds(reader, ids) }
}
