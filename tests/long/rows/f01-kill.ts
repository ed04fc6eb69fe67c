import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { OctavoProcess } from '../../kit/process'
import type { Random } from '../harness/random'
import type { Outcome, Row, Trial } from '../harness/row'
import { createAcknowledged, lost } from '../site/acknowledged'
import { brokenInvariants, leftThumbnails } from '../site/invariants'
import { startLoad, storedEdits } from '../site/load'
import { endLeases, percentile, untilAtRest, untilRetried } from '../site/rest'
import { makeTemplate, type Server, type Site, type Template } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'
import { catalogueOf, difference } from '../site/state'

/** One round in so many waits the real half minute until the lease of a killed process ends. */
const WAITS_FOR_LEASE = 40

export const killAnyProcess: Row = {
  id: 'F01',
  does: 'kill -9 of server, worker, parser process or (PostgreSQL) its own backend, at any moment of scan, edits and reading',
  required: 'database whole, nothing acknowledged lost, ends as the undisturbed scan',
  databases: ['sqlite', 'postgres'],
  rounds: 200,
  minutes: 60,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder)
  const template = await makeTemplate(trial.database, trial.scratch)
  const golden = await undisturbed(template, folder)
  const faults: string[] = []
  const restarts: number[] = []
  const sums = { acknowledged: 0, left: 0, whole: 0 }
  for (let round = 1; round <= trial.rounds; round++) {
    const result = await killRound(template, folder, {
      name: `round-${round}`,
      random: trial.random.branch(`round ${round}`),
      golden,
      waitsForLease: round % WAITS_FOR_LEASE === 0,
    })
    sums.acknowledged += result.acknowledged
    sums.left += result.left
    restarts.push(...result.restartsMs)
    if (result.faults.length === 0) sums.whole++
    for (const fault of result.faults) trial.say(`round ${round} (${result.victims}): ${fault}`)
    faults.push(...result.faults.map(fault => `round ${round} (${result.victims}): ${fault}`))
    if (round % 10 === 0 || result.faults.length > 0) trial.say(`${sums.whole} of ${round} whole`)
    if (faults.length > 30) break
  }
  await template.stop()
  const lostCount = faults.filter(fault => fault.includes('lost:')).length
  const figure = [
    `${sums.whole}/${trial.rounds} rounds whole`,
    `lost ${lostCount} of ${sums.acknowledged} acknowledged writes`,
    `restart p95 ${(percentile(restarts, 0.95) / 1000).toFixed(2)} s`,
    `${sums.left} thumbnails left to the clean-up`,
  ].join(', ')
  return { n: trial.rounds, figure, faults: faults.slice(0, 30) }
}

interface Golden {
  readonly catalogue: readonly string[]
  readonly scanMs: number
}

async function undisturbed(template: Template, folder: string): Promise<Golden> {
  const site = await template.make('golden')
  const server = await site.serve()
  const began = performance.now()
  await createLibrary(server, template.token, folder)
  await untilAtRest(site)
  const scanMs = performance.now() - began
  const catalogue = await catalogueOf(site)
  const broken = await brokenInvariants(site)
  await server.end()
  await site.remove()
  if (broken.length > 0) throw new Error(`The undisturbed scan is not whole: ${broken.join('; ')}`)
  return { catalogue, scanMs }
}

function createLibrary(server: Server, token: string, path: string): Promise<LibraryDto> {
  const library = { name: 'Books', path, scanImmediately: true }
  return server.as(token).post<LibraryDto>('/api/v1/libraries', library)
}

interface Round {
  readonly name: string
  readonly random: Random
  readonly golden: Golden
  readonly waitsForLease: boolean
}

interface RoundResult {
  readonly victims: string
  readonly acknowledged: number
  readonly restartsMs: readonly number[]
  /** Thumbnails that the clean-up has to take away. */
  readonly left: number
  readonly faults: readonly string[]
}

type Victim = 'server' | 'worker' | 'both' | 'parser' | 'backend'

