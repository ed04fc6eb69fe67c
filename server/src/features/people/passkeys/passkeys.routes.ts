import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type PasskeyDto,
  removePasskey,
  renamePasskey,
} from '@octavo/contract/passkey'
import type { Reader, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import { type Clock, timestamp, timestampOrNull } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import type { Notify } from '../account-links'
import { requireRoom } from '../quotas'
import { type OwnerCheck, requireOwner } from '../sessions'
import type { Account, AccountCache } from '../users'
import type { Passkeys } from './passkeys'
import {
  areSecondFactor,
  deletePasskey,
  type Passkey,
  passkeyCount,
  passkeysOf,
  setPasskeyName,
} from './passkeys.store'

export interface PasskeyDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly passkeys: Passkeys
  /** Asks for the password again. */
  readonly confirmOwner: OwnerCheck
  readonly notify: Notify
}

const NO_STORE = { headers: { 'Cache-Control': 'no-store' } }

/** The passkeys of an account: its owner registers, renames and removes them. */
export function passkeyRoutes(binder: Binder, deps: PasskeyDeps): void {
  const { reader, write, now, accounts, passkeys, confirmOwner, notify } = deps

  async function own(viewer: Viewer): Promise<Account> {
    requireOwner(viewer)
    const [account] = await accounts.now([viewer.userId])
    if (!account) throw refused('Unauthorized', 'account_gone', 'Your account no longer exists')
    return account
  }

  /** A passkey requested in one session cannot be registered by another. */
  const holderOf = ({ userId, pass }: Viewer) => `${userId} ${pass?.sessionId ?? ''}`

  binder.bind(listPasskeys, async ({ viewer }) => {
    requireOwner(viewer)
    return (await passkeysOf(reader, viewer.userPk)).map(passkeyView)
  })

  binder.bind(beginPasskey, async ({ viewer, body, peer, request }) => {
    const account = await own(viewer)
    const wait = await confirmOwner(viewer, account, body.password, peer)
    if (wait) return wait
    // Before the browser has created one.
    await write(tx => requireRoom(tx, account.pk, 'passkeys'))
    return Response.json(await passkeys.register(request, account, holderOf(viewer)), NO_STORE)
  })

  binder.bind(addPasskey, async ({ viewer, body }) => {
    const account = await own(viewer)
    const made = await passkeys.add(account, holderOf(viewer), body)
    notify(account, 'passkey_added')
    return passkeyView(made)
  })

  binder.bind(renamePasskey, async ({ viewer, params, body }) => {
    const account = await own(viewer)
    const passkey = await write(tx => setPasskeyName(tx, account.pk, params.passkey_id.toLowerCase(), body.name))
    if (!passkey) throw notFound('Passkey')
    return passkeyView(passkey)
  })

  binder.bind(removePasskey, async ({ viewer, params, body, peer }) => {
    const account = await own(viewer)
    const wait = await confirmOwner(viewer, account, body.password, peer)
    if (wait) return wait
    await write(async tx => {
      const passkey = await deletePasskey(tx, account.pk, params.passkey_id.toLowerCase())
      if (!passkey) throw notFound('Passkey')
      if ((await passkeyCount(tx, account.pk)) === 0 && (await areSecondFactor(tx, account.pk))) {
        throw refused(
          'Conflict',
          'passkey_needed',
          'This passkey is the second factor of the account. Turn that off first.',
        )
      }
      const subject = { kind: 'user', id: account.id, name: account.username } as const
      await recordAct(tx, viewer, 'passkey_removed', subject, { now: now(), details: { name: passkey.name } })
    })
    notify(account, 'passkey_removed')
    return null
  })
}

function passkeyView(passkey: Passkey): PasskeyDto {
  return {
    id: passkey.id,
    name: passkey.name,
    host: passkey.rpId,
    synced: passkey.synced,
    createdAt: timestamp(passkey.createdAt),
    lastUsedAt: timestampOrNull(passkey.lastUsedAt),
  }
}
