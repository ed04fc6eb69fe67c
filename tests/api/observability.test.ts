// Traces and metrics as an OpenTelemetry collector gets them: OTLP over HTTP, as JSON.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { comic, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { firstScans } from './catalogue'
import { type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

// The example of https://www.w3.org/TR/trace-context/
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const RELAY = '/api/v1/observability/otlp/v1'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code: number }
}
interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}
interface Histogram {
  readonly dataPoints: readonly {
    readonly attributes: readonly Attribute[]
    readonly count: string
    readonly bucketCounts: readonly string[]
    readonly explicitBounds: readonly number[]
  }[]
}
interface Metrics {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string
        readonly unit?: string
        readonly histogram?: Histogram
        readonly sum?: { readonly isMonotonic: boolean; readonly aggregationTemporality: number }
        readonly gauge?: object
      }[]
    }[]
  }[]
}
interface Received {
  readonly path: string
  readonly headers: Headers
  readonly text: string
}

/** Takes everything that is sent to it. */
function startCollector() {
  const received: Received[] = []
  const answer = { status: 200 }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      received.push({ path: new URL(request.url).pathname, headers: request.headers, text: await request.text() })
      return new Response('{}', { status: answer.status })
    },
  })
  const bodies = <T>(path: string) => received.filter(one => one.path === path).map(({ text }) => JSON.parse(text) as T)
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    answer,
    traces: () => bodies<Traces>('/v1/traces'),
    spans: () =>
      bodies<Traces>('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      bodies<Metrics>('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    stop: () => server.stop(true),
  }
}

const textOf = (attributes: readonly Attribute[], key: string) =>
  attributes.find(attribute => attribute.key === key)?.value.stringValue

