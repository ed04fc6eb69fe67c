import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { belowBase } from '../../api/base-path'
import { traceCalls } from '../../api/call-tracer'
import { api } from '../../api/client'
import type { BrowserObservabilityConfigDto } from '../../api/types'
import { pageName, type Router } from './page-spans'

const SPANS = { most: 200, inBatch: 50 }

/** Traces each page from its navigation until it is shown, and the calls made on it. */
export async function startTracing(router: Router): Promise<void> {
  const config = await configOnceSignedIn(router)
  if (!config.enabled) return
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `${config.serviceName}-web` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exporterTo(`${config.proxyPath}/v1/traces`),
        maxQueueSize: SPANS.most,
        maxExportBatchSize: SPANS.inBatch,
      }),
    ],
  })
  const flush = () => document.visibilityState === 'hidden' && void provider.forceFlush().catch(() => undefined)
  document.addEventListener('visibilitychange', flush)
  followPages(router, provider.getTracer('octavo-web'))
}

/** The configuration is for people who are signed in. */
async function configOnceSignedIn(router: Router): Promise<BrowserObservabilityConfigDto> {
  for (;;) {
    try {
      return await api.get('/api/v1/observability/config', { anonymous: true })
    } catch {
      await new Promise<void>(resolve => {
        const stop = router.subscribe('onResolved', () => {
          stop()
          resolve()
        })
      })
    }
  }
}

function followPages(router: Router, tracer: Tracer): void {
  let page: Context = ROOT_CONTEXT
  let open: { end(): void } | null = null
  router.subscribe('onBeforeNavigate', () => {
    open?.end()
    const span = tracer.startSpan('page', { kind: SpanKind.INTERNAL }, ROOT_CONTEXT)
    page = trace.setSpan(ROOT_CONTEXT, span)
    open = {
      end() {
        span.updateName(`page ${pageName(router)}`)
        span.end()
        open = null
      },
    }
  })
  router.subscribe('onResolved', () => open?.end())
  traceCalls((method, path) => {
    const span = tracer.startSpan(
      `${method} ${path}`,
      { kind: SpanKind.CLIENT, attributes: { 'http.request.method': method, 'url.template': path } },
      page,
    )
    const { traceId, spanId, traceFlags } = span.spanContext()
    // Without the header, the server decides whether it traces the request.
    if ((traceFlags & TraceFlags.SAMPLED) === 0) return null
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      end(status) {
        if (status !== null) span.setAttribute('http.response.status_code', status)
        if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  })
}

function exporterTo(path: string): SpanExporter {
  return {
    export(spans, done) {
      const body = JsonTraceSerializer.serializeRequest(spans)
      if (body === undefined) return done({ code: 1 })
      const headers = { 'Content-Type': 'application/json' }
      fetch(belowBase(path), { method: 'POST', headers, body: new Uint8Array(body), keepalive: true })
        .then(
          ({ ok }) => ok,
          () => false,
        )
        .then(isTaken => done({ code: isTaken ? 0 : 1 }))
    },
    shutdown: async () => undefined,
  }
}
