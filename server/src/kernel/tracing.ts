import { currentScope, inScope, type WorkScope } from './request-scope'
import { newTraceId, type TraceContext } from './trace-context'

export type SpanValue = string | number | boolean

export interface SpanFacts {
  readonly name: string
  readonly kind: 'request' | 'task' | 'step'
  readonly attributes?: Readonly<Record<string, SpanValue>>
}

/** A span that has begun. */
export interface Span extends TraceContext {
  set(attributes: Readonly<Record<string, SpanValue>>, name?: string): void
  fail(error: unknown): void
  end(): void
}

export type StartSpan = (facts: SpanFacts, parent: TraceContext | null) => Span

let start: StartSpan | null = null

const nothing = () => undefined
/** Without a tracer there are ids for the log, and nothing is sent: a trace of the caller is passed on as it is. */
function plainSpan(parent: TraceContext | null): Span {
  const traceId = parent?.traceId ?? newTraceId()
  const { spanId = traceId.slice(16), sampled = false } = parent ?? {}
  return { traceId, spanId, sampled, set: nothing, fail: nothing, end: nothing }
}

/** Sends spans from now on; null ends that. */
export function setTracer(tracer: StartSpan | null): void {
  start = tracer
}

/** Runs `work`, and all that it awaits, in a span of its own: below that of the running code, or of `parent`. */
export function inSpan<T>(
  facts: SpanFacts & { readonly scope?: WorkScope; readonly parent?: TraceContext | null },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const outer = currentScope()
  const { scope = outer, parent = outer?.trace ?? null } = facts
  if (!start) {
    const span = plainSpan(parent)
    return inScope({ ...scope, trace: span }, () => work(span))
  }
  const span = start(facts, parent)
  const { traceId, spanId, sampled } = span
  return inScope({ ...scope, trace: { traceId, spanId, sampled } }, async () => {
    try {
      return await work(span)
    } catch (error) {
      span.fail(error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** A part of larger work, such as a phase of a scan. */
export function inStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  return inSpan({ kind: 'step', name }, work)
}
