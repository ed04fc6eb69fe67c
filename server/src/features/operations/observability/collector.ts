import type { ObservabilityConfig } from '../../../config/observability-config'
import type { Logger } from '../../../kernel/log'

/** Where traces and metrics are sent, by OTLP over HTTP. */
export interface Collector {
  /** Never rejects: what is not taken is lost, and the log says so once until something is taken again. */
  send(signal: 'traces' | 'metrics', body: Uint8Array | string): Promise<boolean>
  /** The process ends: what the collector has not accepted after `ms` is lost. */
  end(ms: number): void
}

/** A collector that answers later than this gets the next batch. */
const TIMEOUT_MS = 5_000

/** The address of a signal, as OTLP/HTTP has it. */
export function signalAddress(endpoint: string, signal: 'traces' | 'metrics'): string {
  return `${endpoint}/v1/${signal}`
}

export function createCollector(
  { endpoint, headers }: Pick<ObservabilityConfig, 'endpoint' | 'headers'>,
  log: Logger,
): Collector {
  let isFailing = false
  const ended = new AbortController()
  return {
    async send(signal, body) {
      const problem = await post(signalAddress(endpoint, signal), headers, { body, ended: ended.signal })
      if (problem !== null && !isFailing) log.warn({ problem, signal }, 'the collector does not take traces or metrics')
      if (problem === null && isFailing) log.info({ signal }, 'the collector takes traces and metrics again')
      isFailing = problem !== null
      return problem === null
    },
    end(ms) {
      setTimeout(() => ended.abort(new Error('the process is ending')), ms).unref()
    },
  }
}

async function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  { body, ended }: { readonly body: Uint8Array | string; readonly ended: AbortSignal },
): Promise<string | null> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ended]),
    })
    await response.body?.cancel()
    return response.ok ? null : `HTTP ${response.status}`
  } catch (error) {
    return (error as Error).message
  }
}
