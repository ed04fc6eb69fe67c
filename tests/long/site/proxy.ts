import { connect, createServer, type Socket } from 'node:net'

/** A connection between a program and its PostgreSQL that can be cut, slowed and inspected. */
export interface Wire {
  readonly port: number
  /** The address of a database through the proxy, for its address without. */
  readonly urlOf: (url: string) => string
  /**
   * How bytes go from now on. `open`: as they come. `slow`: after a wait, each way. `silent`: connections stay, no byte
   * comes through, as when a firewall drops everything. `refused`: nobody can connect, open connections stay.
   */
  readonly setMode: (mode: ProxyMode) => void
  /** Closes every connection: politely, or by a reset. */
  readonly cut: (how: 'close' | 'reset') => void
  /** Called with each statement before it is forwarded; forwarding waits for it. */
  onStatement: ((sql: string) => void | Promise<void>) | null
  /** Called with each statement after the database has answered it; forwarding the answer waits for it. */
  onAnswered: ((sql: string) => void) | null
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

export type ProxyMode = 'open' | 'slow' | 'silent' | 'refused'

const SLOW_MS = 300

export async function startProxy(target: string): Promise<Wire> {
  const { hostname, port: targetPort } = new URL(target)
  let mode: ProxyMode = 'open'
  const pairs = new Set<readonly [Socket, Socket]>()
  const heldBack: (() => void)[] = []

  /** Resolves when bytes may go on. */
  function turn(): Promise<void> {
    if (mode === 'silent') return new Promise(resolve => heldBack.push(resolve))
    return mode === 'slow' ? Bun.sleep(SLOW_MS) : Promise.resolve()
  }

  const server = createServer(inner => {
    if (mode === 'refused') return void inner.resetAndDestroy()
    const outer = connect(Number(targetPort), hostname)
    const pair = [inner, outer] as const
    pairs.add(pair)
    inner.setNoDelay(true)
    outer.setNoDelay(true)
    const asked: string[] = []
    const statements = statementReader()
    passOn(inner, outer, async chunk => {
      for (const sql of statements(chunk)) {
        asked.push(sql)
        await proxy.onStatement?.(sql)
      }
    })
    passOn(outer, inner, async () => {
      for (const sql of asked.splice(0)) proxy.onAnswered?.(sql)
    })
    const end = () => {
      pairs.delete(pair)
      inner.destroy()
      outer.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
  })

  /** In the order in which they came, however long each is held back. */
  function passOn(from: Socket, to: Socket, look: (chunk: Buffer) => Promise<void>): void {
    let last = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      last = last.then(async () => {
        await turn()
        await look(chunk)
        if (!to.destroyed) to.write(chunk)
      })
    })
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const proxy: Wire = {
    port,
    urlOf: url => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`),
    setMode: wanted => {
      mode = wanted
      if (mode !== 'silent') for (const resume of heldBack.splice(0)) resume()
    },
    cut: how => {
      for (const [inner, outer] of [...pairs]) {
        if (how === 'reset') inner.resetAndDestroy()
        else inner.end()
        outer.destroy()
      }
    },
    onStatement: null,
    onAnswered: null,
    connections: () => pairs.size,
    stop: async () => {
      for (const [inner, outer] of [...pairs]) {
        inner.destroy()
        outer.destroy()
      }
      server.close()
    },
  }
  return proxy
}

/**
 * Reads the statements out of what a PostgreSQL client sends: after the first message, which has no type, each begins
 * with one byte of type and four of length. Q is a statement by itself, P one that is prepared.
 */
function statementReader(): (chunk: Buffer) => readonly string[] {
  let rest = Buffer.alloc(0)
  let started = false
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    const found: string[] = []
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return found
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return found
      const type = String.fromCharCode(rest[0] ?? 0)
      const body = rest.subarray(head + 4, length)
      if (started && type === 'Q') found.push(textUntilNul(body, 0))
      // A prepared statement has a name before its text.
      if (started && type === 'P') found.push(textUntilNul(body, body.indexOf(0) + 1))
      if (started && type === 'B') found.push('')
      started = true
      rest = rest.subarray(length)
    }
  }
}

function textUntilNul(body: Buffer, from: number): string {
  const end = body.indexOf(0, from)
  return body.subarray(from, end === -1 ? undefined : end).toString()
}
