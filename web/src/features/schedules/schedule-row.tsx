import { Button } from '@mantine/core'
import {
  IconArchive,
  IconCopy,
  IconEye,
  IconFileCheck,
  IconPencil,
  IconPhoto,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconWand,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ScheduleDto, ScheduleJob } from '../../api/types'
import { labelled } from '../../messages/labelled'
import { dotted } from '../../ui/detail'
import { IconButton } from '../../ui/icon-button'
import { TechnicalDetail } from '../../ui/technical-detail'
import { Toggle } from '../../ui/toggle'
import { formatAway, formatNear } from '../admin/format'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { resultName, resultText } from '../tasks/task-words'
import classes from './schedule-row.module.css'
import { jobName, rhythmText, scopeName } from './schedule-words'
import { useDeleteSchedule, useRunNow, useSwitchSchedule } from './schedules.queries'

const icons: Record<ScheduleJob, typeof IconRefresh> = {
  scan: IconRefresh,
  refresh: IconWand,
  thumbnails: IconPhoto,
  duplicates: IconCopy,
  integrity: IconFileCheck,
  cleanup: IconTrash,
  backup: IconArchive,
}

type Props = {
  readonly schedule: ScheduleDto
  readonly now: number
  readonly onEdit: () => void
  readonly onTry: () => void
}

/** One scheduled job: what, where, when, its last result, and actions. */
export function ScheduleRow({ schedule, now, onEdit, onTry }: Props) {
  const mayServer = useMay('system-admin')
  const mayLibrary = useMay('libraries-write')
  const may = schedule.libraryId ? mayLibrary : mayServer
  const title = schedule.name || jobName(schedule.job)
  const turn = useSwitchSchedule(schedule.id)
  const run = useRunNow(schedule.id, title)
  const remove = useDeleteSchedule(schedule)
  const Icon = icons[schedule.job]
  return (
    <li className={classes.row} data-off={!schedule.enabled}>
      <span className={classes.icon} aria-hidden>
        <Icon size={21} stroke={1.6} />
      </span>
      <div className={classes.words}>
        <h2 className={classes.name}>{title}</h2>
        <p className={classes.scope}>
          {[title === jobName(schedule.job) ? null : jobName(schedule.job), scopeName(schedule)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={classes.when}>
        <p>{rhythmText(schedule.cronSchedule)}</p>
        <p className={classes.quiet}>{nextText(schedule, now)}</p>
      </div>
      <div className={classes.last}>
        <LastRun schedule={schedule} now={now} />
      </div>
      <div className={classes.actions}>
        {may && (
          <>
            <Button
              variant="light"
              leftSection={<IconPlayerPlay size={17} stroke={1.8} aria-hidden />}
              aria-label={ta(schedule.running ? 'schedules.runningNamed' : 'schedules.runNamed', { name: title })}
              disabled={schedule.running || run.isPending}
              onClick={() => run.mutate()}
            >
              {ta(schedule.running ? 'schedules.running' : 'schedules.run')}
            </Button>
            <span className={classes.small}>
              <IconButton label={ta('schedules.previewNamed', { name: title })} onClick={onTry}>
                <IconEye size={20} stroke={1.6} />
              </IconButton>
              <IconButton label={ta('schedules.editNamed', { name: title })} onClick={onEdit}>
                <IconPencil size={20} stroke={1.6} />
              </IconButton>
              <IconButton
                danger
                label={ta('schedules.deleteNamed', { name: title })}
                disabled={remove.isPending}
                onClick={() => remove.mutate()}
              >
                <IconTrash size={20} stroke={1.6} />
              </IconButton>
            </span>
          </>
        )}
      </div>
      <div className={classes.switch}>
        <Toggle
          bare
          label={ta('schedules.switchNamed', { name: title })}
          on={turn.isPending ? turn.variables : schedule.enabled}
          disabled={!may || turn.isPending}
          onChange={on => turn.mutate(on)}
        />
      </div>
    </li>
  )
}

function nextText(schedule: ScheduleDto, now: number): string {
  if (!schedule.enabled) return ta('schedules.off')
  if (!schedule.nextRunAt) return ta('schedules.never')
  return ta('schedules.next', { away: formatAway(schedule.nextRunAt, now), moment: formatNear(schedule.nextRunAt) })
}

function LastRun({ schedule, now }: { readonly schedule: ScheduleDto; readonly now: number }) {
  const { lastRunAt, lastRunStatus, lastRunMessage, lastRunCounts, lastTaskId, running } = schedule
  if (running) return <p className={classes.quiet}>{ta('schedules.runningNow')}</p>
  if (!lastRunAt) return <p className={classes.quiet}>{ta('schedules.notYet')}</p>
  const text = ta(lastWords(lastRunStatus), { when: formatAway(lastRunAt, now) })
  return (
    <>
      <p className={lastRunStatus === 'failure' ? classes.bad : undefined}>
        {lastTaskId ? (
          <Link className={classes.link} to="/settings/tasks" search={{ task: lastTaskId }}>
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      {lastRunCounts && <p className={classes.quiet}>{countsText(lastRunCounts)}</p>}
      {lastRunStatus === 'failure' && lastRunMessage && <TechnicalDetail>{lastRunMessage}</TechnicalDetail>}
    </>
  )
}

function countsText(counts: NonNullable<ScheduleDto['lastRunCounts']>): string {
  const parts = Object.entries(counts).map(([name, count]) => labelled(resultName(name), resultText(name, count)))
  return parts.length > 0 ? dotted(parts) : ta('schedules.nothingToDo')
}

function lastWords(status: string | null) {
  if (status === 'failure') return 'schedules.lastFailed'
  return status === 'cancelled' ? 'schedules.lastCancelled' : 'schedules.last'
}
