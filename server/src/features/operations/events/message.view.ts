import type { Happening } from '../../../db/happening'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import type { OutboxRow } from '../../../platform/outbox-pump'
import { type FactsOf, hearingKey, mayHear } from '../../people/access'
import type { StreamKind } from './stream-kinds'

/** Encoded messages and their number. */
export interface Chunk {
  readonly bytes: Uint8Array
  readonly messages: number
}

const CHANNEL_OF = { entity: 'entities', task: 'tasks', control: 'tasks', scan: 'scans', internal: null } as const
const NAME_OF = {
  entity: '',
  task: 'event: task\n',
  control: 'event: task-control\n',
  scan: 'event: scan\n',
  internal: '',
} as const

const encoder = new TextEncoder()

/**
 * The messages of one row for each listener, encoded once per audience. `factsOf` is needed if there are partial
 * viewers.
 */
export function createRowMessages(
  row: OutboxRow,
  factsOf?: FactsOf,
): (viewer: Viewer, kind: StreamKind) => Chunk | null {
  const data = new Map<Happening, string>()
  const chunks = new Map<string, Chunk | null>()
  const named = row.happened.flatMap(({ to }) => [
    to.userPk ?? [],
    to.userPks ?? [],
    to.exceptPks ?? [],
    to.askedByPk ?? [],
  ])
  const users = new Set(named.flat())
  const isPrivate = row.happened.every(({ to }) => to.userPk !== undefined || to.userPks !== undefined)

  function dataOf(happening: Happening, viewer: Viewer): string {
    let text = data.get(happening)
    if (text === undefined) {
      text = JSON.stringify(wireOf(happening, row.at, viewer))
      data.set(happening, text)
    }
    return text
  }

  function linesOf(happening: Happening, viewer: Viewer, { form, named }: StreamKind): string[] {
    if (!form) return [`${named ? NAME_OF[happening.channel] : ''}data: ${dataOf(happening, viewer)}`]
    const message = happening.channel === 'entity' ? form.messageOf(happening.event, viewer) : null
    return message ? [`event: ${message.name}\ndata: ${JSON.stringify(message.data)}`] : []
  }

  function write(viewer: Viewer, kind: StreamKind): Chunk | null {
    const heard = row.happened.filter(happening => {
      const channel = CHANNEL_OF[happening.channel]
      // A stream without event names carries progress of tasks only.
      if (happening.channel === 'control' && !kind.named) return false
      return channel !== null && kind.channels.has(channel) && mayHear(viewer, happening, factsOf)
    })
    const lines = heard.flatMap(happening => linesOf(happening, viewer, kind))
    if (lines.length === 0) return null
    const text = lines.map((line, index) => {
      // On the last message only: a client that is cut off in between receives all of them again.
      const id = index === lines.length - 1 ? `id: ${row.resumeAt}\n` : ''
      return `${id}${line}\n\n`
    })
    return { bytes: encoder.encode(text.join('')), messages: lines.length }
  }

  return (viewer, kind) => {
    const own = users.has(viewer.userPk)
    if (isPrivate && !own) return null
    const key = `${[...kind.channels]}|${kind.named}|${kind.form?.name ?? ''}|${hearingKey(viewer)}|${own ? viewer.userPk : ''}`
    let chunk = chunks.get(key)
    if (chunk === undefined) {
      chunk = write(viewer, kind)
      chunks.set(key, chunk)
    }
    return chunk
  }
}

/** An event for one user contains that user's id and is sent to nobody else. */
function wireOf({ channel, event, to }: Happening, at: number, { userId }: Viewer): object {
  if (channel !== 'entity') return event
  return { ...event, timestamp: timestamp(at), ...(to.userPk !== undefined && { userId }) }
}

/** Tells the client to reload everything; a protocol without such an event sends only the id. */
export function resyncChunk(resumeAt: number, now: number, { form }: StreamKind): Chunk {
  if (form) return { bytes: beatBytes(resumeAt), messages: 1 }
  const data = JSON.stringify({ type: 'resync', timestamp: timestamp(now) })
  return { bytes: encoder.encode(`id: ${resumeAt}\ndata: ${data}\n\n`), messages: 1 }
}

/** Reconnection delay of clients, in milliseconds. */
const RETRY_MS = 2_000
const RETRY_AFTER_STOP_MS = 1_000

/** The start of a stream; the id is that of a client that has just loaded everything. */
export function helloBytes(resumeAt: number | null): Uint8Array {
  return encoder.encode(`retry: ${RETRY_MS}\n${resumeAt === null ? '' : `id: ${resumeAt}\n`}\n`)
}

/** Heartbeat; the id keeps the position of a client without events up to date. */
export function beatBytes(resumeAt: number): Uint8Array {
  return encoder.encode(`: still here\nid: ${resumeAt}\n\n`)
}

export function goodbyeBytes(): Uint8Array {
  return encoder.encode(`: the server stops, come back\nretry: ${RETRY_AFTER_STOP_MS}\n\n`)
}
