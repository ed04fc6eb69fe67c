import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { SeriesDto } from '@octavo/contract/series'
import { type Client, until } from '../../kit/client'
import { freePort } from '../../kit/free-port'
import type { Outcome, Row, Trial } from '../harness/row'
import { brokenInvariants, openTasks } from '../site/invariants'
import { JOBS, type Job } from '../site/jobs'
import { startProxy, type Wire } from '../site/proxy'
import { endLeases, untilAtRest } from '../site/rest'
import { makeTemplate, openSite, type Server, type Site, type Template } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'
import { catalogueOf, difference } from '../site/state'
import { killingAt } from '../site/strace'

/** Steps of one sort that are tried of one kind of work at most; a bound against a kind that never ends. */
const MOST_STEPS = 60
/** What is counted: of SQLite the syncs and the renames, each for itself; of PostgreSQL the commits. */
const SORTS = { sqlite: ['fsync,fdatasync', 'rename'], postgres: ['commit'] } as const

export const killedStep: Row = {
  id: 'F02',
  does: 'kill -9 at each commit (PostgreSQL), at each sync and rename of the disk (SQLite), of each kind of background work',
  required: 'taken up again, ends as the undisturbed one, effects once',
  databases: ['sqlite', 'postgres'],
  rounds: 1,
  minutes: 40,
  needs: { strace: 'strace' },
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 3, 4)
  const template = await makeTemplate(trial.database, trial.scratch, admin => scanned(admin, folder))
  const proxy = template.cluster ? await startProxy(template.cluster.url) : null
  const faults: string[] = []
  const counts: string[] = []
  let tried = 0
  for (const job of JOBS) {
    const steps = await tryJob({ job, template, proxy, name: job.name.replaceAll(' ', '-') })
    tried += steps.tried
    faults.push(...steps.faults)
    counts.push(`${job.name} ${steps.tried}${steps.isBounded ? ' and more' : ''}`)
    trial.say(`${job.name}: ${steps.tried} steps, ${steps.faults.length} faults`)
  }
  await proxy?.stop()
  await template.stop()
  const figure = `${JOBS.length} kinds of work, ${tried} kills (${counts.join(', ')}), ${faults.length} faults`
  return { n: tried, figure, faults: faults.slice(0, 20) }
}

/** A library that gives every job something to do: a series and two books have gone from the disk. */
async function scanned(admin: Client, folder: string): Promise<void> {
  const library = await admin.post<LibraryDto>('/api/v1/libraries', { name: 'Books', path: folder })
  const scan = async (how = 'scan') => {
    await admin.post(`/api/v1/libraries/${library.id}/${how}`)
    await until(
      () => admin.get<{ status: string }>(`/api/v1/libraries/${library.id}/scan-status`),
      ({ status }) => ['completed', 'failed', 'cancelled'].includes(status),
    )
  }
  await scan()
  rmSync(join(folder, 'Series 3/Series 3 v03.cbz'))
  rmSync(join(folder, 'Series 2/Series 2 v02.cbz'))
  await scan()
  const { absences } = await admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
  if (absences.length > 0) await scan('confirm-missing')
}

interface Try {
  readonly job: Job
  readonly template: Template
  readonly proxy: Wire | null
  readonly name: string
}

interface Tried {
  readonly tried: number
  /** Whether there may be more steps than were tried. */
  readonly isBounded: boolean
  readonly faults: readonly string[]
}

async function tryJob(attempt: Try): Promise<Tried> {
  const golden = await oneRun({ ...attempt, name: `${attempt.name}-golden` }, null)
  const faults = [...golden.faults]
  let tried = 0
  let isBounded = false
  for (const sort of SORTS[attempt.template.cluster ? 'postgres' : 'sqlite']) {
    for (let number = 1; faults.length < 5; number++) {
      isBounded ||= number > MOST_STEPS
      if (number > MOST_STEPS) break
      const name = `${attempt.name}-${sort.slice(0, 6)}-${number}`
      const result = await oneRun({ ...attempt, name }, { sort, number })
      if (!result.killed) break
      tried++
      const wrong = [...result.faults, ...difference(golden.catalogue, result.catalogue).slice(0, 3)]
      faults.push(...wrong.map(fault => `${attempt.job.name}, ${sort} ${number}: ${fault}`))
    }
  }
  if (tried === 0) faults.push(`${attempt.job.name}: no step of it was hit`)
  return { tried, isBounded, faults }
}

