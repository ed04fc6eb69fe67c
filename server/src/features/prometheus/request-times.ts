import type { Metric, Registry } from 'prom-client'
import type { Answered } from '../../http/answered'

const NAME = 'octavo_http_request_duration_seconds'
const HELP = 'Requests by route, until the headers of the answer were ready'
const MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const
/** Anything may stand before a path. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Series {
  readonly labels: Readonly<Record<string, string>>
  /** Requests in each bucket, not summed up; the last takes what is slower than all. */
  readonly counts: Float64Array
  ms: number
}

/**
 * A histogram of requests. The one of prom-client takes half a microsecond for each, and every request pays it; this
 * takes a twentieth, and does the rest of the work when somebody asks.
 */
export function registerRequestTimes(registry: Registry): (answered: Answered) => void {
  const all = new Map<string, Series>()

  function seriesOf(method: string, route: string, status: number): Series {
    const series = {
      labels: { method: METHODS.has(method) ? method : 'other', route, status: String(status) },
      counts: new Float64Array(MS.length + 1),
      ms: 0,
    }
    // Two methods of nobody's are one series.
    const key = `${series.labels.method} ${status} ${route}`
    const known = all.get(key)
    if (known) return known
    all.set(key, series)
    return series
  }

  const metric = {
    name: NAME,
    help: HELP,
    type: 'histogram',
    aggregator: 'sum',
    reset: () => all.clear(),
    get: async () => ({ name: NAME, help: HELP, type: 'histogram', values: [...all.values()].flatMap(samples) }),
  }
  registry.registerMetric(metric as unknown as Metric)

  return ({ method, route, status, ms }) => {
    const series = all.get(`${method} ${status} ${route}`) ?? seriesOf(method, route, status)
    let bucket = 0
    while (bucket < MS.length && ms > (MS[bucket] as number)) bucket++
    series.counts[bucket] = (series.counts[bucket] as number) + 1
    series.ms += ms
  }
}

function samples({ labels, counts, ms }: Series) {
  let sum = 0
  const buckets = [...counts].map((count, index) => {
    sum += count
    const limit = MS[index]
    const le = limit === undefined ? '+Inf' : String(limit / 1000)
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: sum }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: ms / 1000 },
    { metricName: `${NAME}_count`, labels, value: sum },
  ]
}
