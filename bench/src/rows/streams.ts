import { mkdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { SERVER_CORE } from '../machine/cores'
import { CAN_SEE_PROCESSES, pssBytes } from '../machine/processes'
import { median, type Result } from '../result'
import { type Api, signIn } from '../server/api'
import { type Octavo, type OctavoOptions, startOctavo } from '../server/octavo'

const STREAMS = 2_000
const OPENED_AT_ONCE = 100
const CHANGES = 9
const LIMIT_MS = 30_000
/** How long memory has to come back. */
const REST_MS = 20_000

/** Name of the first of these rows; it selects all of them. */
export const STREAM_ROWS = `a change reaches ${STREAMS} open streams`

/** How soon all listeners get a message, and what they cost while connected and afterwards. */
export async function streamRows(place: Omit<OctavoOptions, 'core'>): Promise<Result[]> {
  const env = { OCTAVO_EVENTS_STREAMS_PER_USER: String(2 * STREAMS) }
  const octavo = await startOctavo({ ...place, env, core: SERVER_CORE })
  try {
    const api = await signIn(octavo.url)
    const change = await createChange(api, join(place.dataDir, 'streams-library'))
    // Once, so that what is made at the first use counts for nobody.
    await (await openLine(octavo, api)).end()
    const base = memory(octavo)
    const lines: Line[] = []
    while (lines.length < STREAMS) {
      lines.push(...(await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => openLine(octavo, api)))))
    }
    const seconds: number[] = []
    for (let count = 1; count <= CHANGES; count++) seconds.push(await reach(lines, count, change))
    const open = memory(octavo)
    await Promise.all(lines.map(line => line.end()))
    await Bun.sleep(REST_MS)
    return rows({ seconds, base, open, after: memory(octavo) })
  } finally {
    await octavo.stop()
  }
}

function rows({
  seconds,
  base,
  open,
  after,
}: Record<'base' | 'open' | 'after', number> & { seconds: number[] }): Result[] {
  const reached: Result = {
    row: STREAM_ROWS,
    unit: 's',
    figure: median(seconds),
    target: { atMost: 1 },
    note: `A change reaches all ${STREAMS} streams: ${seconds.map(each => each.toFixed(3)).join(', ')} s, one after the other`,
  }
  if (!CAN_SEE_PROCESSES) return [reached]
  return [
    reached,
    { row: '... memory that they take', unit: 'MB', figure: (open - base) / 1e6 },
    {
      row: `... memory ${REST_MS / 1000} s after they left`,
      unit: 'MB',
      figure: Math.max(0, after - base) / 1e6,
      target: { atMost: Math.max(10, base / 1e7) },
      note: `Memory of the server with streams: ${[base, open, after].map(each => (each / 1e6).toFixed(0)).join(', ')} MB before, with and after them`,
    },
  ]
}

function memory({ pid }: Octavo): number {
  return CAN_SEE_PROCESSES ? pssBytes(pid) : 0
}

/** Answers a function that makes one change, which sends one message to everybody. */
async function createChange(api: Api, folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true })
  const library = await api.send<{ id: string }>('POST', '/api/v1/libraries', { name: 'Streams', path: folder })
  let count = 0
  return () => api.send('PATCH', `/api/v1/libraries/${library.id}`, { name: `Streams ${++count}` })
}

/** Seconds from the request that changes something until the last line has its message. */
async function reach(lines: readonly Line[], count: number, change: () => Promise<void>): Promise<number> {
  const began = performance.now()
  const all = Promise.all(lines.map(line => line.heard(count)))
  await change()
  await Promise.race([
    all,
    Bun.sleep(LIMIT_MS).then(() => {
      throw new Error(`Not all streams got the message within ${LIMIT_MS / 1000} s`)
    }),
  ])
  return (performance.now() - began) / 1000
}

interface Line {
  /** Resolves when so many messages have come. */
  heard(count: number): Promise<void>
  end(): Promise<void>
}

/** A bare connection: what it costs to read must not count for the server. */
async function openLine({ port }: Octavo, api: Api): Promise<Line> {
  const opened = Promise.withResolvers<Line>()
  let messages = 0
  let waiting: { readonly count: number; resolve(): void } | null = null
  const socket: Socket = connect(port, '127.0.0.1', () => {
    socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: bench\r\nAuthorization: ${api.headers.Authorization}\r\n\r\n`)
  })
  const line: Line = {
    heard(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting = { count, resolve }
      if (messages >= count) resolve()
      return promise
    },
    end() {
      const { promise, resolve } = Promise.withResolvers<void>()
      socket.once('close', () => resolve())
      socket.destroy()
      return promise
    },
  }
  socket.on('error', opened.reject)
  socket.on('data', chunk => {
    const text = chunk.toString('latin1')
    if (text.includes('retry:')) opened.resolve(line)
    if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) opened.reject(new Error(text.slice(0, 200)))
    messages += text.split('data: ').length - 1
    if (waiting && messages >= waiting.count) waiting.resolve()
  })
  return opened.promise
}
