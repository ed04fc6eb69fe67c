import type { Reader } from '../../db'
import type { Clock } from '../../kernel/clock'
import { createFreshCache, type FreshCache } from '../../kernel/fresh-cache'
import type { Account } from './account'
import { accountById, accountsByIds } from './users.queries'

/**
 * Accounts by id, as every request asks for one. Whoever changes a user in this process calls `forget(id)` after the
 * commit; what another process changes shows within a second.
 */
export interface AccountCache extends FreshCache<Account> {
  /** Many as they are in the database now, in one question. */
  now(ids: readonly string[]): Promise<Account[]>
}

export function createAccountCache({ reader, now }: { reader: Reader; now: Clock }): AccountCache {
  const cache = createFreshCache({ load: id => accountById(reader, id), maxAgeMs: 500, maxEntries: 10_000, now })
  return { ...cache, now: ids => accountsByIds(reader, ids) }
}
