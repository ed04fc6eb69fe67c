import { api } from '../../api'
import { browserShelf } from './browser-shelf'
import { deviceId } from './device'
import type { MeasuredSession } from './session-meter.rules'

/** Maximum per request. The oldest beyond the queue limit are dropped: after weeks offline. */
const MOST = 500

type Waiting = {
  readonly id: string
  readonly bookId: string
  readonly deviceId: string
  readonly deviceName: string
  readonly kind: 'progress'
  readonly activeDurationMs: number
  readonly pagesRead: number | null
  readonly clientStartedAt: string
  readonly clientEndedAt: string
}

const nameFor = (userId: string) => `octavo.sessions.${userId}`

/** Queues a session until the server has confirmed it, and sends the queue. */
export function queueSession(userId: string, bookId: string, session: MeasuredSession, leaving: boolean): void {
  const waiting: Waiting = {
    id: uuid(),
    bookId,
    deviceId: deviceId(),
    deviceName: `Octavo (${navigator.platform || 'Web'})`.slice(0, 200),
    kind: 'progress',
    activeDurationMs: Math.round(session.activeMs),
    pagesRead: session.pages,
    clientStartedAt: new Date(session.startedAt).toISOString(),
    clientEndedAt: new Date(session.endedAt).toISOString(),
  }
  store(userId, [...read(userId), waiting])
  void sendSessions(userId, leaving)
}

/** Sends the queue; accepted and refused entries are removed. */
export async function sendSessions(userId: string, leaving = false): Promise<void> {
  const sessions = read(userId)
  if (sessions.length === 0) return
  try {
    const { accepted, rejected } = await api.post('/api/v1/reading-sessions', {
      body: { sessions },
      keepalive: leaving,
      user: userId,
    })
    const done = new Set([...accepted, ...rejected.map(({ id }) => id)])
    store(
      userId,
      read(userId).filter(({ id }) => !done.has(id)),
    )
  } catch {
    // They stay queued.
  }
}

function read(userId: string): Waiting[] {
  try {
    const known: unknown = JSON.parse(browserShelf().getItem(nameFor(userId)) ?? '[]')
    return Array.isArray(known) ? (known as Waiting[]) : []
  } catch {
    return []
  }
}

function store(userId: string, sessions: readonly Waiting[]): void {
  try {
    if (sessions.length === 0) browserShelf().removeItem(nameFor(userId))
    else browserShelf().setItem(nameFor(userId), JSON.stringify(sessions.slice(-MOST)))
  } catch {
    // Without storage a session is sent once.
  }
}

/** `crypto.randomUUID` is unavailable without HTTPS. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
