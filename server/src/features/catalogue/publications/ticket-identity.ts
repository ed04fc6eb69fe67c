import type { Identify } from '../../../http/identity'
import { viewerNow } from '../../people/auth'
import type { Tickets } from './tickets'

/** Below this path, a ticket in the path replaces the cookie. */
export const MEMBER_PREFIX = '/epub/'

const REFUSED = {
  kind: 'refused',
  message: 'This ticket is invalid or expired. Request a new one.',
} as const

/**
 * Below `/epub/` only a ticket counts, not a cookie. Each request checks the credential behind the ticket, so that it
 * ends with the account, session or API key.
 */
export function withTickets(
  identify: Identify,
  deps: Parameters<typeof viewerNow>[0] & { readonly tickets: Tickets },
): Identify {
  const byTicket: Identify = async (request, peer, mayTryPassword) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith(MEMBER_PREFIX)) return identify(request, peer, mayTryPassword)
    const ticket = deps.tickets.verify(pathname.slice(MEMBER_PREFIX.length).split('/')[0] ?? '')
    const viewer = ticket && (await viewerNow(deps, { ...ticket, pass: { ...ticket.pass, endsAt: null } }))
    if (!viewer) return REFUSED
    const permissions = new Set([...viewer.permissions].filter(permission => permission === 'pages-read'))
    return { kind: 'known', by: 'ticket', viewer: { ...viewer, permissions } }
  }
  // Parsing the address costs more than searching for the path.
  return (request, peer, mayTryPassword) =>
    (request.url.includes(MEMBER_PREFIX) ? byTicket : identify)(request, peer, mayTryPassword)
}
