import type { Reader } from '../../db'
import type { Clock } from '../../kernel/clock'
import { createFreshCache, type FreshCache } from '../../kernel/fresh-cache'
import type { Account } from './account'
import { accountById } from './users.queries'

/**
 * Accounts by id, as every request asks for one. Whoever changes a user in this process calls `forget(id)` after the
 * commit; what another process changes shows within a second.
 */
export type AccountCache = FreshCache<Account>

export function createAccountCache({ reader, now }: { reader: Reader; now: Clock }): AccountCache {
  return createFreshCache({ load: id => accountById(reader, id), maxAgeMs: 1000, maxEntries: 10_000, now })
}
