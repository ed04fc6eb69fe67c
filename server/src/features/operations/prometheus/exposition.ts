import type { Metric } from 'prom-client'

/** A value with its labels; for a histogram with its line type. */
export interface Sample {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The values of one metric, read at each scrape. */
export interface Observed {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter' | 'histogram'
  get(): Promise<readonly Sample[]>
}

/** Content type of version 0.0.4 of the format. */
export const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes metrics in the Prometheus format. Its library is loaded with the first scrape, to keep the start fast. */
export function createExposition(): {
  readonly all: readonly Observed[]
  add(observed: Observed): void
  text(): Promise<string>
} {
  const all: Observed[] = []
  return {
    all,
    add: observed => void all.push(observed),
    async text() {
      const { Registry } = await import('prom-client')
      const registry = new Registry()
      for (const { name, help, type, get } of all) {
        const metric = {
          name,
          help,
          type,
          aggregator: 'sum',
          reset: () => undefined,
          get: async () => ({ name, help, type, values: await get() }),
        }
        registry.registerMetric(metric as unknown as Metric)
      }
      return registry.metrics()
    },
  }
}
