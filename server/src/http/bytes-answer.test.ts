import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { bytesAnswer } from './bytes-answer'

const SIZES = [1, 15_000, 15_001, 55_000, 1_000_000]

function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 7) % 251)
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    // Like after a database query.
    await new Promise(resolve => setImmediate(resolve))
    const length = Number(new URL(request.url).searchParams.get('length'))
    return bytesAnswer(bytesOf(length), { 'Content-Type': 'image/jpeg', ETag: '"one"' }, 206)
  },
})
afterAll(() => server.stop(true))

/** The bytes on the wire, as they arrive; pauses `pauseMs` after each part. */
async function received(length: number, pauseMs: number): Promise<Buffer[]> {
  const parts: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(server.port ?? 0, '127.0.0.1')
  socket.on('data', part => {
    parts.push(part as Buffer)
    if (pauseMs === 0) return
    socket.pause()
    setTimeout(() => socket.resume(), pauseMs)
  })
  socket.on('end', resolve)
  socket.on('error', reject)
  socket.write(`GET /?length=${length} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await promise
  return parts
}

test.each(SIZES)('%i bytes arrive whole and with their length', async length => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/?length=${length}`)
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-length')).toBe(String(length))
  expect(answer.headers.get('transfer-encoding')).toBeNull()
  expect(answer.headers.get('etag')).toBe('"one"')
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytesOf(length))).toBe(true)
})

/**
 * Requests from a separate process, which reads while this one writes; prints how many answers begin with all headers.
 */
const READER = `
  const [port, length, times] = process.argv.slice(1).map(Number)
  const { connect } = require('node:net')
  let whole = 0
  for (let turn = 0; turn < times; turn++) {
    await new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', part => {
        if (part.includes('\\r\\n\\r\\n')) whole++
        socket.destroy()
        resolve()
      })
      socket.on('error', reject)
      socket.write('GET /?length=' + length + ' HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')
    })
  }
  console.log(whole)
`

test.each(SIZES)('the headers of %i bytes are sent at once', async length => {
  const reader = Bun.spawn([process.execPath, '-e', READER, String(server.port), String(length), '50'], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  // A single answer may be split on its way, but not one after the other.
  expect(Number(await new Response(reader.stdout).text())).toBeGreaterThan(45)
})

test('a slow client gets all of it', async () => {
  const all = Buffer.concat(await received(5_000_000, 2))
  const body = all.subarray(all.indexOf('\r\n\r\n') + 4)
  expect(body.equals(bytesOf(5_000_000))).toBe(true)
})

test('a client that disconnects leaves nothing behind', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = connect(server.port ?? 0, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve()
    })
    socket.write('GET /?length=5000000 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await promise
  }
  const until = performance.now() + 5000
  while (server.pendingRequests > 0 && performance.now() < until) await Bun.sleep(10)
  expect(server.pendingRequests).toBe(0)
})
