import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { streamOf } from './stream'

const PART = new Uint8Array(64 * 1024)
const PARTS = 160
const LENGTH = { 'Content-Length': String(PARTS * PART.length) }

async function* parts() {
  for (let n = 0; n < PARTS; n++) yield PART
}
const sources: readonly [string, () => ReadableStream][] = [
  ['a stream that is pulled', () => streamOf(parts())],
  [
    'a stream of bytes',
    () =>
      new ReadableStream({
        type: 'bytes',
        async start(controller) {
          for await (const part of parts()) controller.enqueue(part.slice())
          controller.close()
        },
      }),
  ],
  [
    'a direct stream',
    () =>
      new ReadableStream({
        type: 'direct',
        async pull(controller) {
          for await (const part of parts()) {
            controller.write(part)
            await controller.flush()
          }
          controller.close()
        },
      } satisfies Bun.DirectUnderlyingSource as object),
  ],
]

/** The headers on the wire. */
function headOf(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  let text = ''
  socket.on('error', reject)
  socket.on('data', bytes => {
    text += bytes.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    if (end === -1) return
    resolve(text.slice(0, end).toLowerCase())
    socket.destroy()
  })
  return promise
}

// The reason why rangedAnswer joins small content. When this fails, Bun sends the length of a stream, and joining is no
// longer necessary.
test.each(sources)('Bun sends %s in chunks, without the Content-Length that was set', async (_, stream) => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(stream(), { headers: LENGTH }) })
  try {
    const head = await headOf(server.port ?? 0)
    expect([head.includes('transfer-encoding: chunked'), head.includes('content-length')]).toEqual([true, false])
  } finally {
    await server.stop(true)
  }
})
