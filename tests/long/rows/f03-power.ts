import { Database } from 'bun:sqlite'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Random } from '../harness/random'
import type { Outcome, Row, Trial } from '../harness/row'
import { createAcknowledged } from '../site/acknowledged'
import { type DiskStep, readDiskLog, recordingTo } from '../site/disk-log'
import { startLoad, storedEdits } from '../site/load'
import { untilAtRest } from '../site/rest'
import { makeTemplate, openSite } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'

const SECTOR = 512
const LOAD_MS = 4_000

export const powerLoss: Row = {
  id: 'F03',
  does: 'power cut at random moments: every write and sync of a server at work is recorded (strace), and the disk rebuilt as it may be then, with writes that were not synced lost, torn by sectors or out of order',
  required: 'database whole, nothing acknowledged lost (synchronous = FULL), every named cover on the disk',
  databases: ['sqlite'],
  rounds: 300,
  minutes: 15,
  needs: { strace: 'strace' },
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 4, 6)
  const template = await makeTemplate('sqlite', trial.scratch)
  const site = await template.make('site')
  const base = join(trial.scratch, 'base')
  cpSync(site.dataDir, base, { recursive: true })
  const record = join(trial.scratch, 'strace.log')
  const log = join(trial.scratch, 'acknowledged.jsonl')
  const server = await site.serve({ through: recordingTo(record) })
  const began = Date.now()
  const admin = server.as(template.token)
  const library = await admin.post<LibraryDto>('/api/v1/libraries', {
    name: 'Books',
    path: folder,
    scanImmediately: true,
  })
  const acknowledged = createAcknowledged(log)
  const load = startLoad({ admin: () => admin, libraryId: library.id, random: trial.random, acknowledged })
  await untilAtRest(site, 120)
  await Bun.sleep(LOAD_MS)
  await load.stop()
  server.signal('SIGKILL')
  await server.exited
  // strace writes its last lines once the program is gone.
  await Bun.sleep(500)

  const steps = readDiskLog(record, site.dataDir)
  const history = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line)
  const first = steps.findIndex(({ at }) => at >= began)
  if (first < 0 || steps.length - first < 100) throw new Error(`only ${steps.length} steps were recorded`)
  const faults: string[] = []
  let claims = 0
  for (let round = 1; round <= trial.rounds; round++) {
    const random = trial.random.branch(`cut ${round}`)
    const cut = first + random.whole(steps.length - first)
    const place = join(trial.scratch, 'after')
    rmSync(place, { recursive: true, force: true })
    rebuild({ base, place, live: site.dataDir, steps: steps.slice(0, cut), random })
    const result = await judge(place, history, steps[cut]?.at ?? 0, steps.slice(0, cut))
    claims += result.claims
    faults.push(...result.faults.map(fault => `cut ${round} (step ${cut} of ${steps.length}): ${fault}`))
    if (faults.length > 20) break
  }
  const lostCount = faults.filter(fault => fault.includes('lost:')).length
  const figure = `lost ${lostCount} of ${claims} acknowledged writes looked for after ${trial.rounds} cuts in ${steps.length} steps, ${faults.length - lostCount} other faults`
  return { n: trial.rounds, figure, faults: faults.slice(0, 20) }
}

interface Rebuild {
  readonly base: string
  readonly place: string
  readonly live: string
  readonly steps: readonly DiskStep[]
  readonly random: Random
}

/** The database files of the data folder as a cut after these steps may leave them. */
function rebuild({ base, place, live, steps, random }: Rebuild): void {
  mkdirSync(place, { recursive: true })
  for (const name of ['octavo.db', 'octavo.db-wal']) {
    const path = join(live, name)
    const own = steps.filter(step => step.path === path)
    const synced = own.findLastIndex(({ call }) => call === 'sync')
    const file = grown({ bytes: Buffer.alloc(0), length: 0 }, readIfThere(join(base, name)))
    for (const [at, step] of own.entries()) {
      if (at <= synced || keeps(step, random)) apply(file, step, at > synced ? random : null)
    }
    if (file.length > 0) writeFileSync(join(place, name), file.bytes.subarray(0, file.length))
  }
}

/** A file in memory, in a buffer that has room to grow. */
interface Held {
  bytes: Buffer
  length: number
}

function grown(file: Held, content: Buffer): Held {
  resize(file, content.length)
  content.copy(file.bytes)
  return file
}

