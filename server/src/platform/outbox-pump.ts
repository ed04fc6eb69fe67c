import type { Connection } from '../db'
import type { Logger } from '../kernel/log'
import { type OutboxRow, outboxAfter, outboxEnd, outboxSince, type Position } from './outbox.queries'
import { nextTurn } from './task-work'

export type { OutboxRow } from './outbox.queries'

/** Delivers events of all processes on the database. */
export interface OutboxPump {
  /**
   * Calls back with every row committed from now on; "now" is before the promise resolves. Rows arrive once each, in
   * commit order as far as known. Returns a function that unsubscribes.
   */
  listen(listener: (rows: readonly OutboxRow[]) => void): Promise<() => void>
  /** Events after a row; null if unknown. May overlap with delivered ones. */
  since(key: number): Promise<readonly OutboxRow[] | null>
  /** The position of an up-to-date client. */
  readonly resumeAt: number
  stop(): Promise<void>
}

export interface OutboxPumpOptions {
  readonly connection: Connection
  readonly log: Logger
  /** Polling interval without wakes. */
  readonly pollMs?: number
  /** How long to keep reading without listeners. */
  readonly lingerMs?: number
}

/** Events cached in memory, so that many returning clients cost no reads. */
const MAX_BUFFERED = 5_000
/** Maximum number of rows for a returning client; beyond that, it reloads. */
const MAX_REPLAYED = 200
/** Events delivered before yielding, unless a single row has more. */
const MAX_AT_ONCE = 100
/** Interval between reads, which batches events. */
const PAUSE_MS = 15

/**
 * It reads while somebody listens and a little longer, so that a short interruption does not lose its position. Then it
 * stops, so that an idle server does not query the database.
 */
export function createOutboxPump(options: OutboxPumpOptions): OutboxPump {
  const { connection, log, pollMs = 1_000, lingerMs = 60_000 } = options
  const listeners = new Set<(rows: readonly OutboxRow[]) => void>()
  let cached = createRing()
  let position: Position | null = null
  let handedOn = 0
  let starting: Promise<void> | null = null
  let reading: Promise<void> | null = null
  let more = false
  let failed = false
  let stopped = false
  let poll: NodeJS.Timeout | undefined
  let linger: NodeJS.Timeout | undefined
  let leave: (() => void) | undefined

  function wake(): void {
    if (!position || stopped) return
    more = true
    reading ??= readAll().finally(() => {
      reading = null
    })
  }

  async function readAll(): Promise<void> {
    while (more && position && !stopped) {
      more = false
      try {
        const from: Position = position
        const next = await outboxAfter(connection.reader, from)
        // It may have stopped meanwhile.
        if (position !== from) return
        position = next.position
        await handOn(next.rows)
        failed = false
      } catch (error) {
        if (!failed) log.error({ err: error }, 'could not read events')
        failed = true
        await Bun.sleep(pollMs)
        more = true
      }
      if (!more) await Bun.sleep(PAUSE_MS)
    }
  }

  /** In small batches, so that listeners can drain their queues in between. */
  async function handOn(rows: readonly OutboxRow[]): Promise<void> {
    for (const part of partsOf(rows)) {
      for (const row of part) {
        cached.add(row)
        handedOn = row.resumeAt
      }
      for (const listener of listeners) listener(part)
      await nextTurn()
    }
  }

  async function start(): Promise<void> {
    // Subscribed to wakes before the position is read: nothing is missed between the two.
    leave = connection.wakes.on('events', wake)
    const end = await outboxEnd(connection.reader)
    position = end.position
    handedOn = end.position.committed
    cached = createRing(end.newest)
    if (connection.kind === 'postgres') poll = setInterval(wake, pollMs)
    wake()
  }

  function rest(): void {
    if (listeners.size > 0) return
    leave?.()
    clearInterval(poll)
    position = null
    handedOn = 0
    starting = null
  }

  return {
    async listen(listener) {
      if (stopped) throw new Error('The outbox pump has stopped')
      clearTimeout(linger)
      listeners.add(listener)
      starting ??= start()
      try {
        await starting
      } catch (error) {
        listeners.delete(listener)
        rest()
        throw error
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0 || stopped) return
        linger = setTimeout(rest, lingerMs)
        linger.unref()
      }
    },
    since: async key => cached.since(key) ?? (await outboxSince(connection.reader, key, MAX_REPLAYED)),
    get resumeAt() {
      return handedOn
    },
    async stop() {
      stopped = true
      clearTimeout(linger)
      clearInterval(poll)
      leave?.()
      await reading
    },
  }
}

function* partsOf(rows: readonly OutboxRow[]): Generator<readonly OutboxRow[]> {
  let part: OutboxRow[] = []
  let happenings = 0
  for (const row of rows) {
    if (part.length > 0 && happenings + row.happened.length > MAX_AT_ONCE) {
      yield part
      part = []
      happenings = 0
    }
    part.push(row)
    happenings += row.happened.length
  }
  if (part.length > 0) yield part
}

/** The last rows, in order of arrival. `from`: all newer rows have been added, or will be. */
function createRing(from = Number.POSITIVE_INFINITY) {
  const rows: OutboxRow[] = []
  let complete = from
  let size = 0
  return {
    add(row: OutboxRow): void {
      rows.push(row)
      size += row.happened.length
      while (size > MAX_BUFFERED) {
        const oldest = rows.shift()
        if (!oldest) return
        size -= oldest.happened.length
        complete = Math.max(complete, oldest.key)
      }
    },
    /** Null if it does not reach back that far, or the number is unknown. */
    since(key: number): OutboxRow[] | null {
      if (key < complete || (key !== complete && !rows.some(row => row.key === key))) return null
      const later = rows.filter(row => row.key > key)
      return later.length > MAX_REPLAYED ? null : later
    },
  }
}
