import { endSeeAs, seeAs } from '@octavo/contract/see-as'
import type { Reader, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import { type Clock, timestamp } from '../../../kernel/clock'
import { recordAct } from '../../../platform/audit-log'
import { requireOwner } from '../sessions'
import { type AccountCache, userAccess, userInfo } from '../users'
import { type CookiePolicy, seeAsCookie } from './session-cookie'
import type { Tokens } from './tokens'

/** Long enough to look into something, short enough if it is forgotten. */
const SECONDS = 1800
/** The cookie outlives its token, so that an open page gets an error instead of silently becoming the administrator again. */
const COOKIE_SECONDS = 86_400

export interface SeeAsDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly tokens: Tokens
  readonly cookies: CookiePolicy
}

/** Lets an administrator view the server as another user: read-only, and recorded in the audit log. */
export function seeAsRoutes(binder: Binder, { reader, write, now, accounts, tokens, cookies }: SeeAsDeps): void {
  binder.bind(seeAs, async ({ viewer, params, request }) => {
    requireOwner(viewer)
    const sessionId = viewer.pass?.sessionId
    if (!sessionId)
      throw refused('Forbidden', 'session_needed', 'Sign in first. A password in the request is not a session.')
    const [[user], owner] = await Promise.all([accounts.now([params.user_id]), accounts.get(viewer.userId)])
    if (!user || !owner) throw notFound('User')
    if (!userAccess.maySeeAs(viewer, user)) {
      throw refused(
        'Forbidden',
        'not_seen_as',
        'You cannot view the app as yourself, an administrator or a deactivated user',
      )
    }
    await userAccess.requireMayManage(reader, viewer, user)
    const { accessToken } = await tokens.issue(owner, sessionId, SECONDS, user.id)
    const endsAt = timestamp(now() + SECONDS * 1000)
    const subject = { kind: 'user', id: user.id, name: user.username } as const
    await write(tx => recordAct(tx, viewer, 'user_viewed_as', subject, { now: now(), details: { until: endsAt } }))
    const isOurPage = request.headers.get('sec-fetch-site') === 'same-origin'
    const answer = { user: userInfo(user), tokenType: 'Bearer', endsAt, ...(!isOurPage && { accessToken }) }
    const cookie = seeAsCookie(request, cookies, accessToken, COOKIE_SECONDS)
    return Response.json(answer, {
      headers: { 'Cache-Control': 'no-store', ...(isOurPage && { 'Set-Cookie': cookie }) },
    })
  })

  // For everybody: after it has expired, nobody is identified by the two cookies.
  binder.bindPublic(endSeeAs, ({ request }) => {
    const cookie = seeAsCookie(request, cookies, '', 0)
    return new Response(null, { status: 204, headers: { 'Set-Cookie': cookie } })
  })
}
