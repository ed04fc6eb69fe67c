/** Where a request or a task stands in a trace, as W3C Trace Context has it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly sampled: boolean
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** Reads the header `traceparent`; null without one, and for one that is not valid. */
export function readTraceparent(header: string | null): TraceContext | null {
  if (header === null || header.length > 256) return null
  const [, version = '', traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(header.trim()) ?? []
  if (version === '' || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  // Later versions may have more parts, the first has none.
  if (version === '00' && more !== undefined) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

/** The same as a header. */
export function traceparentOf({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
}

export function newTraceId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
