import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, StartSpan } from '../../../kernel/tracing'
import type { Collector } from './collector'

const KINDS = { request: SpanKind.SERVER, task: SpanKind.CONSUMER, step: SpanKind.INTERNAL } as const
const MOST_VALUE = 1_000
/** At the end of the process, what is left is sent within this time. */
const EXPORT_MS = 5_000

/** Sends spans in batches. What does not fit in the queue is dropped, so memory stays bounded. */
export function startTracer(options: {
  readonly collector: Collector
  readonly resource: Readonly<Record<string, string>>
  /** Share of the traces that begin here; those of a caller follow its decision. */
  readonly ratio: number
}): { readonly start: StartSpan; stop(): Promise<void> } {
  const { collector, resource, ratio } = options
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: MOST_VALUE },
    spanProcessors: [new BatchSpanProcessor({ exporter: exporterTo(collector), exportTimeoutMillis: EXPORT_MS })],
  })
  const tracer = provider.getTracer('octavo')
  return {
    start({ name, kind, attributes = {} }, parent) {
      const context =
        parent === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId: parent.traceId,
              spanId: parent.spanId,
              traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
              isRemote: kind === 'request',
            })
      return spanOf(tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, context))
    },
    stop: () => provider.shutdown(),
  }
}

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    spanId,
    sampled: (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED,
    set(attributes, name) {
      span.setAttributes({ ...attributes })
      if (name !== undefined) span.updateName(name)
    },
    fail(error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
    },
    end: () => span.end(),
  }
}

function exporterTo(collector: Collector): SpanExporter {
  return {
    export(spans, done) {
      const body = JsonTraceSerializer.serializeRequest(spans)
      if (body === undefined) return done({ code: 1 })
      void collector.send('traces', body).then(taken => done({ code: taken ? 0 : 1 }))
    },
    shutdown: async () => undefined,
  }
}
