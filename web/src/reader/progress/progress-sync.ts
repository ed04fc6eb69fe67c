import type { Refusal } from '../../device/unsent.rules'
import { afterSending, type Place, placeToOffer, retryPause, type ServerPlace } from './place.rules'
import type { PlaceStore } from './place-store'

/** Dependencies of sending a place. */
export interface SyncPorts {
  readonly store: Pick<PlaceStore, 'write' | 'sent' | 'refuse' | 'remove'>
  /** Never rejects; status 0 is no response. `updatedAt` is the place's new timestamp on the server, if sent. */
  send(place: Place, savedAt: number, base: string | null, leaving: boolean): Promise<Sent>
  /** Undefined if the server is unreachable. */
  ask(): Promise<ServerPlace | null | undefined>
  now(): number
  /** From 0 to 1: jitter, so that devices do not retry at once. */
  random?(): number
}

export interface Sent {
  readonly status: number
  readonly updatedAt: string | null
  readonly refusal?: Refusal
}

export interface ProgressSync {
  /** Stores the place at once and sends it when the reader has stayed for a moment. */
  moved(place: Place): void
  /** Sends a pending place now: the tab is about to close. */
  flush(): void
  /** Checks whether another device has read on; returns the place to offer. */
  check(here: Place): Promise<Place | null>
  /** Flushes and ends; resolves when the last place was sent or has failed once. */
  stop(): Promise<void>
}

const STAY_MS = 1000

/** Synchronises one book's place. `base` is the `updatedAt` of the opened place. */
export function createProgressSync(
  bookId: string,
  ports: SyncPorts,
  base: string | null,
  onOutdated: () => void = () => {},
): ProgressSync {
  let known = base
  let waiting: { place: Place; savedAt: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let underway: Promise<void> | null = null
  let failures = 0
  let stopped = false

  function schedule(ms: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(deliver, ms)
  }

  async function deliver(leaving = false): Promise<void> {
    clearTimeout(timer)
    // A closing tab cannot wait for the response to an earlier place; otherwise requests are sequential, to preserve
    // order.
    if (underway && !leaving) return underway
    if (!waiting) return
    const { place, savedAt } = waiting
    underway = ports.send(place, savedAt, known, leaving).then(sent => finish(sent, savedAt))
    await underway
  }

  function finish(sent: Sent, savedAt: number) {
    underway = null
    const outcome = afterSending(sent.status)
    const more = waiting !== null && waiting.savedAt > savedAt
    failures = outcome === 'again' ? failures + 1 : 0
    if (outcome === 'sent' && sent.updatedAt) known = sent.updatedAt
    if (outcome === 'again') return schedule(retryPause(failures) * (0.75 + (ports.random ?? Math.random)() / 2))
    if (outcome === 'sent') void ports.store.sent(bookId, savedAt, sent.updatedAt)
    else if (outcome === 'refused') {
      void ports.store.refuse(bookId, savedAt, sent.refusal ?? { status: sent.status, message: '' })
    } else void ports.store.remove(bookId, savedAt)
    if (more) return schedule(STAY_MS)
    waiting = null
    if (outcome === 'outdated') onOutdated()
  }

  return {
    moved(reached) {
      const savedAt = Math.max(ports.now(), (waiting?.savedAt ?? 0) + 1)
      // An unsent jump is part of the way to this place.
      const place = waiting?.place.deliberate ? { ...reached, deliberate: true } : reached
      waiting = { place, savedAt }
      void ports.store.write(bookId, { place, savedAt, base: known })
      if (!underway && failures === 0) schedule(STAY_MS)
    },
    flush() {
      if (waiting) void deliver(true)
    },
    async check(here) {
      const server = await ports.ask()
      return server ? placeToOffer(server, known, here) : null
    },
    async stop() {
      const last = deliver()
      stopped = true
      await last
      // A place that changed during a request is still unsent.
      if (waiting && failures === 0) await deliver()
      clearTimeout(timer)
    },
  }
}