describe('observability', () => {
  const folder = temporaryFolder('observability')
  const library = join(folder.path, 'Library')
  const collector = startCollector()
  let octavo: Inhabited

  beforeAll(async () => {
    writeLibrary(library, { 'Akira/Akira 1.cbz': await comic({ pages: 2 }) })
    octavo = await startInhabited({
      database: 'sqlite',
      libraries: [library],
      env: {
        OCTAVO_OBSERVABILITY_ENDPOINT: collector.url,
        OCTAVO_OBSERVABILITY_HEADERS: 'authorization=Bearer key, x-tenant=home',
        OCTAVO_OBSERVABILITY_METRICS_SECONDS: '1',
        OCTAVO_OBSERVABILITY_BROWSER: 'true',
        OCTAVO_OBSERVABILITY_BROWSER_PERCENT: '25',
      },
    })
    await firstScans(octavo.admin)
  })
  afterAll(async () => {
    await octavo?.stop()
    collector.stop()
    folder.remove()
  })

  const spansNamed = (name: string) =>
    until(
      async () => collector.spans().filter(span => span.name === name),
      found => found.length > 0,
      40,
    )
  const relay = (path: string, body: string, type = 'application/json') =>
    octavo.admin.fetch(`${RELAY}/${path}`, { method: 'POST', headers: { 'content-type': type }, body })

  test('a request continues the trace of its caller', async () => {
    await octavo.admin.fetch('/api/v1/libraries?token=secret', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    await octavo.admin.fetch('/api/v1/info', { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } })
    const span = await until(
      async () => collector.spans().find(({ name, traceId }) => name === 'GET /api/v1/libraries' && traceId === TRACE),
      found => found !== undefined,
    )
    expect(span).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2 })
    expect(textOf(span?.attributes ?? [], 'http.route')).toBe('/api/v1/libraries')
    expect(BigInt(span?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(span?.startTimeUnixNano ?? 0))
    // The caller has said that this one is not recorded.
    expect(collector.spans().some(({ name, traceId }) => name === 'GET /api/v1/info' && traceId === TRACE)).toBe(false)
    expect(collector.received.map(({ text }) => text).join()).not.toContain('secret')
    expect(collector.received[0]?.headers.get('authorization')).toBe('Bearer key')
    expect(collector.received[0]?.headers.get('x-tenant')).toBe('home')
    const resource = collector.traces()[0]?.resourceSpans[0]?.resource.attributes ?? []
    expect(textOf(resource, 'service.name')).toBe('octavo')
    expect(textOf(resource, 'octavo.process')).toBe('serve')
  })

  test('a task continues the trace of the request that queued it', async () => {
    const trace = TRACE.replace('4bf', 'a1c')
    await octavo.admin.fetch('/api/v1/admin/storage/measure', {
      method: 'POST',
      headers: { traceparent: `00-${trace}-${PARENT}-01` },
    })
    const [task] = await spansNamed('measure_storage')
    const [request] = await spansNamed('POST /api/v1/admin/storage/measure')
    expect(request).toMatchObject({ traceId: trace, parentSpanId: PARENT })
    expect(task).toMatchObject({ traceId: trace, parentSpanId: request?.spanId, kind: 5 })
  })

  test('a scan has a span and one for each phase', async () => {
    const [task] = await spansNamed('scan_library')
    expect(task).toMatchObject({ kind: 5 })
    const [list] = await spansNamed('scan.list')
    for (const [name, parent] of [
      ['scan.list', task?.spanId],
      ['scan.walk', list?.spanId],
      ['scan.identify', list?.spanId],
      ['scan.analyze', task?.spanId],
      ['scan.reconcile', task?.spanId],
    ] as const) {
      const [span] = await spansNamed(name)
      expect([name, span?.traceId, span?.parentSpanId]).toEqual([name, String(task?.traceId), String(parent)])
    }
  })

  test('the metrics are those of the scrape', async () => {
    const found = await until(
      async () =>
        collector
          .metrics()
          .filter(({ name }) => name === 'octavo_http_request_duration_seconds')
          .at(-1),
      metric => (metric?.histogram?.dataPoints.length ?? 0) > 0,
      40,
    )
    expect(found?.unit).toBe('s')
    for (const { count, bucketCounts, explicitBounds } of found?.histogram?.dataPoints ?? []) {
      expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
      expect(bucketCounts.reduce((all, one) => all + Number(one), 0)).toBe(Number(count))
    }
    const cpu = collector.metrics().find(({ name }) => name === 'process_cpu_seconds_total')
    expect(cpu?.sum).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 })
    expect(collector.metrics().find(({ name }) => name === 'process_resident_memory_bytes')?.gauge).toBeDefined()
  })

  test('browsers get their configuration, and their batches are forwarded unchanged', async () => {
    expect(await octavo.admin.get<object>('/api/v1/observability/config')).toEqual({
      enabled: true,
      serviceName: 'octavo',
      proxyPath: '/api/v1/observability/otlp',
      sampleRatio: 0.25,
    })
    expect((await relay('traces', '{"resourceSpans":[]}')).status).toBe(200)
    const passed = collector.received.find(({ text }) => text === '{"resourceSpans":[]}')
    expect(passed?.path).toBe('/v1/traces')
    expect(passed?.headers.get('authorization')).toBe('Bearer key')
    expect(passed?.headers.get('cookie')).toBeNull()
    expect(passed?.headers.get('x-api-key')).toBeNull()
    expect((await relay('metrics', '\u0001\u0002', 'application/x-protobuf')).status).toBe(200)
    expect(collector.received.find(({ text }) => text === '\u0001\u0002')?.path).toBe('/v1/metrics')
  })

  test('batches that are too large, of another type or not accepted are refused', async () => {
    expect((await relay('traces', 'x', 'text/plain')).status).toBe(415)
    expect((await relay('traces', 'x'.repeat(4 * 1024 ** 2 + 1))).status).toBe(413)
    collector.answer.status = 500
    const refused = (await relay('traces', '{}')).status
    collector.answer.status = 200
    expect(refused).toBe(502)
  })

  test('nothing is sent unless it is configured', async () => {
    const other = await startInhabited({ database: 'sqlite' })
    const config = await other.admin.get<{ enabled: boolean }>('/api/v1/observability/config')
    const answer = await other.admin.fetch(`${RELAY}/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await other.stop()
    expect([config.enabled, answer.status]).toEqual([false, 503])
  })
})
