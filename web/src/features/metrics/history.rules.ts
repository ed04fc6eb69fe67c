import type { TaskMetricsDataPointDto, TaskMetricsHistoryResponse } from '../../api/types'

export type Span = { readonly days: number; readonly granularity: 'hour' | 'day' }
export type Period = {
  /** Start of the hour or day, as an ISO time. */
  readonly start: string
  readonly succeeded: number
  readonly failed: number
  /** Milliseconds; null if nothing ran. */
  readonly average: number | null
  readonly longest: number | null
}

const hourMs = 3_600_000
const steps = { hour: hourMs, day: 24 * hourMs }

/** All periods in order, including empty ones: a gap in the chart is a gap in the work. */
export function periodsOf({ from, to, granularity, points }: TaskMetricsHistoryResponse): Period[] {
  const step = steps[granularity === 'day' ? 'day' : 'hour']
  const found = new Map<number, TaskMetricsDataPointDto[]>()
  for (const point of points) {
    const at = floor(Date.parse(point.periodStart), step)
    found.set(at, [...(found.get(at) ?? []), point])
  }
  const periods: Period[] = []
  for (let at = floor(Date.parse(from), step); at <= Date.parse(to); at += step) {
    periods.push(periodOf(at, found.get(at) ?? []))
  }
  return periods
}

function periodOf(at: number, points: readonly TaskMetricsDataPointDto[]): Period {
  const sum = (of: (point: TaskMetricsDataPointDto) => number) => points.reduce((all, point) => all + of(point), 0)
  const count = sum(point => point.count)
  return {
    start: new Date(at).toISOString(),
    succeeded: sum(point => point.succeeded),
    failed: sum(point => point.failed),
    average: count > 0 ? sum(point => point.avgDurationMs * point.count) / count : null,
    longest: count > 0 ? Math.max(...points.map(point => point.maxDurationMs)) : null,
  }
}

const floor = (time: number, step: number) => Math.floor(time / step) * step
