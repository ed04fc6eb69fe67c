import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { brokenInvariants } from '../site/invariants'
import { startProxy, type Wire } from '../site/proxy'
import { untilAtRest } from '../site/rest'
import { makeTemplate, type Site } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'
import { catalogueOf, difference, everyRow } from '../site/state'

const LEASE_SECONDS = 6
const LEASE = { OCTAVO_TASKS_LEASE_SECONDS: String(LEASE_SECONDS) }
/** How long the worker is cut off before another one comes: whatever changes until then is its own doing. */
const ALONE_MS = 2.5 * LEASE_SECONDS * 1000

export const cutWorker: Row = {
  id: 'M07',
  does: `a worker in the middle of a deep scan or of thumbnails loses its PostgreSQL without a word for 2.5 leases (of ${LEASE_SECONDS} s); then another takes over, and the bytes that were held back arrive`,
  required: 'the worker does nothing any more when its lease has ended, and nothing when the wire is back',
  databases: ['postgres'],
  rounds: 10,
  minutes: 15,
  run,
}

interface Cut {
  readonly overlapMs: number
  /** How long after the cut the worker still changed files. */
  readonly activeMs: number
  readonly faults: readonly string[]
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 12, 10)
  const template = await makeTemplate('postgres', trial.scratch)
  const site = await template.make('site')
  if (!site.cluster) throw new Error('There is no PostgreSQL')
  const wire = await startProxy(site.cluster.url)
  const first = await site.serve()
  const library = await first.as(template.token).post<LibraryDto>('/api/v1/libraries', {
    name: 'Books',
    path: folder,
    scanImmediately: true,
  })
  await untilAtRest(site, 120)
  await first.end()
  const golden = await catalogueOf(site)
  const cuts: Cut[] = []
  for (let round = 1; round <= trial.rounds; round++) {
    const job = round % 2 === 1 ? 'deep scan' : 'thumbnails'
    await askFor(job, { site, token: template.token, libraryId: library.id })
    const cut = await cutOff(site, wire, trial)
    const changed = difference(golden, await catalogueOf(site))
    const faults = [...cut.faults, ...changed.slice(0, 3), ...(await brokenInvariants(site))]
    cuts.push({ ...cut, faults: faults.map(fault => `round ${round} (${job}): ${fault}`) })
    trial.say(`${round} of ${trial.rounds} (${job}), overlap ${cut.overlapMs} ms, active ${cut.activeMs} ms`)
  }
  await wire.stop()
  await template.stop()
  const overlap = Math.max(...cuts.map(({ overlapMs }) => overlapMs)) / 1000
  const active = Math.max(...cuts.map(({ activeMs }) => activeMs)) / 1000
  return {
    n: trial.rounds,
    figure: `overlap ${overlap} s; the last change by the worker ${active.toFixed(1)} s after the cut at most, of a lease of ${LEASE_SECONDS} s`,
    faults: cuts.flatMap(({ faults }) => faults),
  }
}

/** The server that is asked ends at once and puts back what it took. */
async function askFor(job: string, to: { site: Site; token: string; libraryId: string }): Promise<void> {
  const server = await to.site.serve()
  const path = job === 'deep scan' ? 'scan?mode=deep' : 'books/thumbnails/generate'
  await server.as(to.token).post(`/api/v1/libraries/${to.libraryId}/${path}`, { force: true })
  await server.end()
}

async function cutOff(site: Site, wire: Wire, { random }: Trial): Promise<Cut> {
  const url = wire.urlOf(site.env.OCTAVO_DATABASE_URL ?? '')
  const worker = site.worker({ env: { ...LEASE, OCTAVO_DATABASE_URL: url } })
  const faults: string[] = []
  const held = () =>
    site.run<{ pk: number; lease: string }>(
      "select pk, lease_until as lease from tasks where status = 'processing' order by lease_until desc",
    )
  await until(held, rows => rows.length > 0, 30)
  await Bun.sleep(random.whole(600))
  wire.setMode('silent')
  const cutAt = Date.now()
  // What was on its way when the wire was cut has arrived by then.
  await Bun.sleep(300)
  const tasks = await held()
  const leaseUntil = Math.max(...tasks.map(({ lease }) => Number(lease)))
  if (tasks.length === 0) faults.push('the work ended before the cut: nothing was proved')
  await Bun.sleep(ALONE_MS)
  const lastChange = newestChange(site.dataDir)
  const other = site.worker({ env: LEASE })
  await untilAtRest(site, 120)
  await Bun.sleep(500)
  const before = await everyRow(site)
  wire.setMode('open')
  await Bun.sleep(4_000)
  const woken = difference(before, await everyRow(site))
  faults.push(...woken.slice(0, 5).map(line => `the worker that was cut off changed something: ${line}`))
  const overlapMs = tasks.length === 0 ? 0 : Math.max(0, Math.round(lastChange - leaseUntil))
  if (overlapMs > 0) faults.push(`files were changed ${overlapMs} ms after the lease had ended`)
  await Promise.all([worker.end(), other.end()])
  return { overlapMs, activeMs: Math.max(0, Math.round(lastChange - cutAt)), faults }
}

/** When a file of the folder was last written, renamed or removed, in epoch milliseconds. */
function newestChange(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const times = entries.map(entry => {
    // A file may go between being listed and being looked at.
    return statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.ctimeMs ?? 0
  })
  return Math.max(0, ...times)
}
