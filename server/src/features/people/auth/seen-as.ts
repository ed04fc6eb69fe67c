import type { Identity } from '../../../http/identity'
import type { Pass } from '../../../kernel/viewer'
import { type Account, type AccountCache, userAccess } from '../users'
import { viewerOf } from './viewer-of'

export const SEEING_ENDED: Identity = {
  kind: 'refused',
  message: 'Viewing as another user has ended',
  facts: { seeAsEnded: true },
}

/** The identity of an administrator viewing as another user, checked against the current permissions of both. */
export async function seenAs(
  accounts: AccountCache,
  owner: Account,
  { userId, by, pass }: { readonly userId: string; readonly by: 'bearer' | 'cookie'; readonly pass: Pass },
): Promise<Identity> {
  const user = await accounts.get(userId)
  const onlooker = { userId: owner.id, permissions: owner.permissions }
  if (!user || !userAccess.maySeeAs(onlooker, user)) return SEEING_ENDED
  return { kind: 'known', by, viewer: viewerOf(user, user.permissions, { ...pass, seenBy: owner.id }) }
}
