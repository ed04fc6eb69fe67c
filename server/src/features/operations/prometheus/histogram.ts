import type { Observed, Sample } from './exposition'

interface Series {
  readonly labels: Readonly<Record<string, string>>
  /** How many in each bucket, not summed up; the last takes what is more than all. */
  readonly counts: Float64Array
  sum: number
}

/** Counts values, in seconds, by their labels. */
export interface Histogram extends Observed {
  /** The series of some labels: it is made with its first value. `key` is one text for one set of labels. */
  seriesOf(key: string, labels: () => Readonly<Record<string, string>>): Series
  count(series: Series, seconds: number): void
}

/**
 * The histogram of prom-client takes half a microsecond for each value, and every request pays it; this takes a
 * twentieth, and does the rest of the work when somebody asks. `limits` are those of the buckets, in seconds.
 */
export function createHistogram(name: string, help: string, limits: readonly number[]): Histogram {
  const all = new Map<string, Series>()

  function samples({ labels, counts, sum }: Series): Sample[] {
    let total = 0
    const buckets = [...counts].map((count, index) => {
      total += count
      const limit = limits[index]
      const le = limit === undefined ? '+Inf' : String(limit)
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: total },
    ]
  }

  return {
    name,
    help,
    type: 'histogram',
    get: async () => [...all.values()].flatMap(samples),
    seriesOf(key, labels) {
      const known = all.get(key)
      if (known) return known
      const made = { labels: labels(), counts: new Float64Array(limits.length + 1), sum: 0 }
      all.set(key, made)
      return made
    },
    count(series, seconds) {
      let bucket = 0
      while (bucket < limits.length && seconds > (limits[bucket] as number)) bucket++
      series.counts[bucket] = (series.counts[bucket] as number) + 1
      series.sum += seconds
    },
  }
}
