import type { Client } from '../../kit/client'
import type { Server } from './site'

/** One slot behind a load balancer; its server changes. */
export interface Node {
  server: Server
  /** Since when it is being stopped, or null. */
  leaving: boolean
}

/** A load balancer with health checks over some servers. */
export interface Balancer {
  /** Sends requests to ready servers; retries on another one when a server is gone or stopping. */
  readonly client: Pick<Client, 'fetch'>
  /** How often another one had to be asked. */
  readonly retried: () => number
  readonly stop: () => Promise<void>
}

const CHECK_MS = 200
const TRIES = 20
const PAUSE_MS = 100

/** `nodes` may be changed meanwhile. */
export function startBalancer(nodes: readonly Node[], token: string): Balancer {
  const ready = new Set<Node>(nodes)
  let turn = 0
  let retried = 0
  let stopping = false

  async function check(node: Node): Promise<void> {
    const answer = await fetch(`${node.server.url}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(
      () => null,
    )
    if (answer?.ok) ready.add(node)
    else ready.delete(node)
  }

  async function checkAll(): Promise<void> {
    while (!stopping) {
      await Promise.all(nodes.map(check))
      await Bun.sleep(CHECK_MS)
    }
  }

  async function ask(path: string, init?: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const choice = [...ready]
      const node = choice[turn++ % Math.max(1, choice.length)]
      try {
        if (!node) throw new Error('No server is ready')
        const answer = await node.server.as(token).fetch(path, init)
        const goes = answer.status === 503 && answer.headers.has('retry-after') && node.leaving
        if (!goes || attempt >= TRIES) return answer
      } catch (error) {
        // A server that is not being taken down has to answer.
        if (attempt >= TRIES || (node && !node.leaving)) throw error
      }
      retried++
      await Bun.sleep(PAUSE_MS)
    }
  }

  const checking = checkAll()
  return {
    client: { fetch: ask },
    retried: () => retried,
    stop: async () => {
      stopping = true
      await checking
    },
  }
}
