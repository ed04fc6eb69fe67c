import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Below the range of ephemeral ports (from 32768 on Linux): otherwise an outgoing connection may take it before a
 * server does, or during a restart.
 */
const FIRST = 20_000
const COUNT = 12_000
const TRIES = 100

/** One for each port that was given out, until this process ends. */
const claims: Socket[] = []

/** A free port of 127.0.0.1, which no other test process gets: otherwise one could talk to the server of another. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = FIRST + randomInt(COUNT)
    if ((await claim(port)) && (await isFree(port))) return port
  }
  throw new Error(`No port from ${FIRST} on is free`)
}

/** Servers listen on TCP; the UDP port of the same number marks it as taken, and the system frees it with the process. */
function claim(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = createSocket('udp4')
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      claims.push(socket.unref())
      resolve(true)
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
