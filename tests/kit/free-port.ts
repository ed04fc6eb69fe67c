import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the range of ephemeral ports (from 32768 on Linux): otherwise an outgoing connection may take it before a
 * server does, or during a restart.
 */
const FIRST = 20_000
const COUNT = 12_000
const TRIES = 100

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = FIRST + randomInt(COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${FIRST} on is free`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
