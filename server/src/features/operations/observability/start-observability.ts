import type { ObservabilityConfig } from '../../../config/observability-config'
import type { Logger } from '../../../kernel/log'
import { setTracer } from '../../../kernel/tracing'
import type { Metrics } from '../prometheus'
import { createCollector } from './collector'

export interface ObservabilityParts {
  readonly config: ObservabilityConfig | null
  readonly metrics: Metrics
  readonly process: { readonly id: string; readonly kind: 'serve' | 'worker'; readonly version: string }
  readonly log: Logger
}

/** A collector that does not answer must not delay the end of the process for longer. */
const STOP_MS = 1_000

/** Sends traces and metrics to a collector, if that is configured. The libraries are loaded only then. */
export async function startObservability(parts: ObservabilityParts): Promise<{ stop(): Promise<void> }> {
  const { config, metrics, log } = parts
  if (config === null) return { stop: async () => undefined }
  const { id, kind, version } = parts.process
  const resource = {
    'service.name': config.serviceName,
    'service.version': version,
    'service.instance.id': id,
    'octavo.process': kind,
  }
  const collector = createCollector(config, log)
  const [{ startTracer }, { metricsRequest }] = await Promise.all([import('./tracer'), import('./otlp-metrics')])
  const tracer = startTracer({ collector, resource, ratio: config.tracesRatio })
  setTracer(tracer.start)
  const startedMs = Date.now() - process.uptime() * 1000
  const sendMetrics = async () => {
    const request = await metricsRequest(metrics.observed, { resource, startedMs, nowMs: Date.now() })
    await collector.send('metrics', JSON.stringify(request))
  }
  let sending: Promise<void> | null = null
  const send = () => {
    sending ??= sendMetrics()
      .catch(error => log.warn({ err: error }, 'metrics could not be sent'))
      .finally(() => {
        sending = null
      })
    return sending
  }
  const timer = config.metricsMs === null ? null : setInterval(() => void send(), config.metricsMs)
  timer?.unref()
  return {
    async stop() {
      collector.end(STOP_MS)
      if (timer !== null) clearInterval(timer)
      setTracer(null)
      await Promise.all([timer === null ? null : send(), tracer.stop()])
    },
  }
}
