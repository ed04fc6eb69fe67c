import {
  listOwnSessions,
  listUserSessions,
  revokeOtherSessions,
  revokeOwnSession,
  revokeUserSessions,
} from '@octavo/contract/session'
import type { Reader, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { type AccountCache, userAccess } from '../users'
import { requireOwner } from './owner'
import { sessionView } from './session.view'
import { sessionsOf } from './sessions.queries'
import { deleteOtherSessions, deleteSession } from './sessions.store'

export interface SessionsDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
}

/** Sessions: users see and end their own, administrators those of others. */
export function sessionRoutes(binder: Binder, { reader, write, now, accounts }: SessionsDeps): void {
  binder.bind(listOwnSessions, async ({ viewer }) => {
    requireOwner(viewer)
    const sessions = await sessionsOf(reader, viewer.userPk, now())
    return sessions.map(session => sessionView(session, viewer.pass?.sessionId ?? null))
  })

  binder.bind(revokeOwnSession, async ({ viewer, params }) => {
    requireOwner(viewer)
    const ended = await write(tx =>
      deleteSession(tx, viewer.userPk, params.session_id, now(), { action: 'session_revoked' }),
    )
    if (!ended) throw notFound('Session')
    accounts.forget(viewer.userId)
    return null
  })

  binder.bind(revokeOtherSessions, async ({ viewer }) => {
    requireOwner(viewer)
    const revoked = await write(tx => deleteOtherSessions(tx, viewer.userPk, viewer.pass?.sessionId ?? null, now()))
    accounts.forget(viewer.userId)
    return { revoked }
  })

  const userOf = async (id: string) => {
    const [account] = await accounts.now([id])
    if (!account) throw notFound('User')
    return account
  }

  binder.bind(listUserSessions, async ({ viewer, params }) => {
    const account = await userOf(params.user_id)
    if (account.pk !== viewer.userPk) await userAccess.requireMayManage(reader, viewer, account)
    const sessions = await sessionsOf(reader, account.pk, now())
    return sessions.map(session => sessionView(session, viewer.pass?.sessionId ?? null))
  })

  binder.bind(revokeUserSessions, async ({ viewer, params }) => {
    const account = await userOf(params.user_id)
    await userAccess.requireMayManage(reader, viewer, account)
    const { pk } = account
    const revoked = await write(tx => deleteOtherSessions(tx, pk, null, now(), { by: viewer }))
    accounts.forget(params.user_id)
    return { revoked }
  })
}