async function killRound(template: Template, folder: string, round: Round): Promise<RoundResult> {
  const { random, golden } = round
  const site = await template.make(round.name)
  const acknowledged = createAcknowledged(`${site.dataDir}.acknowledged.jsonl`)
  const victims: Victim[] = []
  const restartsMs: number[] = []
  const faults: string[] = []
  let left = 0
  let crew = await startCrew(site)
  try {
    const library = await createLibrary(crew.server, template.token, folder)
    const load = startLoad({
      admin: () => crew.server.as(template.token),
      libraryId: library.id,
      random,
      acknowledged,
    })
    // Every third round strikes a second time, at a moment of the recovery.
    const strikes = random.next() < 0.33 ? 2 : 1
    for (let strike = 0; strike < strikes; strike++) {
      await Bun.sleep(random.next() * golden.scanMs * 1.1)
      const victim = chooseVictim(site, random)
      victims.push(victim)
      await kill(site, crew, victim, random)
      const began = performance.now()
      crew = await startMissing(site, crew)
      restartsMs.push(performance.now() - began)
    }
    if (!round.waitsForLease) await endLeases(site)
    const report = await load.stop()
    // A backend that is killed takes all sessions along: the database is away for a moment, and is said to be.
    const excused = victims.includes('backend') ? report.errors.filter(error => !error.includes(' 503')) : report.errors
    faults.push(...excused.slice(0, 3))
    if (excused.length > 0) faults.push(loggedErrors(crew.server))
    await untilAtRest(site, 90)
    await untilRetried(site)
    faults.push(...(await brokenInvariants(site)))
    left = (await leftThumbnails(site)).length
    faults.push(...lost(acknowledged, await storedEdits(site)))
    faults.push(...difference(golden.catalogue, await catalogueOf(site)).slice(0, 4))
  } catch (error) {
    faults.push(`${(error as Error).message}\n${crew.server.log().slice(-1500)}`)
  }
  await Promise.all([crew.server.end(), crew.worker?.end()])
  await site.remove()
  return { victims: victims.join(', '), acknowledged: acknowledged.count(), restartsMs, left, faults }
}

interface Crew {
  readonly server: Server
  /** On PostgreSQL a worker runs next to the server. */
  readonly worker: OctavoProcess | null
}

async function startCrew(site: Site): Promise<Crew> {
  const server = await site.serve()
  return { server, worker: site.kind === 'postgres' ? site.worker() : null }
}

function loggedErrors(server: Server): string {
  const lines = server.log().split('\n')
  return lines
    .filter(line => line.includes('"level":50'))
    .slice(0, 2)
    .join('\n')
    .slice(0, 2000)
}

/** Starts again what is gone, on the same port. */
async function startMissing(site: Site, { server, worker }: Crew): Promise<Crew> {
  return {
    server: server.isRunning() ? server : await site.serve({ port: server.port }),
    worker: worker && !worker.isRunning() ? site.worker() : worker,
  }
}

function chooseVictim({ kind }: Site, random: Random): Victim {
  return kind === 'sqlite'
    ? random.pick(['server', 'server', 'server', 'parser'])
    : random.pick(['server', 'server', 'worker', 'both', 'parser', 'backend'])
}

async function kill(site: Site, { server, worker }: Crew, victim: Victim, random: Random): Promise<void> {
  if (victim === 'parser' || victim === 'backend') {
    const parent = victim === 'backend' ? (site.cluster?.pid() ?? 0) : random.pick([server, worker ?? server]).pid
    const children = childrenOf(parent)
    // PostgreSQL's own processes answer the death of any session by restarting all.
    if (children.length > 0) killNow(random.pick(children))
    return
  }
  const killed = [victim !== 'worker' ? server : null, victim !== 'server' ? worker : null].filter(
    each => each !== null,
  )
  for (const each of killed) each.signal('SIGKILL')
  await Promise.all(killed.map(each => each.exited))
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself meanwhile.
  }
}

function childrenOf(pid: number): readonly number[] {
  const isChild = (entry: string) => {
    try {
      // The name of the program may hold spaces and brackets; the parent is the second word after it.
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter(entry => /^\d+$/.test(entry) && isChild(entry))
    .map(Number)
}
