import type { Server } from './site'

export interface Message {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
  readonly at: number
}

/** An event stream client that reconnects with the id of its last message. */
export interface StreamClient {
  /** Everything heard so far, in order. */
  readonly heard: Message[]
  readonly reconnects: () => number
  /** Cuts its connection; it reconnects. `pauseMs`: the delay. */
  readonly cut: (pauseMs?: number) => void
  /** Stops reading for a while, so that messages queue up. */
  readonly stall: (ms: number) => void
  /** Resolves when a connection is open. */
  readonly open: Promise<void>
  readonly stop: () => Promise<void>
}

export function followEvents(server: () => Server, token: string, query = ''): StreamClient {
  const heard: Message[] = []
  let lastId: string | null = null
  let connection = new AbortController()
  let connections = 0
  let stopped = false
  let pauseMs = 0
  let stallUntil = 0
  const opened = Promise.withResolvers<void>()

  async function follow(): Promise<void> {
    while (!stopped) {
      connection = new AbortController()
      try {
        await read(connection.signal)
      } catch {
        // It was cut, or the server is away: once more.
      }
      await Bun.sleep(pauseMs || 20)
      pauseMs = 0
    }
  }

  async function read(signal: AbortSignal): Promise<void> {
    const answer = await fetch(`${server().url}/api/v1/events${query}`, {
      signal,
      headers: { authorization: `Bearer ${token}`, ...(lastId !== null && { 'last-event-id': lastId }) },
    })
    if (!answer.ok || !answer.body) throw new Error(`The stream answered ${answer.status}`)
    connections++
    opened.resolve()
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
      const wait = stallUntil - Date.now()
      if (wait > 0) await Bun.sleep(wait)
    }
  }

  function take(block: string): void {
    const fields = new Map(
      block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const id = fields.get('id')
    if (id !== undefined) lastId = id
    const data = fields.get('data')
    if (data) heard.push({ id: id ?? '', data: JSON.parse(data), at: Date.now() })
  }

  const following = follow()
  return {
    heard,
    reconnects: () => Math.max(0, connections - 1),
    cut: (ms = 0) => {
      pauseMs = ms
      connection.abort()
    },
    stall: ms => {
      stallUntil = Date.now() + ms
    },
    open: opened.promise,
    stop: async () => {
      stopped = true
      connection.abort()
      await following
    },
  }
}
