import type { Observed, Sample } from '../prometheus'

type Labels = Readonly<Record<string, string>>

interface Times {
  /** Nanoseconds since 1970, as text: JSON numbers are too short for them. */
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

const CUMULATIVE = 2

/** The metrics of a scrape as one OTLP request (ExportMetricsServiceRequest in its JSON form). */
export async function metricsRequest(
  observed: readonly Observed[],
  { resource, startedMs, nowMs }: { readonly resource: Labels; readonly startedMs: number; readonly nowMs: number },
): Promise<object> {
  const times = { startTimeUnixNano: nanoseconds(startedMs), timeUnixNano: nanoseconds(nowMs) }
  const metrics: object[] = []
  for (const one of observed) {
    const samples = await one.get()
    if (samples.length > 0) metrics.push(metricOf(one, samples, times))
  }
  return {
    resourceMetrics: [
      { resource: { attributes: attributesOf(resource) }, scopeMetrics: [{ scope: { name: 'octavo' }, metrics }] },
    ],
  }
}

function metricOf({ name, help, type }: Observed, samples: readonly Sample[], times: Times): object {
  const about = { name, description: help, ...(name.endsWith('_seconds') && { unit: 's' }) }
  if (type === 'histogram') {
    return { ...about, histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramPoints(samples, times) } }
  }
  const dataPoints = samples.map(({ labels, value }) => ({
    ...times,
    attributes: attributesOf(labels),
    asDouble: value,
  }))
  if (type === 'gauge') return { ...about, gauge: { dataPoints } }
  return { ...about, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
}

/** Prometheus adds buckets up and has a line for each; OTLP has one point with the count of each bucket. */
function histogramPoints(samples: readonly Sample[], times: Times): object[] {
  const series = new Map<string, { labels: Labels; buckets: { limit: number; total: number }[]; sum: number }>()
  for (const { metricName = '', labels, value } of samples) {
    const { le, ...own } = labels
    const key = JSON.stringify(own)
    const point = series.get(key) ?? { labels: own, buckets: [], sum: 0 }
    series.set(key, point)
    if (metricName.endsWith('_bucket'))
      point.buckets.push({ limit: Number(le === '+Inf' ? Infinity : le), total: value })
    else if (metricName.endsWith('_sum')) point.sum = value
  }
  return [...series.values()].map(({ labels, buckets, sum }) => ({
    ...times,
    attributes: attributesOf(labels),
    count: String(buckets.at(-1)?.total ?? 0),
    sum,
    bucketCounts: buckets.map(({ total }, at) => String(total - (buckets[at - 1]?.total ?? 0))),
    explicitBounds: buckets.map(({ limit }) => limit).filter(Number.isFinite),
  }))
}

function attributesOf(labels: Labels): object[] {
  return Object.entries(labels).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`
}
