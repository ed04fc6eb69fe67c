import type { Identify } from '../../../http/identity'
import { viewerOf } from '../../people/auth'
import type { LiveSessions } from '../../people/sessions'
import { type AccountCache, userKeeping } from '../../people/users'
import type { Tickets } from './tickets'

/** Below this address a ticket in the path stands for a cookie. */
export const MEMBER_PREFIX = '/epub/'

const REFUSED = {
  kind: 'refused',
  message: 'This ticket is not valid or has ended: ask for a new one',
} as const

/**
 * Lets tickets in where they are good, and nothing else there: a cookie that happens to come along counts for nothing.
 * The account is looked at each time, so that a ticket ends with it.
 */
export function withTickets(
  identify: Identify,
  {
    tickets,
    accounts,
    sessions,
  }: { readonly tickets: Tickets; readonly accounts: AccountCache; readonly sessions: LiveSessions },
): Identify {
  return async (request, peer, mayTryPassword) => {
    // Taking the address apart costs more than looking for the place.
    if (!request.url.includes(MEMBER_PREFIX)) return identify(request, peer, mayTryPassword)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith(MEMBER_PREFIX)) return identify(request, peer, mayTryPassword)
    const ticket = tickets.verify(pathname.slice(MEMBER_PREFIX.length).split('/')[0] ?? '')
    const account = ticket && (await accounts.get(ticket.userId))
    if (!ticket || !account?.isActive || account.credentialsVersion !== ticket.credentialsVersion) return REFUSED
    const owner = ticket.seenBy === undefined ? account : await accounts.get(ticket.seenBy)
    if (!owner?.isActive) return REFUSED
    if (
      ticket.seenBy !== undefined &&
      !userKeeping.maySeeAs({ userId: owner.id, permissions: owner.permissions }, account)
    ) {
      return REFUSED
    }
    if (ticket.sessionId !== null && !(await sessions.get(ticket.sessionId, owner))) return REFUSED
    const permissions = new Set([...account.permissions].filter(permission => permission === 'pages-read'))
    return { kind: 'known', by: 'ticket', viewer: viewerOf(account, permissions) }
  }
}
