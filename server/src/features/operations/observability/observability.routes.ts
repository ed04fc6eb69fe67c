import * as contract from '@octavo/contract/observability'
import type { ObservabilityConfig } from '../../../config/observability-config'
import type { Binder } from '../../../http/bind'
import { bodyBytes } from '../../../http/input'
import { AppError } from '../../../kernel/app-error'
import { signalAddress } from './collector'

const TIMEOUT_MS = 10_000
/** Of traces or metrics in one request. */
const MOST_BYTES = 4 * 1024 ** 2

/** What browsers measure goes through this server, so that they know neither the collector's address nor its key. */
export function observabilityRoutes(binder: Binder, config: ObservabilityConfig | null): void {
  const browser = config?.browser ?? null

  binder.bind(contract.getBrowserConfig, () => ({
    enabled: browser !== null,
    serviceName: config?.serviceName ?? 'octavo',
    proxyPath: contract.OTLP_PATH,
    sampleRatio: browser?.ratio ?? 0,
  }))

  binder.bind(contract.proxyTraces, ({ request }) => relay(request, 'traces'))
  binder.bind(contract.proxyMetrics, ({ request }) => relay(request, 'metrics'))

  async function relay(request: Request, signal: 'traces' | 'metrics'): Promise<Response> {
    if (config === null || browser === null) {
      throw new AppError('ServiceUnavailable', 'This server does not accept traces or metrics from browsers')
    }
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!contract.OTLP_MEDIA_TYPES.some(known => known === type)) {
      throw new AppError('UnsupportedMediaType', `Send the body as ${contract.OTLP_MEDIA_TYPES.join(' or ')}`)
    }
    const body = await bodyBytes(request, MOST_BYTES)
    const status = await statusOf(signalAddress(config.endpoint, signal), {
      method: 'POST',
      headers: { ...config.headers, 'Content-Type': type },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (status === null || status >= 300) throw new AppError('BadGateway', 'The collector did not accept it')
    return new Response(null, { status: 200 })
  }
}

/** Null when it cannot be reached. */
async function statusOf(address: string, request: RequestInit): Promise<number | null> {
  try {
    const response = await fetch(address, request)
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
