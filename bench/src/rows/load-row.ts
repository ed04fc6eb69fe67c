import type { FloorAnswer } from '../floor/floor.protocol'
import type { Ask, LoadJob, LoadReport } from '../load/load.protocol'
import { CAN_SEE_PROCESSES, cpuSeconds } from '../machine/processes'
import { median, type Peer, type Result, type Target } from '../result'
import type { Bench, World } from '../world'

/** A row of requests per second. */
export interface LoadRow {
  readonly name: string
  readonly asks: (world: World) => readonly Ask[]
  /** The floor's answer; created only when the row is measured. */
  readonly floor: { readonly name: string; readonly answers: () => Promise<readonly FloorAnswer[]> }
  /** True: every pass over `asks` begins with a write, so that no answer of the last pass is cached. */
  readonly forgets?: boolean
  readonly peer?: Peer
  readonly target?: Target
  readonly note?: string
}

const CONNECTIONS = 8
const ALONE_GROUPS = 5
const ALONE_MS = 250
/** Warm-up before the measurement. */
const WARM_UP_MS = 1200

/** One of the servers that take turns. */
interface Side {
  readonly pid: number
  readonly job: Omit<LoadJob, 'from' | 'connections'>
  /** Null: nothing has to be forgotten. */
  readonly forget: (() => Promise<void>) | null
  from: number
  readonly perSecond: number[]
  cpuSeconds: number
  answered: number
  readonly aloneMs: number[]
  readonly p95Ms: number[]
}

/** Measures floor, library of 2,000 and library in turn, so that other load affects all of them. */
export async function measureLoad(row: LoadRow, bench: Bench): Promise<Result> {
  const { rounds, roundMs } = bench.options
  const growing = bench.small !== null && row.target?.growth !== undefined
  const real = worldSide(row, bench.world)
  const small = growing && bench.small ? worldSide(row, bench.small) : null
  const floor = await floorSide(row, bench, real.job.asks[0])
  const sides = [floor, ...(small ? [small] : []), real]
  for (const side of sides) await drive(bench, side, CONNECTIONS, WARM_UP_MS)
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) note(side, await drive(bench, side, CONNECTIONS, roundMs))
  }
  for (let group = 0; group < ALONE_GROUPS; group++) {
    for (const side of sides) {
      const { medianMs, p95Ms } = await drive(bench, side, 1, ALONE_MS)
      side.aloneMs.push(medianMs)
      side.p95Ms.push(p95Ms)
    }
  }
  return {
    row: row.name,
    unit: 'requests/s',
    figure: median(real.perSecond),
    aloneMs: median(real.aloneMs),
    p95Ms: median(real.p95Ms),
    floor: { name: row.floor.name, figure: median(floor.perSecond), aloneMs: median(floor.aloneMs) },
    ofFloor: medianRatio(real.perSecond, floor.perSecond),
    ...(small && { growth: growthOf(real, small) }),
    ...(CAN_SEE_PROCESSES && { cpuMicros: microsEach(real), floorCpuMicros: microsEach(floor) }),
    ...(row.peer && { peer: row.peer }),
    ...(row.target && { target: row.target }),
    ...(row.note && { note: row.note }),
  }
}

function worldSide(row: LoadRow, world: World): Side {
  const { octavo, api } = world
  const [book] = world.books
  const forget = async () => {
    const { status } = await api.fetch(`/api/v1/books/${book?.id}/progress`, {
      method: 'PUT',
      body: '{"currentPage":1}',
    })
    if (status !== 200) throw new Error(`Progress was not saved: ${status}`)
  }
  return side(
    octavo.pid,
    { port: octavo.port, headers: api.headers, asks: row.asks(world) },
    row.forgets ? forget : null,
  )
}

async function floorSide(row: LoadRow, { floor, world }: Bench, like: Ask | undefined): Promise<Side> {
  const path = await floor.prepare(await row.floor.answers())
  const ask: Ask = { method: like?.method ?? 'GET', path, ...(like?.body !== undefined && { body: like.body }) }
  return side(floor.pid, { port: floor.port, headers: world.api.headers, asks: [ask] }, null)
}

function side(pid: number, job: Side['job'], forget: Side['forget']): Side {
  return { pid, job, forget, from: 0, perSecond: [], cpuSeconds: 0, answered: 0, aloneMs: [], p95Ms: [] }
}

interface Round {
  readonly answered: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly medianMs: number
  readonly p95Ms: number
}

function note(side: Side, round: Round): void {
  side.perSecond.push(round.answered / round.seconds)
  side.cpuSeconds += round.cpuSeconds
  side.answered += round.answered
}

function growthOf(real: Side, small: Side): number {
  return CAN_SEE_PROCESSES ? microsEach(real) / microsEach(small) : medianRatio(real.aloneMs, small.aloneMs)
}

/** Over all rounds, because the system counts CPU time in steps of 10 ms. */
function microsEach({ cpuSeconds, answered }: Side): number {
  return (cpuSeconds * 1e6) / answered
}

/** Asks for a time; where answers have to be forgotten, once around all addresses, and again until the time is over. */
async function drive({ load }: Bench, side: Side, connections: number, milliseconds: number): Promise<Round> {
  const reports: LoadReport[] = []
  let cpu = 0
  let spent = 0
  do {
    await side.forget?.()
    const before = CAN_SEE_PROCESSES ? cpuSeconds(side.pid) : 0
    const { asks } = side.job
    const limit = side.forget ? { requests: asks.length, milliseconds } : { milliseconds }
    const report = await load.run({ ...side.job, ...limit, from: side.from, connections })
    const [refused] = Object.entries(report.refused)
    if (refused)
      throw new Error(`${asks[0]?.method} ${asks[0]?.path} … was answered ${refused[0]}, ${refused[1]} times`)
    cpu += CAN_SEE_PROCESSES ? cpuSeconds(side.pid) - before : 0
    spent += report.seconds * 1000
    side.from = report.next % asks.length
    reports.push(report)
  } while (spent < milliseconds)
  const answered = reports.reduce((sum, report) => sum + report.answered, 0)
  return {
    answered,
    seconds: spent / 1000,
    cpuSeconds: cpu,
    medianMs: median(reports.map(report => report.medianMs)),
    p95Ms: median(reports.map(report => report.p95Ms)),
  }
}

/** The median of the ratios of two that were measured one right after the other. */
function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, at) => value / (others[at] ?? Number.NaN)))
}
