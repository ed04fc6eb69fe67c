import type { Socket } from 'bun'

/** The parts of an answer that the load generator checks. */
export interface Answer {
  readonly status: number
  readonly bytes: number
}

/** A keep-alive connection with one request at a time. */
export interface Connection {
  ask(request: string): Promise<Answer>
  close(): void
}

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/**
 * Implements just enough HTTP/1.1 to count answers: a general client would need more CPU than the server that is measured.
 */
export async function openConnection(port: number): Promise<Connection> {
  let waiting: Waiting | null = null
  let head: Buffer | null = null
  let answer: { status: number; bytes: number } | null = null
  let missing = 0
  let chunked = false

  function receive(part: Buffer): void {
    if (answer) {
      take(part)
      return
    }
    const all: Buffer = head ? Buffer.concat([head, part]) : part
    const end = all.indexOf('\r\n\r\n')
    if (end < 0) {
      // Bun reuses the buffer.
      head = Buffer.from(all)
      return
    }
    head = null
    begin(all.toString('latin1', 0, end + 2))
    take(all.subarray(end + 4))
  }

  function begin(text: string): void {
    const status = Number(text.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(text)?.[1]
    chunked = length === undefined && /\r\ntransfer-encoding: *chunked\r\n/i.test(text)
    missing = status === 204 || status === 304 ? 0 : Number(length ?? 0)
    answer = { status, bytes: 0 }
  }

  function take(part: Buffer): void {
    if (!answer) return
    answer.bytes += part.length
    missing -= part.length
    const done = chunked ? part.length >= 5 && part.toString('latin1', part.length - 5) === '0\r\n\r\n' : missing <= 0
    if (!done) return
    const { resolve } = waiting ?? { resolve: () => undefined }
    const complete = answer
    waiting = null
    answer = null
    resolve(complete)
  }

  function fail(why: string): void {
    waiting?.reject(new Error(why))
    waiting = null
  }

  const socket: Socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data: (_socket, part) => receive(part),
      close: () => fail('The server closed the connection'),
      error: (_socket, error) => fail(error.message),
    },
  })
  return {
    ask: request =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.end(),
  }
}
