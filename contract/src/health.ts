import { Int64, Timestamp } from './ids'
import { bytes, json, route } from './route'
import * as z from './zod'

/** The checks. A server stops receiving requests only while its database does not respond, or it is stopping. */
export const HEALTH_CHECKS = [
  'process',
  'database',
  'migrations',
  'storage',
  'disk',
  'wakeups',
  'queue',
  'libraries',
] as const

/** What a check can find, for apps with their own texts. */
export const HEALTH_PROBLEMS = [
  ...(['silent', 'unknown', 'stopping', 'behind', 'ahead', 'newer'] as const),
  ...(['disk_low', 'lost', 'abandoned', 'unreadable'] as const),
] as const

export const HealthCheckDto = z
  .object({
    name: z.enum(HEALTH_CHECKS),
    status: z.enum(['ok', 'degraded', 'failed']),
    reason: z.string().optional().meta({ description: 'One sentence; absent when everything is fine' }),
    code: z.enum(HEALTH_PROBLEMS).optional().meta({ description: 'What `reason` says' }),
    count: Int64.optional().meta({ description: 'Tasks or libraries with the problem, or free bytes of the disk' }),
    since: Timestamp.optional(),
  })
  .meta({ id: 'HealthCheckDto' })
export type HealthCheckDto = z.infer<typeof HealthCheckDto>

export const HealthReportDto = z
  .object({
    status: z.enum(['ready', 'degraded', 'unavailable', 'stopping']),
    checks: z.array(HealthCheckDto).optional().meta({ description: 'For those with system-health' }),
  })
  .meta({ id: 'HealthReportDto' })
export type HealthReportDto = z.infer<typeof HealthReportDto>

const Live = z.object({ status: z.literal('alive') }).meta({ id: 'LivenessDto' })

export const healthLive = route({
  id: 'health_live',
  method: 'get',
  path: '/health/live',
  tag: 'Health',
  summary: 'Whether the process runs; checks nothing else',
  access: 'public',
  status: 200,
  payload: json(Live),
})

export const healthReady = route({
  id: 'health_ready',
  method: 'get',
  path: '/health/ready',
  tag: 'Health',
  summary: 'Whether this server is ready for requests, with its problems; 503 if not',
  access: 'public',
  status: 200,
  payload: json(HealthReportDto),
  errors: [503],
})

export const prometheusMetrics = route({
  id: 'prometheus_metrics',
  method: 'get',
  path: '/metrics',
  tag: 'Health',
  summary: 'Counters of this process in the text format of Prometheus',
  access: 'system-health',
  status: 200,
  payload: bytes('text/plain'),
})
