import { IconCpu, IconServer2, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { HealthReportDto, ProcessDto, UpdateDto } from '../../api/types'
import { formatSize } from '../../messages'
import { Callout } from '../../ui/callout'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { TechnicalDetail } from '../../ui/technical-detail'
import { useNow } from '../../ui/use-now'
import { formatAway, formatMoment, formatNear } from '../admin/format'
import { ta } from '../admin/messages'
import { Backups } from './backups'
import { backupsQuery, healthQuery, processesQuery, updateQuery } from './system.queries'
import classes from './system-page.module.css'

/** The server's health, and its processes. */
export function SystemPage() {
  usePageTitle(ta('admin.section.system'))
  const health = useQuery(healthQuery)
  const processes = useQuery(processesQuery)
  const backups = useQuery(backupsQuery)
  const update = useQuery(updateQuery)
  const now = useNow(5000)
  const { data: info } = useQuery({
    queryKey: queryKeys.info,
    queryFn: ({ signal }) => api.get('/api/v1/info', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failed = health.error ?? processes.error
  return (
    <Page wide title={ta('admin.section.system')} line={info ? `${info.name} ${info.version}` : '\u00a0'}>
      {failed && !health.data && !processes.data && (
        <ErrorNotice error={failed} onRetry={() => [health, processes].forEach(one => void one.refetch())} />
      )}
      {update.data?.isNewer && (
        <div className={classes.newer}>
          <NewerVersion update={update.data} />
        </div>
      )}
      <div className={classes.parts}>
        {health.data && <Health report={health.data} />}
        {processes.data && <Processes processes={processes.data} now={now} />}
        {backups.data && <Backups stored={backups.data} />}
      </div>
    </Page>
  )
}

function NewerVersion({ update: { latest, version, url } }: { readonly update: UpdateDto }) {
  return (
    <Callout
      tone="calm"
      icon={<IconSparkles size={20} stroke={1.6} />}
      title={ta('system.newer', { latest: latest ?? '', version })}
    >
      {url && (
        <a className={classes.link} href={url} target="_blank" rel="noreferrer">
          {ta('system.newerNotes')}
        </a>
      )}
    </Callout>
  )
}

function Health({ report }: { readonly report: HealthReportDto }) {
  return (
    <section aria-labelledby="system-health">
      <div className={classes.state} data-status={report.status}>
        <span className={classes.dot} aria-hidden />
        <h2 id="system-health">{ta(`system.status.${report.status}`)}</h2>
      </div>
      <ul className={`${classes.list} ${classes.checks}`}>
        {report.checks?.map(check => (
          <li key={check.name} className={classes.check} data-status={check.status}>
            <span className={classes.dot} aria-hidden />
            <div>
              <strong>{ta(`system.check.${check.name}`)}</strong>
              {check.reason && <p>{problemOf(check)}</p>}
              {check.reason && namesSteps(check) && <TechnicalDetail>{check.reason}</TechnicalDetail>}
            </div>
            <span className={classes.quiet}>
              {dotted([
                ta(`system.checkStatus.${check.status}`),
                check.since && ta('system.since', { when: formatNear(check.since) }),
              ])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Check = NonNullable<HealthReportDto['checks']>[number]

/** The server's words name the steps of the database. */
const namesSteps = ({ code }: Check) => code === 'behind' || code === 'ahead' || code === 'newer'

function problemOf({ code, count = 0, reason = '' }: Check): string {
  if (code === undefined) return reason
  if (code === 'disk_low') return ta('system.problem.disk_low', { size: formatSize(count) })
  if (code === 'abandoned' || code === 'unreadable') return ta(`system.problem.${code}`, { count })
  return ta(`system.problem.${code}`)
}

function Processes({ processes, now }: { readonly processes: readonly ProcessDto[]; readonly now: number }) {
  return (
    <section aria-labelledby="system-processes">
      <h2 id="system-processes" className={classes.title}>
        {ta('system.processes')}
      </h2>
      <ul className={classes.list}>
        {processes.map(one => (
          <li key={one.id} className={classes.process} data-alive={one.alive}>
            <span className={classes.icon} aria-hidden>
              {one.kind === 'serve' ? <IconServer2 size={20} stroke={1.6} /> : <IconCpu size={20} stroke={1.6} />}
            </span>
            <div>
              <strong>{ta(`system.kind.${one.kind}`)}</strong>
              <p>{ta('system.onHost', { host: one.host, pid: String(one.pid) })}</p>
            </div>
            <div className={classes.quiet}>
              <p>{one.version}</p>
              <p title={formatMoment(one.startedAt)}>{ta('system.since', { when: formatNear(one.startedAt) })}</p>
            </div>
            <span className={classes.seen}>
              <span className={classes.dot} aria-hidden />
              {one.alive ? ta('system.alive') : ta('system.lastSeen', { when: formatAway(one.seenAt, now) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
