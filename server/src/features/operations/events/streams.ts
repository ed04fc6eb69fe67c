import { EVENT_CHANNELS, type EventChannel } from '@octavo/contract/event'
import type { Reader } from '../../../db'
import { AppError } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { Logger } from '../../../kernel/log'
import { type Pass, type Viewer, visibilityKey } from '../../../kernel/viewer'
import type { OutboxPump, OutboxRow } from '../../../platform/outbox-pump'
import { type SocketEnd, silentPeers } from '../../../platform/silent-peers'
import type { FactsOf } from '../../people/access'
import { type Holder, viewersNow } from '../../people/auth'
import type { LiveSessions } from '../../people/sessions'
import type { AccountCache } from '../../people/users'
import { beatBytes, type Chunk, createRowMessages, goodbyeBytes, helloBytes, resyncChunk } from './message.view'
import { createSseStream } from './sse-stream'
import { mayOpen, type StreamKind } from './stream-kinds'
import { factsFor } from './subject-facts'

/** Heartbeats, which keep connections open and reveal dead ones. */
const BEAT_MS = 15_000
/** Interval of access checks of open streams: less than the promised second. */
const RECHECK_MS = 500
/** A stream without reads for this number of heartbeats is cut. */
const MAX_MISSED_BEATS = 2

export interface StreamsDeps {
  readonly reader: Reader
  readonly accounts: AccountCache
  readonly sessions: LiveSessions
  readonly pump: OutboxPump
  readonly now: Clock
  readonly log: Logger
  readonly streamsPerUser: () => number
}

/** Metrics for operators. */
export interface StreamCounts {
  /** Open streams. */
  readonly open: number
  /** Number of streams by channel. */
  readonly byChannel: Readonly<Record<EventChannel, number>>
  /** Messages sent since the start. */
  readonly sent: number
  /** Reloads sent because a client was too slow. */
  readonly overflowed: number
}

export interface Streams {
  /**
   * The body of a new stream; null if the user has too many. `lastId` is the position of the client.
   * @throws ServiceUnavailable if the process has too many
   */
  open(
    who: {
      readonly viewer: Viewer
      readonly pass: Pass
      readonly signal: AbortSignal
      /** Address of the client, if known. */
      readonly socket?: SocketEnd | undefined
    },
    kind: StreamKind,
    lastId: number | 'unknown' | null,
  ): Promise<ReadableStream<Uint8Array> | null>
  counts(): StreamCounts
  /** Checks at once whether listeners still have access. */
  recheck(): void
  /** Tells all clients to reconnect and ends all streams. New ones end at once. */
  stop(): Promise<void>
}

const counting = new Set<() => StreamCounts>()

/** Totals of this process. */
export function streamCounts(): StreamCounts {
  const byChannel = { entities: 0, tasks: 0, scans: 0 }
  const sum = { open: 0, sent: 0, overflowed: 0 }
  for (const counts of counting) {
    const one = counts()
    sum.open += one.open
    sum.sent += one.sent
    sum.overflowed += one.overflowed
    for (const channel of EVENT_CHANNELS) byChannel[channel] += one.byChannel[channel]
  }
  return { ...sum, byChannel }
}

interface Line extends Holder {
  readonly socket: SocketEnd | undefined
  viewer: Viewer
  readonly kind: StreamKind
  readonly stream: ReturnType<typeof createSseStream>
  /** Events that arrive while missed ones are loaded. */
  held: OutboxRow[] | null
  missedBeats: number
}

