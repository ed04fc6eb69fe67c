/** A call to the server that is part of a trace. */
export interface TracedCall {
  /** W3C Trace Context for the server. */
  readonly traceparent: string
  /** The status; null without an answer. */
  end(status: number | null): void
}

type StartCall = (method: string, path: string) => TracedCall | null

let start: StartCall = () => null

/** Traces all calls from now on; `path` is as in the contract, without ids. */
export function traceCalls(tracer: StartCall): void {
  start = tracer
}

/** Null while nothing is traced. */
export const tracedCall: StartCall = (method, path) => start(method, path)
