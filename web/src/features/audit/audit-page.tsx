import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditAction } from '../../api/types'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Pager } from '../../ui/pager'
import { QuietSelect } from '../../ui/quiet-select'
import { Trouble } from '../../ui/trouble'
import { ta } from '../admin/messages'
import { auditQuery } from './audit.queries'
import { AuditEntry } from './audit-entry'
import classes from './audit-page.module.css'
import { tu } from './messages'

const actions: readonly AuditAction[] = [
  'files_deleted',
  'books_purged',
  'missing_confirmed',
  'library_deleted',
  'library_folders_changed',
]

/** Who took what away for good, the last first. */
export function AuditPage() {
  usePageTitle(ta('admin.section.audit'))
  const [action, setAction] = useState<AuditAction | undefined>()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(auditQuery({ action, page }))
  return (
    <Page
      wide
      title={ta('admin.section.audit')}
      line={tu('audit.text')}
      aside={
        <QuietSelect
          label={tu('audit.filter')}
          value={action ?? ''}
          onChange={value => {
            setPage(1)
            setAction(actions.find(one => one === value))
          }}
          choices={[
            { value: '', label: tu('audit.all') },
            ...actions.map(value => ({ value, label: tu(`audit.action.${value}`) })),
          ]}
        />
      }
    >
      {error && !data && <Trouble error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <NoticePage level={2} icon={<IconShieldCheck size={34} stroke={1.5} />} title={tu('audit.noneTitle')}>
          {tu('audit.noneText')}
        </NoticePage>
      )}
      {data && data.total > 0 && (
        <ul className={classes.list} aria-label={ta('admin.section.audit')}>
          {data.data.map(entry => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
    </Page>
  )
}
