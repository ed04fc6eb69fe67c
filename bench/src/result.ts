export type Unit = 'requests/s' | 's' | 'CPU-s' | 'files/s' | 'tasks/s' | 'MB'

/** The targets of a row of shared/performance.md; each given part must be met. */
export interface Target {
  /** At least this multiple of the peer. */
  readonly timesPeer?: number
  /** At least this share of the floor's requests a second. */
  readonly floorShare?: number
  /** At most this multiple of the floor's time. */
  readonly timesFloor?: number
  /** At most this multiple of the time of one request at 2,000 books. */
  readonly growth?: number
  readonly p95Ms?: number
  readonly atMost?: number
  readonly atLeast?: number
}

/** The peer's figure as shared/performance.md states it: measured on another machine. */
export interface Peer {
  readonly figure: number
  readonly aloneMs?: number
}

export interface Result {
  readonly row: string
  readonly figure: number
  readonly unit: Unit
  /** Median and 95th percentile of one request with nothing else running. */
  readonly aloneMs?: number
  readonly p95Ms?: number
  readonly floor?: { readonly name: string; readonly figure: number; readonly aloneMs?: number }
  /** A share of the floor's requests a second, or a multiple of its time: the median of rounds one after the other. */
  readonly ofFloor?: number
  /** Work for one request, as a multiple of the work at 2,000 books in the same run. */
  readonly growth?: number
  readonly peer?: Peer
  /** CPU microseconds of the server for one request, and of the floor. */
  readonly cpuMicros?: number
  readonly floorCpuMicros?: number
  readonly target?: Target
  /** A remark on this figure. */
  readonly note?: string
}

/**
 * Requests per second of one fully used core, by the CPU time of each. Other load on the machine changes the number of
 * answered requests, but hardly their CPU time: verdicts use this.
 */
export function capacity({ unit, figure, cpuMicros }: Result): number {
  return unit === 'requests/s' && cpuMicros !== undefined ? 1e6 / cpuMicros : figure
}

/** The same as a share of what the floor gives; else what was measured. */
export function shareOfFloor({ ofFloor, cpuMicros, floorCpuMicros }: Result): number | undefined {
  return cpuMicros !== undefined && floorCpuMicros !== undefined ? floorCpuMicros / cpuMicros : ofFloor
}

const SMALLER_IS_BETTER: ReadonlySet<Unit> = new Set(['s', 'CPU-s', 'MB'])

/** Multiple of the peer. */
export function timesPeer(result: Result): number | null {
  const { figure, unit, peer } = result
  if (!peer) return null
  return SMALLER_IS_BETTER.has(unit) ? peer.figure / figure : capacity(result) / peer.figure
}

/** Null without a target, or if it cannot be measured here. */
export function meetsTarget(result: Result): boolean | null {
  const { target, figure, ofFloor, growth, p95Ms } = result
  const times = timesPeer(result)
  const checks: boolean[] = []
  const atLeast = (value: number | null | undefined, wanted: number | undefined) => {
    if (wanted !== undefined && value != null) checks.push(value >= wanted)
  }
  const atMost = (value: number | null | undefined, wanted: number | undefined) => {
    if (wanted !== undefined && value != null) checks.push(value <= wanted)
  }
  atLeast(times, target?.timesPeer)
  atLeast(shareOfFloor(result), target?.floorShare)
  atMost(ofFloor, target?.timesFloor)
  atMost(growth, target?.growth)
  atMost(p95Ms, target?.p95Ms)
  atMost(figure, target?.atMost)
  atLeast(figure, target?.atLeast)
  return checks.length === 0 ? null : checks.every(Boolean)
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** `share` of the values are at most this one; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) * share
  const low = sorted[Math.floor(middle)] ?? 0
  const high = sorted[Math.ceil(middle)] ?? 0
  return low + (high - low) * (middle - Math.floor(middle))
}
