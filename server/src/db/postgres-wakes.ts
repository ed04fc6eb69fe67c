import pg from 'pg'
import { createTopics, WAKE_TOPICS, type WakeState, type Wakes, type WakeTopic } from './wakes'

/** Wakes within this time are one NOTIFY. */
const COALESCE_MS = 20
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
/** Interval of the check for a silently cut connection. */
const PROBE_MS = 10_000
const ANSWER_MS = 5_000

const channelOf = (topic: WakeTopic) => `octavo_${topic}`

export interface PostgresWakesOptions {
  readonly url: string
  /** Sends one NOTIFY outside any transaction: inside, commits of all processes would wait for each other. */
  readonly notify: (channel: string, payload: string) => Promise<unknown>
}

/**
 * Wakes by LISTEN and NOTIFY. The listening connection is opened for the first listener. When it is lost, it is
 * reopened and all listeners are woken, as they may have missed something.
 */
export function createPostgresWakes({ url, notify }: PostgresWakesOptions): Wakes {
  const self = crypto.randomUUID()
  const topics = createTopics()
  const timers = new Map<WakeTopic, NodeJS.Timeout>()
  const dirty = new Set<WakeTopic>()
  let line: Promise<void> | null = null
  let cut: () => void = () => undefined
  let closed = false
  let state: WakeState = { listening: false, lostSince: null }

  function send(topic: WakeTopic): void {
    // If this is lost, the others find the change by polling.
    notify(channelOf(topic), self).catch(() => undefined)
    const timer = setTimeout(() => {
      timers.delete(topic)
      if (dirty.delete(topic) && !closed) send(topic)
    }, COALESCE_MS)
    timer.unref()
    timers.set(topic, timer)
  }

  /** Listens until the connection is lost. */
  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'octavo listen',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBE_MS,
    })
    const lost = Promise.withResolvers<void>()
    cut = lost.resolve
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ channel, payload }) => {
      if (payload === self) return
      const topic = WAKE_TOPICS.find(each => channelOf(each) === channel)
      if (topic) topics.call(topic)
    })
    let probe: NodeJS.Timeout | undefined
    try {
      await Promise.race([client.connect(), lost.promise])
      if (closed) return
      await client.query(WAKE_TOPICS.map(topic => `listen ${channelOf(topic)}`).join('; '))
      state = { listening: true, lostSince: null }
      for (const topic of WAKE_TOPICS) topics.call(topic)
      probe = setInterval(() => void client.query('select 1').catch(() => lost.resolve()), PROBE_MS)
      await lost.promise
    } finally {
      clearInterval(probe)
      void client.end().catch(() => undefined)
    }
  }

  async function keepListening(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !closed; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
      try {
        await listen()
        wait = FIRST_RETRY_MS
      } catch {
        // Reported by `state`; the pool's own errors give the reason.
      }
      if (closed) return
      state = { listening: false, lostSince: state.lostSince ?? Date.now() }
      await pause(wait)
    }
  }

  function pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    cut = resolve
    return promise.finally(() => clearTimeout(timer))
  }

  return {
    on(topic, listener) {
      if (!closed) line ??= keepListening()
      return topics.on(topic, listener)
    },
    wake(topic) {
      topics.call(topic)
      if (closed) return
      if (timers.has(topic)) dirty.add(topic)
      else send(topic)
    },
    state: () => state,
    async close() {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
      cut()
      await line
    },
  }
}
