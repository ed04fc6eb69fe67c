import { Hono } from 'hono'
import type { Connection } from '../db'
import { type Health, healthRoutes } from '../features/operations/health'
import { type Metrics, prometheusRoutes } from '../features/operations/prometheus'
import type { Secrets } from '../features/people/auth'
import { assertEveryRouteDeclared, createBinder } from '../http/bind'
import { installGate } from '../http/gate'
import type { HttpEnv } from '../http/identity'
import { createRateLimiter } from '../http/rate-limit'
import { serveUnknown } from '../http/unknown'
import { systemClock } from '../kernel/clock'
import type { Logger } from '../kernel/log'
import type { LiveConfig } from '../platform/settings'
import { createIdentity } from './identity'

export interface ProbeParts {
  readonly connection: Connection
  readonly secrets: Secrets
  readonly health: Health
  readonly metrics: Metrics
  readonly log: Logger
}

/** The few addresses at which a worker answers: health and counters. */
export function buildProbes(live: LiveConfig, parts: ProbeParts) {
  const { health, metrics, log } = parts
  const { identify, drain } = createIdentity(live.atStart, parts)
  const app = new Hono<HttpEnv>()
  const binder = createBinder(app)
  installGate(app, {
    identify,
    rateLimiter: createRateLimiter(() => live.now.rateLimit, systemClock),
    log,
    guarded: ['/health', '/metrics'],
    challenged: [],
    answered: metrics.answered,
    slowRequestMs: () => live.now.slowRequestMs,
  })
  healthRoutes(binder, { health })
  prometheusRoutes(binder, { metrics, isPublic: live.atStart.metricsPublic })
  serveUnknown(app, [''], binder.bound)
  assertEveryRouteDeclared(app, binder, new Set())
  return { app, drain }
}
