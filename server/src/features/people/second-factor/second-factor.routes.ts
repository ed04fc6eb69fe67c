import { randomBytes } from 'node:crypto'
import {
  beginTotp,
  confirmTotp,
  getSecondFactor,
  removeTotp,
  removeUserSecondFactor,
  renewRecoveryCodes,
  requirePasskeys,
} from '@octavo/contract/second-factor'
import type { Reader, Tx, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import type { Notify } from '../account-links'
import { passkeyCount, removePasskeysOf } from '../passkeys'
import { deleteOtherSessions, type OwnerCheck, requireOwner } from '../sessions'
import { type Account, type AccountCache, credentialsByName, updateSignIn, userAccess } from '../users'
import { hashOfRecoveryCode, makeRecoveryCodes } from './recovery-code.rules'
import type { SecondFactor } from './second-factor'
import {
  confirmTotpOf,
  recoveryCodesLeft,
  removeSecondFactor,
  replaceRecoveryCodes,
  replaceTotp,
  takeStep,
  totpOf,
} from './second-factor.store'
import { base32, otpauthUri, stepOfCode } from './totp.rules'

export interface SecondFactorDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly secondFactor: SecondFactor
  readonly serverName: () => string
  /** Asks for the password again. */
  readonly confirmOwner: OwnerCheck
  readonly notify: Notify
}

/** RFC 4226 requires at least 128 bits and recommends 160. */
const SECRET_BYTES = 20
const NO_STORE = { headers: { 'Cache-Control': 'no-store' } }

export function secondFactorRoutes(binder: Binder, deps: SecondFactorDeps): void {
  const { reader, write, now, accounts, secondFactor, serverName, confirmOwner, notify } = deps

  async function own(viewer: Viewer): Promise<Account> {
    requireOwner(viewer)
    const [account] = await accounts.now([viewer.userId])
    if (!account) throw refused('Unauthorized', 'account_gone', 'Your account no longer exists')
    return account
  }

  async function newCodes(tx: Tx, userPk: number): Promise<string[]> {
    const codes = makeRecoveryCodes()
    await replaceRecoveryCodes(
      tx,
      userPk,
      codes.map(code => hashOfRecoveryCode(code) ?? ''),
    )
    return codes
  }

  /** A password alone is no longer enough: all other sessions end. */
  async function switchOn(account: Account, viewer: Viewer, work: (tx: Tx) => Promise<void>): Promise<string[]> {
    const codes = await write(async tx => {
      await work(tx)
      await updateSignIn(tx, account.pk, { hasSecondFactor: true }, now())
      const because = { details: { because: 'second_factor' } }
      await deleteOtherSessions(tx, account.pk, viewer.pass?.sessionId ?? null, now(), because)
      return newCodes(tx, account.pk)
    })
    accounts.forget(account.id)
    notify(account, 'second_factor_on')
    return codes
  }

  async function takeOff(
    account: Account,
    by: Viewer,
    work: (tx: Tx) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await write(async tx => {
      await work(tx)
      await removeSecondFactor(tx, account.pk)
      await updateSignIn(tx, account.pk, { hasSecondFactor: false }, now(), by)
    })
    accounts.forget(account.id)
    notify(account, 'second_factor_off')
  }

  binder.bind(getSecondFactor, async ({ viewer }) => {
    const account = await own(viewer)
    const credentials = await credentialsByName(reader, account.username)
    const left = account.hasSecondFactor ? await recoveryCodesLeft(reader, account.pk) : 0
    const app = account.hasSecondFactor && (await totpOf(reader, account.pk))?.confirmedAt != null
    return {
      totp: app,
      passkeys: account.hasSecondFactor && !app,
      recoveryCodesLeft: left,
      hasPassword: credentials?.passwordHash !== '',
    }
  })

  binder.bind(beginTotp, async ({ viewer, body, peer }) => {
    const account = await own(viewer)
    if (account.hasSecondFactor)
      throw refused('Conflict', 'factor_already', 'Two-factor authentication is already on. Turn it off first.')
    const wait = await confirmOwner(viewer, account, body.password, peer)
    if (wait) return wait
    const secret = randomBytes(SECRET_BYTES)
    await write(tx => replaceTotp(tx, account.pk, secondFactor.seal.close(secret), now()))
    const text = base32(secret)
    return Response.json({ secret: text, uri: otpauthUri(text, account.username, serverName()) }, NO_STORE)
  })

  binder.bind(confirmTotp, async ({ viewer, body }) => {
    const account = await own(viewer)
    const totp = await totpOf(reader, account.pk)
    const secret = totp && secondFactor.seal.open(totp.sealed)
    if (account.hasSecondFactor || !secret) throw refused('Conflict', 'factor_not_begun', 'No code was requested')
    const step = stepOfCode(secret, body.code, now())
    if (step === null) throw refused('BadRequest', 'code_wrong', 'Wrong code. Check the clock of your phone.', 'code')
    const recoveryCodes = await switchOn(account, viewer, async tx => {
      await takeStep(tx, account.pk, step)
      await confirmTotpOf(tx, account.pk, now())
    })
    return Response.json({ recoveryCodes }, NO_STORE)
  })

  binder.bind(requirePasskeys, async ({ viewer, body, peer }) => {
    const account = await own(viewer)
    if (account.hasSecondFactor)
      throw refused('Conflict', 'factor_already', 'Two-factor authentication is already on. Turn it off first.')
    const wait = await confirmOwner(viewer, account, body.password, peer)
    if (wait) return wait
    const recoveryCodes = await switchOn(account, viewer, async tx => {
      if ((await passkeyCount(tx, account.pk)) === 0)
        throw refused('Conflict', 'passkey_missing', 'There is no passkey yet')
      await removeSecondFactor(tx, account.pk)
    })
    return Response.json({ recoveryCodes }, NO_STORE)
  })

  binder.bind(removeTotp, async ({ viewer, body, peer }) => {
    const account = await own(viewer)
    const wait = await confirmOwner(viewer, account, body.password, peer)
    if (wait) return wait
    await takeOff(account, viewer)
    return null
  })

  binder.bind(renewRecoveryCodes, async ({ viewer, body, peer }) => {
    const account = await own(viewer)
    if (!account.hasSecondFactor) throw refused('Conflict', 'factor_missing', 'Two-factor authentication is off')
    const wait = await confirmOwner(viewer, account, body.password, peer)
    if (wait) return wait
    const recoveryCodes = await write(async tx => {
      const subject = { kind: 'user', id: account.id, name: account.username } as const
      const details = { changed: ['recoveryCodes'] }
      await recordAct(tx, viewer, 'second_factor_changed', subject, { now: now(), details })
      return newCodes(tx, account.pk)
    })
    notify(account, 'recovery_codes')
    return Response.json({ recoveryCodes }, NO_STORE)
  })

  binder.bind(removeUserSecondFactor, async ({ viewer, params }) => {
    const [account] = await accounts.now([params.user_id])
    if (!account) throw notFound('User')
    if (account.pk === viewer.userPk) {
      throw refused('Forbidden', 'own_account', 'Turn off your own two-factor authentication in your profile')
    }
    await userAccess.requireMayManage(reader, viewer, account)
    const subject = { kind: 'user', id: account.id, name: account.username } as const
    await takeOff(account, viewer, async tx => {
      for (const name of await removePasskeysOf(tx, account.pk)) {
        await recordAct(tx, viewer, 'passkey_removed', subject, { now: now(), details: { name } })
      }
    })
    return null
  })
}
