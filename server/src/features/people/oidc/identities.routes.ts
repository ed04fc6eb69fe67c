import { linkIdentity, listIdentities, unlinkIdentity } from '@octavo/contract/identity'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import type { Notify } from '../account-links'
import { passkeyCount } from '../passkeys'
import { type OwnerCheck, requireOwner } from '../sessions'
import { type Account, credentialsByName } from '../users'
import { identitiesOf } from './identities.queries'
import { deleteIdentity } from './identities.store'
import type { Begin } from './oidc.routes'
import type { FlowDeps } from './sign-in-by-provider'

export interface IdentityDeps extends Pick<FlowDeps, 'reader' | 'write' | 'now' | 'accounts' | 'providers'> {
  /** Asks for the password again. */
  readonly confirmOwner: OwnerCheck
  readonly notify: Notify
  readonly begin: Begin
}

/** Linked accounts at providers, managed by their user. */
export function identityRoutes(binder: Binder, deps: IdentityDeps): void {
  const { reader, write, now, accounts, providers, confirmOwner, begin, notify } = deps

  async function own(viewer: Viewer): Promise<Account> {
    requireOwner(viewer)
    const [account] = await accounts.now([viewer.userId])
    if (!account) throw refused('Unauthorized', 'account_gone', 'Your account no longer exists')
    return account
  }

  binder.bind(listIdentities, async ({ viewer }) => {
    const [rows, all] = await Promise.all([identitiesOf(reader, viewer.userPk), providers.all()])
    return rows.map(row => ({
      id: row.id,
      provider: row.provider,
      providerName: all.find(({ name }) => name === row.provider)?.displayName ?? row.provider,
      label: row.label,
      createdAt: timestamp(row.created_at),
      lastUsedAt: timestampOrNull(row.last_used_at),
    }))
  })

  binder.bind(linkIdentity, async ({ viewer, params, body, request, peer }) => {
    const account = await own(viewer)
    const known = (await providers.open()).some(({ name }) => name === params.provider)
    if (!known) throw notFound('Identity provider')
    const wait = await confirmOwner(viewer, account, body.password, peer)
    if (wait) return wait
    const target = { appUrl: null, next: '/profile', linkUserPk: account.pk }
    return begin(params.provider, { request, peer }, target)
  })

  binder.bind(unlinkIdentity, async ({ viewer, params, body, peer }) => {
    const account = await own(viewer)
    const wait = await confirmOwner(viewer, account, body.password, peer)
    if (wait) return wait
    const hasPassword = (await credentialsByName(reader, account.username))?.passwordHash !== ''
    await write(async tx => {
      // Two concurrent requests could otherwise unlink the last two.
      await tx.dialect.lockName(`octavo identities ${account.pk}`).execute(tx.query)
      const gone = await deleteIdentity(tx, account.pk, params.identity_id)
      if (!gone) throw notFound('Linked account')
      const left = await tx.query
        .selectFrom('identities')
        .select('pk')
        .where('user_pk', '=', account.pk)
        .limit(1)
        .executeTakeFirst()
      if (!left && !hasPassword && (await passkeyCount(tx, account.pk)) === 0) {
        throw refused('Conflict', 'only_way_in', 'This account is your only way to sign in. Set a password first.')
      }
      const subject = { kind: 'user', id: account.id, name: account.username } as const
      await recordAct(tx, viewer, 'identity_unlinked', subject, { now: now(), details: { provider: gone.provider } })
    })
    notify(account, 'identity_unlinked')
    return null
  })
}
