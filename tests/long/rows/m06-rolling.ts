import { join } from 'node:path'
import type { HealthReportDto } from '@octavo/contract/health'
import type { LibraryDto } from '@octavo/contract/library'
import { until } from '../../kit/client'
import { type OctavoProcess, spawnOctavo } from '../../kit/process'
import type { Outcome, Trial } from '../harness/row'
import { createAcknowledged, lost } from '../site/acknowledged'
import { type Node, startBalancer } from '../site/balancer'
import { brokenInvariants } from '../site/invariants'
import { startLoad, storedEdits } from '../site/load'
import { makeNextBuild, NEXT_TASK, type NextBuild } from '../site/next-build'
import { untilAtRest, untilRetried } from '../site/rest'
import { makeTemplate, type Server, type Site, type Template } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'
import { followEvents } from '../site/stream'

/** Longer than the balancer takes to see that a server is about to stop. */
const NOTICE = { OCTAVO_STOP_NOTICE_SECONDS: '1' }
const PAUSE_MS = 1500
const NEXT_EVENT = 'next_release_event'

/** Everything that runs, and all that ever did. */
interface Fleet {
  readonly site: Site
  readonly template: Template
  readonly nodes: Node[]
  readonly workers: OctavoProcess[]
  readonly all: OctavoProcess[]
  readonly faults: string[]
}

/** A rolling upgrade, and what the older release makes of the newer one's schema, tasks and events. */
export async function replaceOneByOne(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder)
  const template = await makeTemplate('postgres', trial.scratch)
  const site = await template.make('rolling')
  const next = makeNextBuild(join(trial.scratch, 'next'), 'adds')
  const fleet: Fleet = { site, template, nodes: [], workers: [], all: [], faults: [] }
  const { nodes, faults } = fleet
  for (let number = 0; number < 3; number++) nodes.push({ server: await serve(fleet), leaving: false })
  for (let number = 0; number < 2; number++) fleet.workers.push(work(fleet))
  const library = await adminOf(fleet, 0).post<LibraryDto>('/api/v1/libraries', {
    name: 'Books',
    path: folder,
    scanImmediately: true,
  })
  await untilAtRest(site)

  const balancer = startBalancer(nodes, template.token)
  const acknowledged = createAcknowledged(`${site.dataDir}.acknowledged.jsonl`)
  const load = startLoad({
    admin: () => balancer.client,
    libraryId: library.id,
    random: trial.random.branch('rolling'),
    acknowledged,
    editors: 3,
    readers: 3,
  })
  const scanning = keepScanning(() => balancer.client, library.id)
  // A task that only the later release knows, with the old one alone.
  await addNextTask(site)
  await Bun.sleep(PAUSE_MS)

  await replace(fleet, 0, next)
  trial.say('the first of three servers is of the later release')
  faults.push(...(await seenByOldServer(fleet, library.id)))
  // Servers of the old release fall over and start again next to the new one.
  await replace(fleet, 1, null)
  await Bun.sleep(PAUSE_MS)
  for (const [index] of fleet.workers.entries()) await replaceWorker(fleet, index, next)
  for (const index of [1, 2]) {
    await replace(fleet, index, next)
    await Bun.sleep(PAUSE_MS)
  }
  const scans = await scanning.stop()
  const report = await load.stop()
  await balancer.stop()
  await untilAtRest(site)

  const failed = [...report.statuses].filter(([status]) => status === 0 || status >= 500)
  const lostWrites = lost(acknowledged, await storedEdits(site))
  const migrators = fleet.all.filter(each => each.log().includes(`"migrations":["${next.step}`)).length
  if (migrators !== 1) faults.push(`${migrators} processes say that they migrated`)
  faults.push(...failed.map(([status, times]) => `${times} requests were answered ${status}`))
  faults.push(...report.errors.slice(0, 3), ...scans.faults, ...lostWrites)
  await untilRetried(site)
  faults.push(...(await unfinished(site)), ...(await brokenInvariants(site)), ...loggedErrors(fleet))
  faults.push(...(await refusedAfterTaking(fleet, next, makeNextBuild(join(trial.scratch, 'later'), 'takes away'))))
  await Promise.all(fleet.all.filter(each => each.isRunning()).map(each => each.end()))
  await template.stop()
  const failures = failed.reduce((sum, [, times]) => sum + times, 0)
  return {
    n: report.requests,
    figure: `3 servers and 2 workers replaced under ${report.requests} requests and ${scans.count} scans: ${failures} failed, ${balancer.retried()} asked again of another server, lost ${lostWrites.length} of ${acknowledged.count()} acknowledged writes, ${migrators} migrator, slowest answer ${(report.slowestMs / 1000).toFixed(1)} s`,
    faults,
  }
}

async function serve({ site, all }: Fleet, build?: NextBuild | null, port?: number): Promise<Server> {
  const server = await site.serve({ env: NOTICE, ...(build && { root: build.root }), ...(port && { port }) })
  all.push(server)
  return server
}

function work({ site, all }: Fleet, build?: NextBuild): OctavoProcess {
  const worker = site.worker({ ...(build && { root: build.root }) })
  all.push(worker)
  return worker
}

function adminOf({ nodes, template }: Fleet, index: number) {
  const node = nodes[index]
  if (!node) throw new Error(`There is no server ${index}`)
  return node.server.as(template.token)
}

/** Asks a server to end, as an upgrade does, and starts one of that release in its place; null is the old one. */
async function replace(fleet: Fleet, index: number, build: NextBuild | null): Promise<void> {
  const node = fleet.nodes[index]
  if (!node) throw new Error(`There is no server ${index}`)
  node.leaving = true
  node.server.signal('SIGTERM')
  const code = await node.server.exited
  if (code !== 0) fleet.faults.push(`a server that was asked to end ended with ${code}`)
  node.server = await serve(fleet, build, node.server.port)
  node.leaving = false
}

