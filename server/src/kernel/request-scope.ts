import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from './trace-context'

/** On whose behalf the running code works: every log line tells it. */
export interface WorkScope {
  readonly requestId?: string
  /** Where the request came from, for the audit log; no log line tells it. */
  readonly address?: string
  readonly taskId?: string
  readonly taskType?: string
  /** The trace that it is part of; log lines name its id. */
  readonly trace?: TraceContext
}

const scopes = new AsyncLocalStorage<WorkScope>()

/** Runs `work`, and all that it awaits, on behalf of a request or a task. */
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
