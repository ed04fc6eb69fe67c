import {
  createEventTicket,
  type EventChannel,
  openEntityEvents,
  openEvents,
  openScanEvents,
  openTaskEvents,
} from '@octavo/contract/event'
import type { Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import type { Peer } from '../../../http/identity'
import { waitSeconds } from '../../../http/rate-limit'
import { AppError } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { issueTicket } from './event-tickets.store'
import { requireChannels, type StreamKind } from './stream-kinds'
import type { Streams } from './streams'

export interface EventDeps {
  readonly streams: Streams
  readonly write: Write
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Tells proxies not to buffer.
  'X-Accel-Buffering': 'no',
}
/** `Retry-After` for a user with too many streams, in seconds. */
const TOO_MANY_WAIT = 15

interface StreamCall {
  readonly viewer: Viewer
  readonly request: Request
  readonly peer: Peer
  readonly query?: { readonly lastEventId?: string | undefined } | undefined
}

/** A stream as the answer to a request. @throws Forbidden, ServiceUnavailable */
export async function streamAnswer(streams: Streams, call: StreamCall, kind: StreamKind): Promise<Response> {
  const { viewer, request, query, peer } = call
  requireChannels(viewer, kind)
  const { signal } = request
  const lastId = numberOf(request.headers.get('last-event-id') ?? query?.lastEventId)
  const body = await streams.open({ viewer, pass: passOf(viewer), signal, socket: peer.socket }, kind, lastId)
  return body ? new Response(body, { headers: HEADERS }) : waitSeconds(TOO_MANY_WAIT)
}

/** Event streams, and tickets for them. */
export function eventRoutes(binder: Binder, { streams, write }: EventDeps): void {
  const open = (call: StreamCall, kind: StreamKind) => streamAnswer(streams, call, kind)
  const only = (channel: EventChannel) => ({ channels: new Set([channel]), named: false })

  binder.bind(openEvents, call => open(call, { channels: new Set(call.query.channels), named: true }))
  binder.bind(openEntityEvents, call => open(call, { channels: new Set(call.query.channels), named: true }))
  binder.bind(openTaskEvents, call => open(call, only('tasks')))
  binder.bind(openScanEvents, call => open(call, only('scans')))

  binder.bind(createEventTicket, async ({ viewer }) => {
    const { ticket, expiresAt } = await write(tx => issueTicket(tx, viewer.userPk, passOf(viewer)))
    return Response.json({ ticket, expiresAt: timestamp(expiresAt) }, { headers: { 'Cache-Control': 'no-store' } })
  })
}

function passOf({ pass }: Viewer) {
  if (!pass) throw new AppError('Unauthorized', 'Sign in first')
  return pass
}

/** The client's last event id; empty means none, and a non-numeric one is foreign. */
function numberOf(text: string | undefined): number | 'unknown' | null {
  if (text === undefined || text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : 'unknown'
}
