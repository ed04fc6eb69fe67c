import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import { type Client, until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { createAcknowledged, lost } from '../site/acknowledged'
import { brokenInvariants } from '../site/invariants'
import { startLoad, storedEdits } from '../site/load'
import { endsWell, type Makers, startMakers, writeLargeBooks } from '../site/makers'
import { percentile, untilAtRest, untilRetried } from '../site/rest'
import { makeTemplate, type Site, type Template } from '../site/site'
import { mountReadOnly, mountSmallDisk } from '../site/small-disk'
import { writeSmallLibrary } from '../site/small-library'
import { catalogueOf, difference } from '../site/state'

const TROUBLE_MS = 2000
const RECOVERY_SECONDS = 20
/** After the scan: what is made then is asked for by people. */
const MAKING_MS = 1500
const JPEG_END = Uint8Array.of(0xff, 0xd9)

type Part = 'database' | 'thumbnails' | 'cache'

export const fullDisk: Row = {
  id: 'F07',
  does: 'a disk of 64 MiB under the database (SQLite), the thumbnails or the caches is filled up, or (thumbnails, caches) made read-only, at a random moment of scan, edits and reading, while thumbnails and narrower pages are being made; the library is on a read-only disk all the time',
  required:
    'reads go on, what cannot be written is answered with 507 or 503, no half file is published; with room again, all goes on without a restart and ends as the undisturbed scan',
  databases: ['sqlite', 'postgres'],
  rounds: 10,
  minutes: 25,
  needs: { mount: 'mount' },
  asRoot: true,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const writable = join(trial.scratch, 'books')
  await writeSmallLibrary(writable, 4, 6)
  await writeLargeBooks(writable, 3)
  const books = join(trial.scratch, 'read-only-books')
  const library = mountReadOnly(writable, books)
  const faults: string[] = []
  const sums = { whole: 0, rounds: 0, refused: 0, reads: 0, made: 0, recoveries: [] as number[] }
  const template = await makeTemplate(trial.database, trial.scratch)
  try {
    const golden = await undisturbed(template, books)
    const problems = (['thumbnails', 'cache'] as const).flatMap(part => [
      { part, how: 'full' as const },
      { part, how: 'read-only' as const },
    ])
    const all =
      trial.database === 'sqlite' ? [{ part: 'database' as const, how: 'full' as const }, ...problems] : problems
    for (let round = 1; round <= trial.rounds; round++) {
      const problem = all[(round - 1) % all.length] as (typeof all)[number]
      const result = await damagedRound(template, { trial, round, books, golden, ...problem })
      const name = `round ${round} (${problem.part} ${problem.how})`
      sums.rounds++
      sums.refused += result.refused
      sums.reads += result.reads
      sums.made += result.made
      if (result.recoveryMs !== null) sums.recoveries.push(result.recoveryMs)
      if (result.faults.length === 0) sums.whole++
      faults.push(...result.faults.map(fault => `${name}: ${fault}`))
      trial.say(`${name}: ${result.refused} refused, ${result.reads} reads, ${result.faults.join('; ') || 'whole'}`)
    }
  } finally {
    library.remove()
    await template.stop()
  }
  const p95 = (percentile(sums.recoveries, 0.95) / 1000).toFixed(1)
  return {
    n: sums.rounds,
    figure: `${sums.whole}/${sums.rounds} rounds whole, ${sums.reads} reads went on, ${sums.made} narrower pages came whole, ${sums.refused} answers of 507 or 503, writes again p95 ${p95} s after there was room`,
    faults: faults.slice(0, 20),
  }
}

interface Golden {
  readonly catalogue: readonly string[]
  readonly scanMs: number
}

async function undisturbed(template: Template, path: string): Promise<Golden> {
  const site = await template.make('golden')
  const server = await site.serve()
  const began = performance.now()
  await server.as(template.token).post('/api/v1/libraries', { name: 'Books', path, scanImmediately: true })
  await untilAtRest(site)
  const scanMs = performance.now() - began
  const catalogue = await catalogueOf(site)
  await server.end()
  await site.remove()
  return { catalogue, scanMs }
}

interface Problem {
  readonly trial: Trial
  readonly round: number
  readonly books: string
  readonly golden: Golden
  readonly part: Part
  readonly how: 'full' | 'read-only'
}

interface RoundResult {
  readonly refused: number
  readonly reads: number
  /** Narrower pages that were made and came whole. */
  readonly made: number
  readonly recoveryMs: number | null
  readonly faults: string[]
}

async function damagedRound(template: Template, problem: Problem): Promise<RoundResult> {
  const { trial, round, golden, part, how } = problem
  const random = trial.random.branch(`round ${round}`)
  const site = await template.make(`round-${round}`)
  const faults: string[] = []
  const folder = part === 'database' ? site.dataDir : join(site.dataDir, part)
  const disk = mountSmallDisk(folder, `${site.dataDir}.${part}`)
  const server = await site.serve()
  const admin = server.as(template.token)
  const acknowledged = createAcknowledged(`${site.dataDir}.acknowledged.jsonl`)
  const sums = { refused: 0, reads: 0, made: 0, recoveryMs: null as number | null }
  let makers: Makers | null = null
  try {
    const library = await admin.post<LibraryDto>('/api/v1/libraries', {
      name: 'Books',
      path: problem.books,
      scanImmediately: true,
    })
    const load = startLoad({ admin: () => admin, libraryId: library.id, random, acknowledged })
    const thumbnails = join(site.dataDir, 'thumbnails')
    makers = startMakers({ admin, libraryId: library.id, thumbnails, random: random.branch('makers') })
    // At a moment of the scan, or at one of making pages.
    const isLater = random.next() < 0.6
    if (isLater) await untilMade(makers)
    await Bun.sleep(random.next() * (isLater ? MAKING_MS : golden.scanMs))
    if (how === 'full') disk.fill()
    else await disk.makeReadOnly()
    // Reads that this row itself makes: the load's own cannot be recognised by their time.
    const end = performance.now() + TROUBLE_MS
    while (performance.now() < end) {
      for (const path of [
        '/api/v1/books?pageSize=20',
        '/api/v1/series?pageSize=20',
        `/api/v1/libraries/${library.id}`,
      ]) {
        const { status } = await admin.fetch(path)
        if (status === 200) sums.reads++
        else faults.push(`GET ${path} answered ${status}`)
      }
    }
    if (isLater && part === 'cache') await untilRefused(makers)
    faults.push(...halfFiles(site))
    disk.relieve()
    sums.recoveryMs = await untilWritten(acknowledged)
    const report = await load.stop()
    // What the scan had not come to has no pages yet.
    await scanAgain(site, admin, library.id)
    await untilMade(makers)
    const made = await makers.stop()
    faults.push(...made.faults.slice(0, 3))
    sums.made = made.made
    const refused = report.errors.filter(error => /answered 50[37]/.test(error))
    sums.refused = refused.length + made.refused
    faults.push(...report.errors.filter(error => !refused.includes(error)).slice(0, 3))
    // A page or a cover may have to be made on request; everything else is only read.
    faults.push(...refused.filter(error => /^GET/.test(error) && !/\/(pages|thumbnail)/.test(error)).slice(0, 3))
    await untilRetried(site)
    await scanAgain(site, admin, library.id)
    await untilAtRest(site)
    await admin.post(`/api/v1/libraries/${library.id}/books/thumbnails/generate`, { force: false })
    await untilAtRest(site)
    await untilRetried(site)
    if (how === 'read-only') await cleanUpDrafts(site, admin)
    faults.push(...halfFiles(site), ...(await brokenInvariants(site)))
    faults.push(...lost(acknowledged, await storedEdits(site)))
    faults.push(...difference(golden.catalogue, await catalogueOf(site)).slice(0, 4))
  } catch (error) {
    faults.push(`${(error as Error).message.slice(0, 500)}\n${server.log().slice(-1000)}`)
  }
  await makers?.stop()
  if (!server.isRunning()) faults.push('the server has ended')
  await server.end()
  disk.remove()
  await site.remove()
  return { ...sums, faults: [...new Set(faults)] }
}

/** Asks for a scan as soon as the one that was disturbed has ended; it need not wait for the time of its next try. */
async function scanAgain(site: Site, admin: Client, libraryId: string): Promise<void> {
  await until(
    async () => {
      await site.run("update tasks set scheduled_for = 0 where status = 'pending'")
      return (await admin.fetch(`/api/v1/libraries/${libraryId}/scan?mode=deep`, { method: 'POST' })).status
    },
    status => status === 200,
    60,
  )
}

/** Milliseconds until something is acknowledged again. */
async function untilWritten(acknowledged: { readonly count: () => number }): Promise<number> {
  const began = performance.now()
  const before = acknowledged.count()
  await until(
    async () => acknowledged.count(),
    count => count > before,
    RECOVERY_SECONDS,
  )
  return performance.now() - began
}

/** Waits until a narrower page has been made. */
async function untilMade(makers: Makers): Promise<void> {
  const before = makers.made()
  await until(
    async () => makers.made(),
    count => count > before,
    60,
  )
}

/** A cache that cannot be written shows soon: no page is made twice. */
async function untilRefused(makers: Makers): Promise<void> {
  await until(
    async () => makers.refused(),
    count => count > 0,
    RECOVERY_SECONDS,
  )
}

/** A draft cannot be taken from a disk that became read-only while it was written: that is for the clean-up, a day later. */
async function cleanUpDrafts(site: Site, admin: Client): Promise<void> {
  const aDayAgo = Date.now() / 1000 - 25 * 3_600
  for (const entry of readdirSync(join(site.dataDir, 'thumbnails'), { recursive: true, withFileTypes: true })) {
    if (entry.name.endsWith('.part')) utimesSync(join(entry.parentPath, entry.name), aDayAgo, aDayAgo)
  }
  await admin.post('/api/v1/admin/cleanup-orphans')
  await untilAtRest(site)
}

/** Thumbnails and pages that do not end as a JPEG does. */
function halfFiles(site: Site): readonly string[] {
  return ['thumbnails', 'cache/pages'].flatMap(part => {
    const folder = join(site.dataDir, part)
    if (!existsSync(folder)) return []
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter(entry => entry.isFile() && entry.name.endsWith('.jpg'))
      .filter(entry => !endsWell(bytesOf(join(entry.parentPath, entry.name))))
      .map(({ name }) => `${part}/${name} is half a file`)
  })
}

/** What was taken away meanwhile counts as whole. */
function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch {
    return JPEG_END
  }
}