function resize(file: Held, length: number): void {
  if (length > file.bytes.length) {
    const larger = Buffer.alloc(Math.max(length, 2 * file.bytes.length))
    file.bytes.copy(larger, 0, 0, file.length)
    file.bytes = larger
  }
  if (length < file.length) file.bytes.fill(0, length, file.length)
  file.length = length
}

/** Half of what was not synced arrived, in no order. */
function keeps(step: DiskStep, random: Random): boolean {
  return step.call === 'sync' || random.next() < 0.5
}

/** With a source of chance, only some sectors of a write arrive. */
function apply(file: Held, { call, offset = 0, data }: DiskStep, torn: Random | null): void {
  if (call === 'unlink') resize(file, 0)
  if (call === 'truncate') resize(file, offset)
  if (call !== 'write' || !data) return
  resize(file, Math.max(file.length, offset + data.length))
  const tears = torn !== null && torn.next() < 0.5
  for (let from = 0; from < data.length; from += SECTOR) {
    if (tears && torn.next() < 0.5) continue
    data.copy(file.bytes, offset + from, from, Math.min(data.length, from + SECTOR))
  }
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}

interface Line {
  readonly at: number
  readonly sent?: string
  readonly acknowledged?: string
  readonly value: string
}

async function judge(place: string, history: readonly Line[], cutAt: number, steps: readonly DiskStep[]) {
  const faults: string[] = []
  const database = new Database(join(place, 'octavo.db'), { readwrite: true, create: false })
  try {
    const rows = database.query('pragma integrity_check').all() as { integrity_check: string }[]
    faults.push(
      ...rows.filter(row => row.integrity_check !== 'ok').map(row => `integrity_check: ${row.integrity_check}`),
    )
    const keys = database.query('pragma foreign_key_check').all()
    if (keys.length > 0) faults.push(`foreign_key_check: ${keys.length} rows`)
    const covers = database
      .query("select id || '-' || cover_version || '.jpg' as name from books where cover_version is not null")
      .all() as { name: string }[]
    faults.push(
      ...unsyncedCovers(
        covers.map(({ name }) => name),
        steps,
      ).slice(0, 2),
    )
  } catch (error) {
    faults.push(`it cannot be read: ${(error as Error).message}`)
  } finally {
    database.close()
  }
  const expected = expectedAt(history, cutAt)
  if (faults.length === 0) {
    const site = openSite({ kind: 'sqlite', cluster: null, databaseName: '', dataDir: place })
    const stored = await storedEdits(site)
    for (const [key, possible] of expected) {
      const there = stored.get(key)
      if (there === undefined || !possible.includes(there)) faults.push(`lost: ${key} is ${there}, not ${possible}`)
    }
  }
  return { claims: expected.size, faults: faults.slice(0, 3) }
}

/** Values that may stand under each acknowledged key when the power goes at that moment. */
function expectedAt(history: readonly Line[], cutAt: number): ReadonlyMap<string, readonly string[]> {
  const possible = new Map<string, string[]>()
  const certain = new Set<string>()
  for (const { at, sent, acknowledged, value } of history) {
    // Times are cut to whole milliseconds.
    if (sent !== undefined && at <= cutAt) possible.set(sent, [...(possible.get(sent) ?? []), value])
    if (acknowledged !== undefined && at + 1 <= cutAt) {
      certain.add(acknowledged)
      const values = possible.get(acknowledged) ?? []
      possible.set(acknowledged, values.slice(values.lastIndexOf(value)))
    }
  }
  return new Map([...certain].map(key => [key, possible.get(key) ?? []]))
}

/**
 * A cover that a row names has to be synced before it got its name, and something on that disk after it: ext4 and XFS
 * keep changes of names in order, so that a name is as safe as any sync that follows it.
 */
function unsyncedCovers(names: readonly string[], steps: readonly DiskStep[]): readonly string[] {
  return names.flatMap(name => {
    const named = steps.findLastIndex(({ call, to }) => call === 'rename' && basename(to ?? '') === name)
    const path = steps[named]?.path
    const content = steps.slice(0, named).some(step => step.call === 'sync' && step.path === path)
    const after = steps.slice(named).some(step => step.call === 'sync')
    if (named >= 0 && content && after) return []
    return [`the cover ${name} is named by a row: renamed ${named >= 0}, synced ${content}, its name ${after}`]
  })
}
