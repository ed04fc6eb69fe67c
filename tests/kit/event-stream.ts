import { type Client, until } from './client'

/** One received message. */
export interface StreamMessage {
  /** Empty for an unnamed one. */
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of many kinds of messages
  readonly data: any
}

/** An open event stream, read continuously. */
export interface EventStream {
  readonly messages: readonly StreamMessage[]
  /** The last event id, as a browser stores it. */
  readonly lastId: () => string | null
  readonly retryMs: () => number | null
  readonly ended: () => boolean
  /** Waits for a message and gives it. */
  readonly heard: (wanted: (message: StreamMessage) => boolean) => Promise<StreamMessage>
  readonly close: () => void
}

/** Opens a stream and throws unless it is one; reads it by the rules of WHATWG HTML, section 9.2.6. */
export async function openEventStream(
  client: Client,
  path = '/api/v1/events',
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const abort = new AbortController()
  const response = await client.fetch(path, { headers, signal: abort.signal })
  if (response.status !== 200 || !response.body) {
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
  const messages: StreamMessage[] = []
  let lastId: string | null = headers['last-event-id'] ?? null
  let retryMs: number | null = null
  let ended = false

  function take(block: string): void {
    let event = ''
    const data: string[] = []
    for (const line of block.split('\n')) {
      const [name = '', value = ''] = [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]
      if (name === 'id') lastId = value
      if (name === 'retry') retryMs = Number(value)
      if (name === 'event') event = value
      if (name === 'data') data.push(value)
    }
    if (data.length > 0) messages.push({ event, data: JSON.parse(data.join('\n')) })
  }

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        blocks.forEach(take)
      }
    } catch {
      // Closed by the test, or cut by the server.
    }
    ended = true
  }

  void read(response.body)
  return {
    messages,
    lastId: () => lastId,
    retryMs: () => retryMs,
    ended: () => ended,
    heard: async wanted => {
      const found = await until(
        async () => messages.find(wanted),
        message => message !== undefined,
      )
      if (!found) throw new Error('Not heard')
      return found
    },
    close: () => abort.abort(),
  }
}
