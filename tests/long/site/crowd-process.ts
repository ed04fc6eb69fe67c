// Many bare connections to one server, in a process (and network) of their own:
//   bun crowd-process.ts KIND HOST PORT TOKEN COUNT [BOOK]
// KIND is streams, halves (headers that never end), drips (bodies that come by the byte) or idle. Writes a line of JSON,
// as Standing below, whenever something has changed, and stays until it is ended.
import { connect } from 'node:net'

export interface Standing {
  /** Connections that stand. */
  readonly open: number
  /** Number of established connections closed by the peer. */
  readonly ended: number
  /** Messages that came, over all streams; comments are none. */
  readonly messages: number
}

const AT_ONCE = 100
const DRIP_MS = 2000

if (import.meta.main) await crowd()

async function crowd(): Promise<void> {
  const [kind = '', host = '', port, token = '', count, book = ''] = process.argv.slice(2)
  const authorization = `Authorization: Bearer ${token}\r\n`
  const first: Readonly<Record<string, string>> = {
    streams: `GET /api/v1/events HTTP/1.1\r\nHost: crowd\r\n${authorization}\r\n`,
    halves: 'GET /api/v1/books HTTP/1.1\r\nHost: crowd\r\nX-Slow: ',
    drips: `PUT /api/v1/books/${book}/progress HTTP/1.1\r\nHost: crowd\r\n${authorization}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
    idle: '',
  }
  const begin = first[kind]
  if (begin === undefined) throw new Error(`There is no crowd of ${kind}`)
  const standing = { open: 0, ended: 0, messages: 0 }

  function join(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    let stands = false
    const stand = () => {
      if (stands) return
      stands = true
      standing.open++
      resolve()
    }
    const socket = connect(Number(port), host, () => {
      socket.write(begin as string)
      if (kind !== 'streams') stand()
      if (kind !== 'halves' && kind !== 'drips') return
      const drip = setInterval(() => socket.write(kind === 'drips' ? ' ' : 'x'), DRIP_MS)
      socket.once('close', () => clearInterval(drip))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (stands) {
        standing.open--
        standing.ended++
      }
      resolve()
    })
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      if (text.includes('retry:')) stand()
      standing.messages += text.split('data: ').length - 1
    })
    return promise
  }

  let shown = ''
  setInterval(() => {
    const text = JSON.stringify(standing)
    if (text !== shown) console.log(text)
    shown = text
  }, 200)
  for (let joined = 0; joined < Number(count); joined += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, Number(count) - joined) }, join))
  }
}
