import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from './trace-context'

/** The request or task that the running code belongs to: part of every log line. */
export interface WorkScope {
  readonly requestId?: string
  /** Origin of the request, for the audit log; not logged. */
  readonly address?: string
  readonly taskId?: string
  readonly taskType?: string
  /** The trace that it is part of; log lines name its id. */
  readonly trace?: TraceContext
}

const scopes = new AsyncLocalStorage<WorkScope>()

/** Runs `work`, and everything it awaits, within the scope of a request or task. */
export function inScope<T>(scope: WorkScope, work: () => T): T {
  return scopes.run(scope, work)
}

export function currentScope(): WorkScope | undefined {
  return scopes.getStore()
}

const WELL_FORMED = /^[\w.:+/=@-]{1,128}$/

/** The request id of a proxy or client, if it is safe to log; otherwise a new one. */
export function requestIdOf(given: string | null): string {
  return given !== null && WELL_FORMED.test(given) ? given : crypto.randomUUID()
}