interface Step {
  readonly sort: string
  readonly number: number
}

interface OneRun {
  readonly killed: boolean
  readonly catalogue: readonly string[]
  readonly faults: readonly string[]
}

/** Asks for the job of a server that dies at this step, if any, and lets another one finish. */
async function oneRun({ job, template, proxy, name }: Try, step: Step | null): Promise<OneRun> {
  const site = await template.make(name)
  await job.prepare?.(site)
  const faults: string[] = []
  const doomed = await startDoomed(site, proxy, step)
  let asked = doomed ? await ask(job, doomed, template.token) : false
  // Without an answer it is dead already, though that may not be known yet.
  if (doomed && !asked) await Promise.race([doomed.exited, Bun.sleep(10_000)])
  if (doomed) await untilDeadOrDone(site, doomed)
  const killed = !doomed?.isRunning()
  await doomed?.end()
  if (proxy) proxy.onStatement = null
  await endLeases(site)
  const server = await site.serve()
  try {
    if (!asked) asked = await ask(job, server, template.token)
    if (!asked) faults.push(`the server refused to do it`)
    await untilAtRest(site)
    faults.push(...(await brokenInvariants(site)))
    faults.push(...(await unfinished(site)))
    return { killed, faults, catalogue: await catalogueOf(site) }
  } finally {
    await server.end()
    await site.remove()
  }
}

/** Null when it did not come far enough to answer. */
async function startDoomed(site: Site, proxy: Wire | null, step: Step | null): Promise<Server | null> {
  const port = await freePort()
  if (!step) return site.serve({ port })
  const { sort, number } = step
  if (!proxy) return site.serve({ port, through: killingAt(sort, number) }).catch(() => null)
  const { cluster, databaseName, dataDir, kind } = site
  const databaseUrl = proxy.urlOf(`${cluster?.url}/${databaseName}`)
  let commits = 0
  const server = await openSite({ kind, cluster, databaseName, dataDir, databaseUrl }).serve({ port })
  // Each commit twice: before it reaches the database, and when it just has.
  proxy.onStatement = async sql => {
    if (!/^commit/i.test(sql) || ++commits !== Math.ceil(number / 2)) return
    if (number % 2 === 0) setTimeout(() => server.signal('SIGKILL'), 2)
    else server.signal('SIGKILL')
    if (number % 2 === 1) await server.exited
  }
  return server
}

async function ask(job: Job, server: Server, token: string): Promise<boolean> {
  const admin = server.as(token)
  try {
    const libraries = await admin.get<Paginated<LibraryDto>>('/api/v1/libraries')
    const series = await admin.get<Paginated<SeriesDto>>('/api/v1/series?pageSize=500')
    const place = {
      admin,
      libraryId: libraries.data[0]?.id ?? '',
      seriesId: series.data.find(({ title }) => title === 'Series 1')?.id ?? '',
    }
    const answer = await job.ask(place)
    // Asked for already, by the request that got no answer.
    if (answer.status === 409) return true
    if (!answer.ok) throw new Error(`${job.name}: ${answer.status} ${await answer.text()}`)
    return true
  } catch (error) {
    if (server.isRunning() && String(error).includes(job.name)) throw error
    return false
  }
}

async function untilDeadOrDone(site: Site, server: Server): Promise<void> {
  await until(
    async () => !server.isRunning() || (await openTasks(site)).length === 0,
    done => done,
    60,
  )
}

/** Tasks that ended otherwise than well, or were put off. */
async function unfinished(site: Site): Promise<readonly string[]> {
  const rows = await site.run<{ task_type: string; status: string; last_error: string | null }>(
    "select task_type, status, last_error from tasks where status <> 'completed'",
  )
  return rows.map(({ task_type, status, last_error }) => `${task_type} is ${status}: ${last_error ?? ''}`)
}
