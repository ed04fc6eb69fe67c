import { IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/query-keys'
import type { LibraryDto, ScanReportDto } from '../../../api/types'
import { formatRelativeTime } from '../../../messages'
import { labelled } from '../../../messages/labelled'
import { dotted } from '../../../ui/detail'
import { Dialog } from '../../../ui/dialog'
import { ErrorNotice } from '../../../ui/error-notice'
import { Pager } from '../../../ui/pager'
import { ta } from '../../admin/messages'
import { pathIn } from './folders/folder-state.rules'
import { sentenceOf } from './scan-problem'
import classes from './scan-reports.module.css'

const KINDS = ['new', 'changed', 'moved', 'gone', 'returned', 'skipped'] as const

type Props = { readonly library: LibraryDto; readonly onClose: () => void }

/** Recent scans of a library with their findings by file. */
export function ScanReports({ library, onClose }: Props) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.scanReports(library.id, page),
    queryFn: ({ signal }) =>
      api.get('/api/v1/libraries/{library_id}/scans', {
        params: { library_id: library.id },
        signal,
        query: { page, pageSize: 20 },
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog large opened title={ta('reports.open', { name: library.name })} onClose={onClose}>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <ul className={classes.list}>
        {data?.data.map(report => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
    </Dialog>
  )
}

function Report({ report }: { readonly report: ScanReportDto }) {
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: queryKeys.scanReport(report.id),
    queryFn: ({ signal }) =>
      api.get('/api/v1/libraries/{library_id}/scans/{scan_id}', {
        params: { library_id: report.libraryId, scan_id: report.id },
        signal,
      }),
    enabled: open,
  })
  const problems = countProblems(report)
  const found = KINDS.filter(kind => (report.counts[kind] ?? 0) > 0)
  return (
    <li className={classes.report}>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={classes.summary}>
          <IconChevronRight className={classes.arrow} size={16} stroke={2} aria-hidden />
          <span className={classes.when}>
            <strong>{formatRelativeTime(report.startedAt)}</strong>
            <span className={classes.status} data-status={statusOf(report)}>
              {dotted([ta(`reports.${statusOf(report)}`), foldersOf(report)])}
            </span>
          </span>
          {found.length === 0 ? (
            <span className={classes.nothing}>{shortly(report) ?? ta('reports.nothing')}</span>
          ) : (
            <span className={classes.counts}>
              {found.map(kind => (
                <span key={kind} className={classes.count} data-kind={kind}>
                  {labelled(ta(`reports.${kind}`), '')}
                  <b>{report.counts[kind]}</b>
                </span>
              ))}
              {problems > 0 && (
                <span className={classes.count} data-kind="problems">
                  {ta('scanProblems.count', { count: problems })}
                </span>
              )}
            </span>
          )}
        </summary>
        <div className={classes.more}>
          {report.widened && <p>{ta('watch.widened')}</p>}
          {problems > 0 && (
            <section>
              <h3>{ta('scanProblems.title')}</h3>
              <ul>
                {report.problems.map(problem => (
                  <li key={`${problem.folder ?? ''} ${problem.message}`}>
                    {problem.path !== undefined && <code>{placeOf(problem.folder ?? '', problem.path)}</code>}{' '}
                    <span className={classes.error}>{sentenceOf(problem)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {KINDS.map(kind => {
            const findings = data?.findings.filter(finding => finding.kind === kind) ?? []
            return (
              findings.length > 0 && (
                <section key={kind}>
                  <h3>{ta(`reports.${kind}`)}</h3>
                  <ul>
                    {findings.map(({ path, folder = '', from, fromFolder, reason }) => (
                      <li key={`${folder} ${path}`}>
                        <code>{placeOf(folder, path, from, fromFolder)}</code>{' '}
                        {isReason(reason) && <span className={classes.why}>{ta(`reports.why.${reason}`)}</span>}
                      </li>
                    ))}
                  </ul>
                </section>
              )
            )
          })}
        </div>
      </details>
    </li>
  )
}

/** All of them, also those beyond the listed ones. */
function countProblems({ problems }: ScanReportDto): number {
  return problems.reduce((sum, { kind, count = 0 }) => sum + (kind === 'more' ? count : 1), 0)
}

/** The only problem, or how many there are; null if there is none. */
function shortly(report: ScanReportDto): string | null {
  const [only] = report.problems
  if (!only) return null
  return report.problems.length === 1 ? sentenceOf(only) : ta('scanProblems.count', { count: countProblems(report) })
}

/** A file's path, after its former one. The full path if there are several folders. */
function placeOf(folder: string, path: string, from?: string, fromFolder = folder): string {
  const now = folder ? pathIn(folder, path) : path
  if (from === undefined) return now
  return `${fromFolder ? pathIn(fromFolder, from) : from} → ${now}`
}

/** The places it was narrowed to: the first by name, and the number of others. */
function foldersOf({ folders }: ScanReportDto): string | null {
  const named = folders.slice(0, 3).map(folder => folder || ta('watch.top'))
  if (folders.length > named.length) named.push(`+${folders.length - named.length}`)
  return named.length === 0 ? null : named.join(', ')
}

const REASONS = ['not_a_book', 'format_not_allowed', 'excluded', 'not_a_file', 'not_a_name', 'not_stored'] as const

function isReason(reason: string | undefined): reason is (typeof REASONS)[number] {
  return REASONS.some(known => known === reason)
}

function statusOf({ status }: ScanReportDto): 'completed' | 'failed' | 'cancelled' | 'running' {
  return status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'running'
}
