import type { Hono } from 'hono'
import { errorResponse } from './errors'
import { withoutHearsay } from './forwarded'
import { asGet, withItsLength } from './head'
import type { HttpEnv } from './identity'
import type { PeerOf } from './peer'

export interface Listening {
  readonly hostname: string
  readonly port: number
  /** Lets running requests end for at most `graceMs`, then closes the rest. */
  stop(graceMs: number): Promise<void>
}

/**
 * Bun rejects a large body with an empty 413 without our headers, so `http/input` enforces the limit instead. Unread
 * bytes are discarded, not buffered.
 */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER
/** Seconds without a byte in either direction. */
const IDLE_SECONDS = 60

/** Serves the app on an address. Throws if the port is taken. */
export function listen(app: Hono<HttpEnv>, address: { hostname: string; port: number }, peerOf: PeerOf): Listening {
  const server = Bun.serve({
    hostname: address.hostname,
    port: address.port,
    maxRequestBodySize: MAX_BODY_BYTES,
    idleTimeout: IDLE_SECONDS,
    async fetch(request, bun) {
      // The address of a request contains its `Host`.
      if (!URL.canParse(request.url)) return errorResponse('BadRequest', 'The Host header is not valid')
      const socket = bun.requestIP(request)
      const peer = peerOf(request, socket?.address ?? '')
      withoutHearsay(request.headers, peer)
      const answer = await app.fetch(asGet(request), { peer: socket ? { ...peer, socket } : peer })
      return request.method === 'HEAD' ? withItsLength(answer) : answer
    },
    error: () =>
      Response.json({ error: 'InternalServerError', message: 'An internal error occurred' }, { status: 500 }),
  })
  return {
    hostname: server.hostname ?? address.hostname,
    port: server.port ?? address.port,
    async stop(graceMs) {
      const drained = server.stop(false)
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, graceMs)
      await Promise.race([drained, timer.promise])
      clearTimeout(timeout)
      await server.stop(true)
    },
  }
}
