import { openEntityEvents, openEvents, openScanEvents, openTaskEvents } from '@octavo/contract/event'
import type { Reader, Write } from '../../../db'
import type { Identify } from '../../../http/identity'
import type { Clock } from '../../../kernel/clock'
import { viewersNow } from '../../people/auth'
import type { LiveSessions } from '../../people/sessions'
import type { AccountCache } from '../../people/users'
import { isTicket, takeTicket } from './event-tickets.store'

const STREAMS: ReadonlySet<string> = new Set(
  [openEvents, openEntityEvents, openTaskEvents, openScanEvents].map(route => route.path),
)
const REFUSED = { kind: 'refused', message: 'This ticket is invalid or was used. Request a new one.' } as const

/** Accepts a ticket in the address of a stream as credentials; if present, it alone counts. */
export function withEventTickets(
  identify: Identify,
  deps: {
    readonly reader: Reader
    readonly write: Write
    readonly accounts: AccountCache
    readonly sessions: LiveSessions
    readonly now: Clock
  },
): Identify {
  const { reader, write, now } = deps
  const byTicket: Identify = async (request, peer, mayTryPassword) => {
    const { pathname, searchParams } = new URL(request.url)
    const ticket = STREAMS.has(pathname) ? searchParams.get('ticket') : null
    if (ticket === null) return identify(request, peer, mayTryPassword)
    const holder = (await isTicket(reader, ticket)) ? await write(tx => takeTicket(tx, ticket)) : null
    const viewer = holder && (await viewersNow(deps, [holder], now())).get(holder)
    return viewer ? { kind: 'known', by: 'ticket', viewer } : REFUSED
  }
  // Parsing the address costs more than searching for the word.
  return (request, peer, mayTryPassword) =>
    (request.url.includes('ticket=') ? byTicket : identify)(request, peer, mayTryPassword)
}
