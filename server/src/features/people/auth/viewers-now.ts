import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Pass, Viewer } from '../../../kernel/viewer'
import { type ApiKey, type ApiKeyCache, apiKeysByPrefixes, effectivePermissions } from '../api-keys'
import type { LiveSessions } from '../sessions'
import { type Account, type AccountCache, userAccess } from '../users'
import { viewerOf } from './viewer-of'

/** An admitted viewer and the credential. */
export interface Holder {
  readonly userId: string
  readonly pass: Pass
}

/**
 * Rechecks many admitted viewers in two queries. Returns those still admitted, with their current permissions; the
 * others have to be disconnected.
 */
export async function viewersNow<H extends Holder>(
  {
    reader,
    accounts,
    sessions,
  }: { readonly reader: Reader; readonly accounts: AccountCache; readonly sessions: LiveSessions },
  holders: readonly H[],
  now: number,
): Promise<Map<H, Viewer>> {
  const prefixes = holders.flatMap(({ pass }) => pass.keyPrefix ?? [])
  const [found, keys] = await Promise.all([
    accounts.now([...new Set(holders.flatMap(({ userId, pass }) => [userId, pass.seenBy ?? userId]))]),
    apiKeysByPrefixes(reader, [...new Set(prefixes)]),
  ])
  const accountById = new Map(found.map(account => [account.id, account]))
  const keyByPrefix = new Map(keys.map(key => [key.keyPrefix, key]))
  const viewers = new Map<H, Viewer>()
  for (const holder of holders) {
    const { keyPrefix, sessionId, seenBy } = holder.pass
    const account = accountById.get(holder.userId)
    const owner = seenBy === undefined ? account : accountById.get(seenBy)
    if (sessionId !== null && !(owner && (await sessions.get(sessionId, owner)))) continue
    const key = keyPrefix === null ? null : keyByPrefix.get(keyPrefix)
    const viewer = key === undefined ? null : viewerByPass(holder, { account, owner, key }, now)
    if (viewer) viewers.set(holder, viewer)
  }
  return viewers
}

interface CachedAccess {
  readonly accounts: AccountCache
  readonly sessions: LiveSessions
  readonly keys: ApiKeyCache
  readonly now: Clock
}

/** The same for one holder, from data cached for half a second: for frequent calls. */
export async function viewerNow(
  { accounts, sessions, keys, now }: CachedAccess,
  holder: Holder,
): Promise<Viewer | null> {
  const { keyPrefix, sessionId, seenBy } = holder.pass
  const [account, owner, key] = await Promise.all([
    accounts.get(holder.userId),
    accounts.get(seenBy ?? holder.userId),
    keyPrefix === null ? null : keys.get(keyPrefix),
  ])
  if (!account || !owner || (keyPrefix !== null && !key)) return null
  if (sessionId !== null && !(await sessions.get(sessionId, owner))) return null
  return viewerByPass(holder, { account, owner, key }, now())
}

/** `owner` is the owner of the credential: the account itself, unless an administrator views the app as it. */
function viewerByPass(
  { pass }: Holder,
  { account, owner, key }: { account: Account | undefined; owner: Account | undefined; key: ApiKey | null },
  now: number,
): Viewer | null {
  if (!account?.isActive || !owner?.isActive) return null
  const onlooker = { userId: owner.id, permissions: owner.permissions }
  if (pass.seenBy !== undefined && !userAccess.maySeeAs(onlooker, account)) return null
  if (pass.endsAt !== null && pass.endsAt <= now) return null
  if (pass.credentialsVersion !== null && pass.credentialsVersion !== owner.credentialsVersion) return null
  if (!key) return viewerOf(account, account.permissions, pass)
  if (!key.isActive || key.userId !== account.id || (key.expiresAt !== null && key.expiresAt <= now)) return null
  return viewerOf(account, effectivePermissions(key.permissions, account.permissions), {
    ...pass,
    endsAt: key.expiresAt,
  })
}