async function replaceWorker(fleet: Fleet, index: number, build: NextBuild): Promise<void> {
  const old = fleet.workers[index]
  old?.signal('SIGTERM')
  await old?.exited
  fleet.workers[index] = work(fleet, build)
}

/** With the first server of the later release next to it. */
async function seenByOldServer(fleet: Fleet, libraryId: string): Promise<readonly string[]> {
  const { site, template, nodes } = fleet
  const faults: string[] = []
  const old = adminOf(fleet, 1)
  const health = await until(
    () => old.get<HealthReportDto>('/health/ready'),
    report => report.checks?.some(({ name, status }) => name === 'migrations' && status === 'degraded') ?? false,
    40,
  ).catch((error: Error) => error)
  if (health instanceof Error) faults.push(`the old server does not say that it is old: ${health.message}`)
  for (const path of [
    '/api/v1/tasks?pageSize=500',
    '/api/v1/tasks/stats',
    '/api/v1/metrics/tasks',
    '/api/v1/processes',
  ]) {
    const { status } = await old.fetch(path)
    if (status !== 200) faults.push(`the old server answers ${path} with ${status}`)
  }
  const streams = [0, 1].map(index => followEvents(() => nodes[index]?.server as Server, template.token))
  await Promise.all(streams.map(({ open }) => open))
  await site.run(
    `insert into events (pk, happened, created_at) values (pg_current_xact_id()::text::bigint, $1,
     cast(extract(epoch from clock_timestamp()) * 1000 as bigint))`,
    [
      JSON.stringify([
        { channel: 'entity', event: { type: NEXT_EVENT }, to: {} },
        { channel: 'next channel', event: { type: NEXT_EVENT }, to: {} },
      ]),
    ],
  )
  // Each tells of one change; both have to hear of both.
  const names = ['published by the new one', 'published by the old one']
  for (const [index, name] of names.entries())
    await adminOf(fleet, index).patch(`/api/v1/libraries/${libraryId}`, { name })
  for (const [index, stream] of streams.entries()) {
    const heard = () => ({
      next: stream.heard.filter(({ data }) => data.type === NEXT_EVENT).length,
      renamed: stream.heard.filter(({ data }) => data.type === 'library_updated').length,
    })
    await until(
      async () => heard(),
      ({ next, renamed }) => next === 1 && renamed >= names.length,
      10,
    ).catch(() =>
      faults.push(`server ${index} sent ${JSON.stringify(heard())} of 1 new kind and ${names.length} changes`),
    )
    await stream.stop()
  }
  return faults
}

/** A task of a type that the old release does not know, as the later one would put it in. */
async function addNextTask(site: Site): Promise<void> {
  await site.run(
    `insert into tasks (id, task_type, payload, dedup_key, status, priority, attempt, max_attempts, scheduled_for,
     cancel_requested, progress_current, progress_total, created_at)
     values ('0190a000-0000-7000-8000-00000000006f', $1, '{}', $2, 'pending', 999, 0, 3, 0, false, 0, 0, 0)`,
    [NEXT_TASK, `${NEXT_TASK} {}`],
  )
}

/** Tasks that did not end well in the end; one that PostgreSQL rolled back in favour of the migration is tried again. */
async function unfinished(site: Site): Promise<readonly string[]> {
  const rows = await site.run<{ task_type: string; status: string; attempt: number; forgiven_attempts: number }>(
    `select task_type, status, attempt, forgiven_attempts from tasks
     where status <> 'completed'`,
  )
  return rows.map(row => `a task is ${JSON.stringify(row)}`)
}

function loggedErrors({ all }: Fleet): readonly string[] {
  const lines = all.flatMap(each => each.log().split('\n'))
  return lines
    .filter(line => /"level":(50|60)/.test(line) && !line.includes('deadlock detected'))
    .slice(0, 3)
    .map(line => line.slice(0, 2500))
}

/** A release that takes a column away is not for those of the release before: they say so, running and at the start. */
async function refusedAfterTaking(fleet: Fleet, next: NextBuild, later: NextBuild): Promise<readonly string[]> {
  const faults: string[] = []
  const migration = spawnOctavo(['migrate'], fleet.site.env, { root: later.root })
  if ((await migration.exited) !== 0)
    faults.push(`migrate of the release after that fails: ${migration.log().slice(-300)}`)
  const isAway = async () => (await adminOf(fleet, 0).fetch('/health/ready')).status === 503
  await until(isAway, away => away, 45).catch(() => faults.push('a server stays ready on a schema that it cannot use'))
  const late = spawnOctavo(['serve'], { ...fleet.site.env, OCTAVO_PORT: '0' }, { root: next.root })
  const code = await late.exited
  if (code === 0 || !/newer version of Octavo/.test(late.log()))
    faults.push(`a start on it ends with ${code}: ${late.log().slice(-300)}`)
  return faults
}

/** One deep scan after the other, so that work is under way no matter which is replaced. */
function keepScanning(
  client: () => { readonly fetch: (path: string, init?: RequestInit) => Promise<Response> },
  libraryId: string,
) {
  const faults: string[] = []
  let count = 0
  let stopping = false
  const scanning = scan()
  async function scan(): Promise<void> {
    while (!stopping) {
      const { status } = await client().fetch(`/api/v1/libraries/${libraryId}/scan?mode=deep`, { method: 'POST' })
      if (status === 200) count++
      else if (status !== 409) faults.push(`a scan was answered ${status}`)
      await Bun.sleep(200)
    }
  }
  return {
    stop: async () => {
      stopping = true
      await scanning
      return { count, faults }
    },
  }
}
