import { join } from 'node:path'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { createAcknowledged, lost } from '../site/acknowledged'
import { brokenInvariants } from '../site/invariants'
import { startLoad, storedEdits } from '../site/load'
import { startProxy, type Wire } from '../site/proxy'
import { percentile, untilAtRest } from '../site/rest'
import { scannedLibrary } from '../site/scanned-library'
import { makeTemplate, openSite, type Server, type Site } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'

/** What one statement may take; what a request may take in all follows from it, with a wide margin. */
const STATEMENT_SECONDS = 2
const PATIENCE_MS = 30_000
const FAULT_MS = 6_000

const KINDS = ['slow', 'closed', 'reset', 'silent', 'refused', 'exhausted'] as const
type Kind = (typeof KINDS)[number]

/** Those by which the database cannot be reached at all for a while. */
const AWAY: readonly Kind[] = ['silent', 'refused']

export const badWire: Row = {
  id: 'F14',
  does: 'the wire to PostgreSQL slow (300 ms each way), closed, reset, silent or refusing for 6 s, or every connection of the pool held up by a lock, while people edit and read',
  required: 'every request is answered, by success or 503; not ready while it is away, ready again after; nothing lost',
  databases: ['postgres'],
  rounds: 12,
  minutes: 15,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 4, 6)
  const template = await makeTemplate('postgres', trial.scratch)
  const near = await template.make('site')
  const { cluster, databaseName, dataDir } = near
  if (!cluster) throw new Error('There is no PostgreSQL')
  const wire = await startProxy(cluster.url)
  const databaseUrl = wire.urlOf(`${cluster.url}/${databaseName}`)
  const site = openSite({ kind: 'postgres', cluster, databaseName, dataDir, databaseUrl })
  const env = { OCTAVO_DATABASE_TIMEOUT_SECONDS: String(STATEMENT_SECONDS), OCTAVO_DATABASE_POOL: '4' }
  const server = await site.serve({ env })
  const admin = server.as(template.token)
  const library = await scannedLibrary(admin, folder)
  await untilAtRest(site)
  const acknowledged = createAcknowledged(join(trial.scratch, 'acknowledged.jsonl'))
  const { random } = trial
  const load = startLoad({
    admin: () => admin,
    libraryId: library.id,
    random,
    acknowledged,
    patienceMs: PATIENCE_MS,
    readers: 6,
  })
  const recoveries: number[] = []
  const faults: string[] = []
  let unready = 0
  for (let round = 0; round < trial.rounds; round++) {
    const kind = KINDS[round % KINDS.length] as Kind
    const degraded = await hurt(kind, wire, site, server)
    if (degraded) unready++
    if (AWAY.includes(kind) && !degraded) faults.push(`${kind}: /health/ready said all was well`)
    const began = performance.now()
    const counted = acknowledged.count()
    await until(
      () => ready(server),
      isReady => isReady,
      40,
    ).catch(() => faults.push(`${kind}: not ready again after 40 s`))
    await until(
      async () => acknowledged.count(),
      count => count > counted,
      40,
    ).catch(() => faults.push(`${kind}: nothing was written within 40 s`))
    recoveries.push(performance.now() - began)
    trial.say(`${round + 1} of ${trial.rounds} (${kind}), ${faults.length} faults`)
  }
  const report = await load.stop()
  const stuck = report.statuses.get(0) ?? 0
  const wrong = report.errors.filter(error => !error.includes(' 503'))
  faults.push(
    ...(stuck === 0 ? [] : [`${stuck} requests had no answer within ${PATIENCE_MS / 1000} s`]),
    ...wrong.slice(0, 5),
    ...lost(acknowledged, await storedEdits(site)),
    ...(await brokenInvariants(site)),
  )
  await server.end()
  await wire.stop()
  await template.stop()
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return {
    n: trial.rounds,
    figure: `stuck requests ${stuck} of ${report.requests}, slowest answer ${seconds(report.slowestMs)} s, not ready in ${unready} rounds, recovery p95 ${seconds(percentile(recoveries, 0.95))} s, ${report.errors.length - wrong.length} times 503, ${wrong.length} other errors`,
    faults,
  }
}

/** Keeps it so for a while, and tells whether the server said that it was not ready. */
async function hurt(kind: Kind, wire: Wire, site: Site, server: Server): Promise<boolean> {
  const end = performance.now() + FAULT_MS
  const locked =
    kind === 'exhausted' ? site.run(`begin; lock table read_progress in access exclusive mode; ${SLEEP}; commit`) : null
  if (kind === 'slow' || kind === 'silent' || kind === 'refused') wire.setMode(kind)
  if (kind === 'refused') wire.cut('reset')
  let degraded = false
  while (performance.now() < end) {
    if (kind === 'closed') wire.cut('close')
    if (kind === 'reset') wire.cut('reset')
    if (!(await ready(server))) degraded = true
    await Bun.sleep(250)
  }
  await locked
  // A firewall that drops idle connections.
  if (kind === 'silent') wire.cut('reset')
  wire.setMode('open')
  return degraded
}

const SLEEP = `select pg_sleep(${FAULT_MS / 1000})`

async function ready(server: Server): Promise<boolean> {
  const answer = await fetch(`${server.url}/health/ready`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  await answer.arrayBuffer()
  return answer.status === 200
}
