import { Button } from '@mantine/core'
import { IconCalendarPlus, IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { ScheduleDto } from '../../api/types'
import { ErrorNotice } from '../../ui/error-notice'
import { lazyPart } from '../../ui/lazy-part'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { useNow } from '../../ui/use-now'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { DryRun } from './dry-run'
import { ScheduleRow } from './schedule-row'
import { schedulesQuery } from './schedules.queries'
import classes from './schedules-page.module.css'

const ScheduleForm = lazyPart(() => import('./schedule-form'))

/** All schedules of the server and its libraries; the address may ask for the form of a job. */
export function SchedulesPage() {
  usePageTitle(ta('admin.section.schedules'))
  const { data, error, refetch } = useQuery(schedulesQuery)
  const mayAdd = useMay('libraries-write')
  const now = useNow(10_000)
  const [editing, setEditing] = useState<ScheduleDto | 'new' | null>(null)
  const { job } = useSearch({ strict: false })
  const navigate = useNavigate()
  const mayServer = useMay('system-admin')
  const asked = mayServer && job && data ? (data.find(one => one.job === job && !one.libraryId) ?? 'new') : null
  const shown = editing ?? asked
  const close = () => {
    setEditing(null)
    if (job) void navigate({ to: '.', search: {}, replace: true })
  }
  const [trying, setTrying] = useState<ScheduleDto | null>(null)
  const add = mayAdd && (
    <Button leftSection={<IconCalendarPlus size={19} stroke={1.7} />} onClick={() => setEditing('new')}>
      {ta('schedules.add')}
    </Button>
  )
  return (
    <Page wide title={ta('admin.section.schedules')} line={ta('schedules.text')} aside={data && data.length > 0 && add}>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <NoticePage
          level={2}
          icon={<IconCalendarTime size={34} stroke={1.5} />}
          title={ta('schedules.noneTitle')}
          actions={add}
        >
          {ta('schedules.noneText')}
        </NoticePage>
      )}
      {data && data.length > 0 && (
        <ul className={classes.list} aria-label={ta('admin.section.schedules')}>
          {data.map(schedule => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              now={now}
              onEdit={() => setEditing(schedule)}
              onTry={() => setTrying(schedule)}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {shown && (
          <ScheduleForm
            key={shown === 'new' ? 'new' : shown.id}
            schedule={shown === 'new' ? null : shown}
            job={job}
            onClose={close}
          />
        )}
      </Suspense>
      {trying && <DryRun key={trying.id} schedule={trying} onClose={() => setTrying(null)} />}
    </Page>
  )
}
