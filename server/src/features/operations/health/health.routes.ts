import { type HealthReportDto, healthLive, healthReady } from '@octavo/contract/health'
import { healthCheck } from '@octavo/contract/info'
import type { Binder } from '../../../http/bind'
import { timestamp } from '../../../kernel/clock'
import type { Findings, Health } from './health'

/** Liveness, readiness, and `/health`. */
export function healthRoutes(binder: Binder, { health }: { readonly health: Health }): void {
  binder.bindPublic(healthCheck, async () =>
    (await health.database()) ? new Response('OK') : new Response('Service Unavailable', { status: 503 }),
  )
  binder.bindPublic(healthLive, () => ({ status: 'alive' }))
  binder.bindPublic(healthReady, async ({ viewer }) => {
    const findings = await health.findings()
    const report = reportOf(findings, health.isStopping)
    const body: HealthReportDto = viewer?.permissions.has('system-health')
      ? { ...report, checks: findings.map(checkView) }
      : report
    const isReady = report.status === 'ready' || report.status === 'degraded'
    return Response.json(body, { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } })
  })
}

function reportOf(findings: Findings, isStopping: boolean): Pick<HealthReportDto, 'status'> {
  if (isStopping) return { status: 'stopping' }
  if (findings.some(({ status }) => status === 'failed')) return { status: 'unavailable' }
  return { status: findings.some(({ status }) => status === 'degraded') ? 'degraded' : 'ready' }
}

function checkView({ since, ...finding }: Findings[number]) {
  return { ...finding, ...(since !== undefined && { since: timestamp(since) }) }
}
