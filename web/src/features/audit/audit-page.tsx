import { Button } from '@mantine/core'
import { IconDownload, IconShieldCheck, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { AuditEntryDto } from '../../api/types'
import { formatDate } from '../../messages'
import { labelled } from '../../messages/labelled'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Pager } from '../../ui/pager'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { settingsQuery } from '../settings/settings.queries'
import { auditQuery, longestExport, peopleQuery } from './audit.queries'
import { AuditEntry } from './audit-entry'
import { exportEntries } from './audit-export'
import { AuditFilters } from './audit-filters'
import { groupNames } from './audit-kinds.rules'
import classes from './audit-page.module.css'
import { type AuditSearch, isFiltered, readAuditSearch } from './audit-search.rules'
import { tu } from './messages'

/** The audit log, newest first. Its filters are in the address. */
export function AuditPage() {
  usePageTitle(ta('admin.section.audit'))
  const search = readAuditSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(auditQuery(search, new Date()))
  const names = useNames(search, data?.data)
  const go = (next: AuditSearch, resetScroll = false) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll, viewTransition: false })
  // Based on the current address, so that two simultaneous changes both apply.
  const filter = (change: Readonly<Record<string, unknown>>) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => readAuditSearch({ ...now, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  return (
    <Page wide title={ta('admin.section.audit')} line={<Retention />}>
      <AuditFilters search={search} personName={names.person} onFilter={filter} />
      {data && (
        <div className={classes.found}>
          <span aria-live="polite">{tu('audit.count', { count: data.total })}</span>
          {search.about && (
            <button
              type="button"
              className={classes.chip}
              title={tu('audit.remove', { name: names.about })}
              onClick={() => filter({ about: undefined })}
            >
              {labelled(tu('audit.about'), names.about)}
              <IconX size={16} stroke={1.8} />
            </button>
          )}
          {isFiltered(search) && data.total > 0 && (
            <button type="button" className={classes.quiet} onClick={() => go({})}>
              {tu('audit.clear')}
            </button>
          )}
          {data.total > 0 && <Export search={search} />}
        </div>
      )}
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <Nothing search={search} names={names} onClear={() => go({})} />}
      {data && data.data.length > 0 && (
        <ul className={classes.list} aria-label={ta('admin.section.audit')}>
          {data.data.map(entry => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {data && (
        <Pager
          page={search.page ?? 1}
          pages={data.totalPages}
          onPage={page => go(readAuditSearch({ ...search, page }), true)}
        />
      )}
    </Page>
  )
}

/** What the log is, and its retention. */
function Retention() {
  const days = useQuery(settingsQuery).data?.find(({ key }) => key === 'audit.retention_days')?.value
  if (days === undefined) return tu('audit.text')
  return (
    <>
      {tu('audit.text')}{' '}
      {Number(days) === 0 ? tu('audit.retentionForever') : tu('audit.retention', { count: Number(days) })}{' '}
      <Link className={classes.subject} to="/settings/server" search={{ search: 'audit.retention_days' }}>
        {tu('audit.changeRetention')}
      </Link>
    </>
  )
}

type Names = { readonly person: string | undefined; readonly about: string }

/** Names of the ids in the address, from the entries found or the list of users. */
function useNames({ person, about }: AuditSearch, entries: readonly AuditEntryDto[] | undefined): Names {
  const may = useMay('users-read')
  const people = useQuery({ ...peopleQuery, enabled: may && Boolean(person ?? about) }).data
  return useMemo(() => {
    const known = (id: string | undefined) =>
      people?.find(user => user.id === id)?.username ??
      entries?.find(entry => entry.subjectId === id)?.subjectName ??
      entries?.find(entry => entry.userId === id)?.user ??
      undefined
    return { person: known(person), about: known(about) ?? tu('audit.deletedSubject') }
  }, [people, entries, person, about])
}

function Export({ search }: { readonly search: AuditSearch }) {
  const save = useMutation({
    mutationFn: () => exportEntries(search, new Date()),
    onSuccess: count => {
      if (count >= longestExport) toast({ message: tu('audit.exportPart', { count }) })
    },
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
  return (
    <Button
      className={classes.export ?? ''}
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={18} stroke={1.7} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {tu('audit.export')}
    </Button>
  )
}

type NothingProps = { readonly search: AuditSearch; readonly names: Names; readonly onClear: () => void }

function Nothing({ search, names, onClear }: NothingProps) {
  const icon = <IconShieldCheck size={34} stroke={1.5} />
  if (!isFiltered(search)) {
    return (
      <NoticePage level={2} icon={icon} title={tu('audit.noneTitle')}>
        {tu('audit.noneText')}
      </NoticePage>
    )
  }
  const { kind, person, about, outcome, q, time, from, to } = search
  const group = groupNames.find(one => one === kind)
  const parts = [
    kind && (group ? tu(`audit.group.${group}`) : tu(`audit.action.${kind as AuditEntryDto['action']}`)),
    person && (names.person ?? tu('audit.deletedUser')),
    about && labelled(tu('audit.about'), names.about),
    outcome && tu(`audit.outcome.${outcome}`),
    time && tu(`audit.time.${time}`),
    from && tu('audit.fromDay', { day: formatDate(`${from}T00:00`) }),
    to && tu('audit.toDay', { day: formatDate(`${to}T00:00`) }),
    q && tu('audit.searched', { text: q }),
  ]
  return (
    <NoticePage
      level={2}
      icon={icon}
      title={tu('audit.noMatchTitle')}
      actions={
        <Button variant="default" onClick={onClear}>
          {tu('audit.clear')}
        </Button>
      }
    >
      {tu('audit.noMatchText', { filter: dotted(parts) })}
    </NoticePage>
  )
}