/** All open streams of this process. */
export function createStreams(deps: StreamsDeps): Streams {
  const { reader, pump, now, log, streamsPerUser } = deps
  const lines = new Set<Line>()
  /** By owner of the streams: the administrator, not the user they view the app as. */
  const ofUser = new Map<string, number>()
  let listening: Promise<() => void> | null = null
  let timers: NodeJS.Timeout[] = []
  let checking: Promise<void> | null = null
  let isLate = false
  let sent = 0
  let overflowed = 0
  let stopping = false
  /** While facts of rows are read for partial viewers, later rows wait. */
  let handing: Promise<void> | null = null

  function deliver(line: Line, chunk: Chunk | null, resumeAt: number): void {
    if (!chunk) return
    sent += chunk.messages
    if (line.stream.send(chunk)) return
    overflowed++
    line.stream.send(resyncChunk(resumeAt, now(), line.kind))
  }

  function onRows(rows: readonly OutboxRow[]): void {
    // In order of arrival, even if some need facts first.
    const looked = factsFor(reader, [...lines], rows)
    if (looked === null && handing === null) {
      handOut(rows)
      return
    }
    handing = Promise.all([handing, looked])
      .then(([, factsOf]) => handOut(rows, factsOf ?? undefined))
      .catch(error => {
        log.warn({ err: error }, 'could not read the subjects of events')
        giveUp(rows)
      })
    const own = handing
    void own.then(() => {
      if (handing === own) handing = null
    })
  }

  function handOut(rows: readonly OutboxRow[], factsOf?: FactsOf): void {
    for (const row of rows) {
      const messagesFor = createRowMessages(row, factsOf)
      for (const line of lines) {
        if (line.held) line.held.push(row)
        else deliver(line, messagesFor(line.viewer, line.kind), row.resumeAt)
      }
    }
  }

  /** Nobody can be given these rows: everybody reloads instead. */
  function giveUp(rows: readonly OutboxRow[]): void {
    const resumeAt = rows.at(-1)?.resumeAt ?? pump.resumeAt
    for (const line of lines) {
      if (line.held) line.held.push(...rows)
      else deliver(line, resyncChunk(resumeAt, now(), line.kind), resumeAt)
    }
  }

  async function beat(): Promise<void> {
    const isSilent = await silentPeers()
    // The id of a heartbeat says that everything up to it was sent.
    while (handing) await handing
    const bytes = beatBytes(pump.resumeAt)
    for (const line of lines) {
      if (line.held) continue
      line.missedBeats = line.stream.isStuck() ? line.missedBeats + 1 : 0
      const isGone = line.socket !== undefined && isSilent(line.socket)
      if (isGone || line.missedBeats >= MAX_MISSED_BEATS) line.stream.cut()
      else line.stream.sendIfIdle(bytes)
    }
  }

  /** Streams without access are closed; the others continue with their current access. */
  async function recheck(): Promise<void> {
    const asked = [...lines]
    if (asked.length === 0) return
    const viewers = await viewersNow(deps, asked, now())
    for (const line of asked) {
      const viewer = viewers.get(line)
      if (!viewer || !mayOpen(viewer, line.kind)) line.stream.end()
      else {
        const before = visibilityKey(line.viewer)
        line.viewer = viewer
        // Something visible may now be hidden, and vice versa.
        if (before !== visibilityKey(viewer)) deliver(line, resyncChunk(pump.resumeAt, now(), line.kind), pump.resumeAt)
      }
    }
  }

  function look(): void {
    if (checking) return
    isLate = false
    checking = recheck()
      .catch(error => log.warn({ err: error }, 'could not check open streams'))
      .finally(() => {
        checking = null
        if (isLate && !stopping) look()
      })
  }

  /** A check under way may have read old data, so it runs once more. */
  function lookAgain(): void {
    if (checking) isLate = true
    else look()
  }

  function add(line: Line): void {
    lines.add(line)
    if (timers.length > 0) return
    timers = [setInterval(() => void beat(), BEAT_MS), setInterval(look, RECHECK_MS)]
  }

  function remove(line: Line): void {
    lines.delete(line)
    const whose = line.pass.seenBy ?? line.userId
    const left = (ofUser.get(whose) ?? 1) - 1
    if (left > 0) ofUser.set(whose, left)
    else ofUser.delete(whose)
    if (lines.size > 0) return
    for (const timer of timers) clearInterval(timer)
    timers = []
    const ended = listening
    listening = null
    void ended?.then(leave => leave()).catch(() => undefined)
  }

  function listen(): Promise<unknown> {
    listening ??= pump.listen(rows => onRows(rows))
    return listening
  }

  /** Sends missed events, then those that arrived meanwhile. */
  async function catchUp(line: Line, lastId: number | 'unknown' | null): Promise<void> {
    const missed = lastId === null ? [] : lastId === 'unknown' ? null : await pump.since(lastId)
    let factsOf: FactsOf | undefined
    for (let looked = -1; looked !== (line.held?.length ?? 0); ) {
      looked = line.held?.length ?? 0
      factsOf = (await factsFor(reader, [line], [...(missed ?? []), ...(line.held ?? [])])) ?? undefined
    }
    const held = line.held ?? []
    line.held = null
    if (missed === null) deliver(line, resyncChunk(pump.resumeAt, now(), line.kind), pump.resumeAt)
    const done = new Set(missed?.map(row => row.key))
    const rows = missed === null ? [] : [...missed, ...held.filter(row => !done.has(row.key))]
    for (const row of rows) deliver(line, createRowMessages(row, factsOf)(line.viewer, line.kind), row.resumeAt)
  }

  function counts(): StreamCounts {
    const count = (channel: EventChannel) => [...lines].filter(({ kind }) => kind.channels.has(channel)).length
    const byChannel = { entities: count('entities'), tasks: count('tasks'), scans: count('scans') }
    return { open: lines.size, byChannel, sent, overflowed }
  }

  counting.add(counts)
  return {
    async open({ viewer, pass, signal, socket }, kind, lastId) {
      if (stopping || signal.aborted) return ended()
      const whose = pass.seenBy ?? viewer.userId
      const count = ofUser.get(whose) ?? 0
      if (count >= streamsPerUser()) return null
      if (lines.size >= LIMITS.events.streams) {
        throw new AppError('ServiceUnavailable', 'Too many event streams are open on this server. Try again later.')
      }
      ofUser.set(whose, count + 1)
      const stream = createSseStream(signal, () => remove(line))
      const line: Line = { socket, userId: viewer.userId, pass, viewer, kind, stream, held: [], missedBeats: 0 }
      add(line)
      try {
        await listen()
        stream.sendIfIdle(helloBytes(lastId === null ? pump.resumeAt : null))
        await catchUp(line, lastId)
      } catch (error) {
        stream.end()
        throw error
      }
      return stream.body
    },
    counts,
    recheck: lookAgain,
    async stop() {
      stopping = true
      for (const { stream } of [...lines]) {
        if (stream.sendIfIdle(goodbyeBytes())) stream.end()
        else stream.cut()
      }
      await checking
      counting.delete(counts)
    },
  }
}

function ended(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(goodbyeBytes())
      controller.close()
    },
  })
}
