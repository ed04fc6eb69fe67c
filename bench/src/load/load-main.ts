// The load: a separate process, so that it takes nothing from the measured server.
import { percentile } from '../result'
import { type Connection, openConnection } from './connection'
import type { Ask, LoadJob, LoadReport } from './load.protocol'

let unique = 1_000_000

process.on('message', async (job: LoadJob) => {
  try {
    process.send?.(await run(job))
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

async function run(job: LoadJob): Promise<LoadReport> {
  const connections = await Promise.all(Array.from({ length: job.connections }, () => openConnection(job.port)))
  const requests = job.asks.map(ask => requestText(ask, job))
  const refused: Record<string, number> = {}
  const times: number[] = []
  let bytes = 0
  let next = job.from
  const limit = job.requests === undefined ? Number.POSITIVE_INFINITY : job.from + job.requests
  const cpu = process.cpuUsage()
  const began = performance.now()
  const until = job.milliseconds === undefined ? Number.POSITIVE_INFINITY : began + job.milliseconds

  async function drive(connection: Connection): Promise<void> {
    let now = performance.now()
    while (now < until && next < limit) {
      const make = requests[next++ % requests.length]
      if (!make) return
      const answer = await connection.ask(make())
      const after = performance.now()
      times.push(after - now)
      now = after
      bytes += answer.bytes
      if (answer.status < 200 || answer.status > 299) refused[answer.status] = (refused[answer.status] ?? 0) + 1
    }
  }

  await Promise.all(connections.map(drive))
  const seconds = (performance.now() - began) / 1000
  const used = process.cpuUsage(cpu)
  for (const connection of connections) connection.close()
  return {
    answered: times.length,
    seconds,
    bytes,
    refused,
    medianMs: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    cpuSeconds: (used.user + used.system) / 1e6,
    next,
  }
}

function requestText({ method, path, body }: Ask, { port, headers }: LoadJob): () => string {
  const lines = [`Host: 127.0.0.1:${port}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  const text = (target: string) => `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
  if (!path.includes('{n}')) {
    const ready = text(path)
    return () => ready
  }
  const [before = '', after = ''] = text(path).split('{n}')
  return () => `${before}${unique++}${after}`
}
