import { type Listening, listen, type SseMessage } from './connect'

/** Messages from the tab with the stream to the others. */
type Word =
  | { readonly kind: 'message'; readonly message: SseMessage }
  | { readonly kind: 'live'; readonly live: boolean; readonly lastId: string | null }
  | { readonly kind: 'place'; readonly lastId: string }
  | { readonly kind: 'sign' | 'refused' | 'hello' }

/** Without a message from the leader for this long, a tab takes the stream over: browsers suspend tabs. */
const leaderlessMs = 60_000

/**
 * One stream for all tabs of a browser: browsers allow six connections per server, so one per tab would soon leave none
 * for covers. The tab that gets the lock listens and passes everything on; when it closes, the next one continues from
 * the last message. Over plain HTTP from another machine there are no locks: there every visible tab has its own
 * stream. `since` is the event id of the tab's first answers.
 */
export function shareStream(
  name: string,
  { address, since }: { readonly address: string; readonly since: string | null },
  heard: Listening,
  signal: AbortSignal,
): void {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') {
    listenWhileSeen(address, since, heard, signal)
    return
  }
  const others = new BroadcastChannel(name)
  let lastId = since
  let lastSign = Date.now()
  let live = false
  let joined = false
  let leading = false
  let ended = false

  const tell = (word: Word) => others.postMessage(word)
  const mine: Listening = {
    ...heard,
    onMessage(message) {
      heard.onMessage(message)
      tell({ kind: 'message', message })
    },
    onPlace(id) {
      lastId = id
      heard.onPlace(id)
      tell({ kind: 'place', lastId: id })
    },
    onLive(now) {
      live = now
      heard.onLive(now)
      tell({ kind: 'live', live, lastId })
    },
    onSign() {
      heard.onSign()
      tell({ kind: 'sign' })
    },
    onRefused() {
      heard.onRefused()
      tell({ kind: 'refused' })
    },
    onEnded() {
      ended = true
      heard.onEnded()
    },
  }

  others.onmessage = ({ data: word }: MessageEvent<Word>) => {
    if (word.kind === 'hello') {
      if (leading) tell({ kind: 'live', live, lastId })
      return
    }
    if (leading) return
    lastSign = Date.now()
    if (word.kind === 'message') heard.onMessage(word.message)
    else if (word.kind === 'place') {
      // Before it has joined, this tab does not know what the others have received.
      if (joined) lastId = word.lastId
    } else if (word.kind === 'live') {
      // Events between this tab's first answers and its joining reached the others only.
      if (!joined && isBehind(lastId, word.lastId)) heard.onMissed()
      joined = true
      lastId = word.lastId ?? lastId
      heard.onLive(word.live)
    } else if (word.kind === 'refused') heard.onRefused()
  }

  async function lead(steal: boolean): Promise<void> {
    // A tab whose lock was stolen gets an error and follows again.
    const hold = async () => {
      leading = true
      const robbed = new AbortController()
      leave = () => robbed.abort()
      await listen(address, lastId, mine, AbortSignal.any([signal, robbed.signal]))
    }
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal }, hold)
    } catch {
      leave()
    }
    leading = false
    if (!signal.aborted && !ended) void lead(false)
  }

  let leave = () => {}
  const watch = setInterval(() => {
    if (leading || ended || document.hidden || Date.now() - lastSign < leaderlessMs) return
    lastSign = Date.now()
    void lead(true)
  }, 5000)
  signal.addEventListener('abort', () => {
    clearInterval(watch)
    others.close()
  })
  tell({ kind: 'hello' })
  void lead(false)
}

/** Ids grow; a tab without one may have missed everything. */
function isBehind(own: string | null, others: string | null): boolean {
  return own === null || (others !== null && Number(others) > Number(own))
}

function listenWhileSeen(address: string, since: string | null, heard: Listening, signal: AbortSignal): void {
  let line: AbortController | null = null
  let lastId = since
  const mine: Listening = {
    ...heard,
    onPlace(id) {
      lastId = id
      heard.onPlace(id)
    },
  }
  const look = () => {
    if (document.hidden || signal.aborted) {
      line?.abort()
      line = null
    } else if (!line) {
      line = new AbortController()
      void listen(address, lastId, mine, line.signal)
    }
  }
  document.addEventListener('visibilitychange', look)
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', look)
    look()
  })
  look()
}
