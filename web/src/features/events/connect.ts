import { createParser } from 'eventsource-parser'
import { whenBack } from '../../api/connection'
import { userHeader } from '../../api/expected-user'

/** One message of the stream. `event` is "message" if the server set none. */
export type SseMessage = { readonly event: string; readonly data: string }

export type Listening = {
  readonly onMessage: (message: SseMessage) => void
  /** Everything up to this id was received, even without messages. */
  readonly onPlace: (id: string) => void
  /** Connected, or disconnected. */
  readonly onLive: (live: boolean) => void
  /** Events before the connection may be missing, since there was no id to continue from. */
  readonly onMissed: () => void
  /** Anything was received, including comments. */
  readonly onSign: () => void
  /** No live changes for now (too many streams, a proxy in between): poll instead. */
  readonly onRefused: () => void
  /** The session has ended: no more events. */
  readonly onEnded: () => void
  /** No answer. */
  readonly onSilence: () => void
}

/** The server sends something at least every 15 seconds. After sleep, a laptop's connection is dead without notice. */
const deafAfterMs = 45_000
const firstPauseMs = 500
const longestPauseMs = 30_000
const refusedPauseMs = 30_000

/**
 * Listens until `signal` aborts, and reconnects after each interruption, from the last message on. By fetch rather than
 * EventSource, which hides the status of a refusal and cannot continue where another tab stopped.
 */
export async function listen(
  address: string,
  lastId: string | null,
  heard: Listening,
  signal: AbortSignal,
): Promise<void> {
  let pause = firstPauseMs
  let known = lastId
  while (!signal.aborted) {
    const line = new AbortController()
    const stop = () => line.abort()
    signal.addEventListener('abort', stop)
    let wait = pause
    try {
      const response = await fetch(address, {
        credentials: 'same-origin',
        cache: 'no-store',
        headers: { Accept: 'text/event-stream', ...userHeader(), ...(known ? { 'Last-Event-ID': known } : {}) },
        signal: line.signal,
      })
      // 409: the session is another user's.
      if (response.status === 401 || response.status === 409) {
        heard.onEnded()
        return
      }
      if (response.ok && response.body) {
        heard.onLive(true)
        if (known === null) heard.onMissed()
        pause = firstPauseMs
        wait = pause
        await readAll(response.body, line, heard, id => {
          known = id
          heard.onPlace(id)
        })
      } else {
        await response.body?.cancel()
        if (response.status < 500) heard.onRefused()
        wait = response.status < 500 ? refusedPauseMs : pause
      }
    } catch {
      if (!signal.aborted) heard.onSilence()
    }
    signal.removeEventListener('abort', stop)
    line.abort()
    if (signal.aborted) return
    heard.onLive(false)
    // Random delay, so that not all browsers reconnect to a restarted server at once.
    await sleep(wait * (0.75 + Math.random() / 2), signal)
    pause = Math.min(longestPauseMs, pause * 2)
  }
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  line: AbortController,
  heard: Listening,
  onPlace: (id: string) => void,
): Promise<void> {
  let place: string | null = null
  let reached: string | null = null
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => heard.onMessage({ event, data }),
    // A heartbeat has an id as well, and no data.
    onId: id => {
      reached = id
    },
  })
  const decoder = new TextDecoder()
  const pieces = body.getReader()
  let deaf = setTimeout(() => line.abort(), deafAfterMs)
  try {
    for (;;) {
      const { done, value } = await pieces.read()
      if (done) return
      clearTimeout(deaf)
      deaf = setTimeout(() => line.abort(), deafAfterMs)
      heard.onSign()
      parser.feed(decoder.decode(value, { stream: true }))
      if (reached !== null && reached !== place) onPlace(reached)
      place = reached
    }
  } finally {
    clearTimeout(deaf)
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      forget()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    // Another request has reached the server: reconnect at once.
    const forget = whenBack(done)
    signal.addEventListener('abort', done)
  })
}
