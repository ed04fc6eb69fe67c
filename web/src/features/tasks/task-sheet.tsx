import { Button } from '@mantine/core'
import { IconLockOpen, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFound } from '../../api/client'
import type { TaskResponse } from '../../api/types'
import { formatNumber } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { ownWords } from '../../ui/error-sentence'
import { Facts } from '../../ui/facts'
import { SideSheet } from '../../ui/side-sheet'
import { TechnicalDetail } from '../../ui/technical-detail'
import { useNow } from '../../ui/use-now'
import { Duration } from '../admin/duration'
import { formatAway, formatMoment } from '../admin/format'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { ProgressLine } from '../scans'
import { durationOf, isLater, resultFacts, shareOf } from './task.rules'
import { taskError } from './task-error'
import { TaskLogLines } from './task-log-lines'
import classes from './task-sheet.module.css'
import { bookOf, resultName, resultText, stateName, taskTitle, typeName } from './task-words'
import { taskQuery, useTaskAction } from './tasks.queries'

/** Details of one task, next to the list. */
export function TaskSheet({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const task = useQuery({ ...taskQuery(id ?? ''), enabled: id !== undefined })
  return (
    <SideSheet
      title={task.data ? typeName(task.data.taskType) : ta('tasks.one')}
      opened={id !== undefined}
      onClose={onClose}
    >
      {task.data ? (
        <TaskView key={task.data.id} task={task.data} />
      ) : isNotFound(task.error) ? (
        <p className={classes.gone}>{ta('tasks.removed')}</p>
      ) : (
        task.error && <ErrorNotice error={task.error} onRetry={() => void task.refetch()} />
      )}
    </SideSheet>
  )
}

function TaskView({ task }: { readonly task: TaskResponse }) {
  const now = useNow(1000)
  const duration = durationOf(task, now)
  const running = task.status === 'processing'
  return (
    <div className={classes.sheet}>
      <p className={classes.state} data-state={task.status}>
        <span role="status">{stateName(task)}</span>
        {duration !== null && (
          <span>
            {' '}
            · <Duration ms={duration} />
          </span>
        )}
      </p>
      {running && (
        <div className={classes.progress}>
          <ProgressLine share={shareOf(task)} label={taskTitle(task)} />
          {task.progress && (
            <p>
              {task.progress.total > 0 &&
                ta('tasks.progress', {
                  done: formatNumber(task.progress.current),
                  total: formatNumber(task.progress.total),
                })}{' '}
              {ownWords(task.progress.message)}
            </p>
          )}
        </div>
      )}
      <TaskActions task={task} />
      {task.lastError && (
        <Part title={task.status === 'failed' ? ta('tasks.error') : ta('tasks.lastError')}>
          <pre className={classes.error}>{taskError(task)}</pre>
          {!ownWords(task.lastError) && <TechnicalDetail>{task.lastError}</TechnicalDetail>}
        </Part>
      )}
      <Part title={ta('tasks.details')}>
        <Facts facts={factsOf(task, now)} />
      </Part>
      <TaskResult result={task.result} />
      <Part title={ta('tasks.log')}>
        <TaskLogLines id={task.id} live={running} />
      </Part>
    </div>
  )
}

function TaskActions({ task }: { readonly task: TaskResponse }) {
  const mayWrite = useMay('tasks-write')
  const action = useTaskAction(task.id)
  if (!mayWrite) return null
  const open = task.status === 'pending' || task.status === 'processing'
  const button = { disabled: action.isPending }
  return (
    <div className={classes.actions}>
      {open && (
        <Button
          {...button}
          variant="light"
          disabled={action.isPending || task.cancelRequested}
          leftSection={<IconPlayerStop size={18} stroke={1.7} />}
          onClick={() => action.mutate('cancel')}
        >
          {ta('tasks.cancel')}
        </Button>
      )}
      {task.status === 'failed' && (
        <Button {...button} leftSection={<IconRefresh size={18} stroke={1.7} />} onClick={() => action.mutate('retry')}>
          {ta('tasks.retry')}
        </Button>
      )}
      {task.status === 'processing' && (
        <Button
          {...button}
          variant="subtle"
          title={ta('tasks.unlockHint')}
          leftSection={<IconLockOpen size={18} stroke={1.7} />}
          onClick={() => action.mutate('unlock')}
        >
          {ta('tasks.unlock')}
        </Button>
      )}
    </div>
  )
}

function factsOf(task: TaskResponse, now: number) {
  const moment = (iso: string | null | undefined): ReactNode =>
    iso ? <time dateTime={iso}>{formatMoment(iso)}</time> : null
  return [
    {
      name: ta('tasks.book'),
      value: task.bookId && <BookLink id={task.bookId}>{bookOf(task)}</BookLink>,
      wide: true,
    },
    {
      name: ta('tasks.series'),
      value: task.seriesId && <SeriesLink id={task.seriesId}>{task.seriesTitle}</SeriesLink>,
      wide: true,
    },
    { name: ta('tasks.library'), value: task.libraryName, wide: true },
    { name: ta('tasks.startedBy'), value: task.requestedBy ?? ta('tasks.theServer') },
    {
      name: ta('tasks.attempts'),
      value: ta('tasks.attemptsOf', { attempts: String(task.attempts), most: String(task.maxAttempts) }),
    },
    { name: ta('tasks.created'), value: moment(task.createdAt) },
    { name: ta('tasks.started'), value: moment(task.startedAt) },
    { name: ta('tasks.ended'), value: moment(task.completedAt) },
    { name: ta('tasks.next'), value: isLater(task, now) ? formatAway(task.scheduledFor, now) : null },
    { name: ta('tasks.priority'), value: String(task.priority) },
    { name: ta('tasks.worker'), value: task.lockedBy && <code>{task.lockedBy}</code>, wide: true },
    { name: ta('tasks.id'), value: <code>{task.id}</code>, wide: true },
  ]
}

const BookLink = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <Link className={classes.link} to="/books/$bookId" params={{ bookId: id }}>
    {children ?? id}
  </Link>
)
const SeriesLink = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <Link className={classes.link} to="/series/$seriesId" params={{ seriesId: id }}>
    {children ?? id}
  </Link>
)

function TaskResult({ result }: { readonly result: unknown }) {
  const facts = resultFacts(result)
  if (facts.length === 0) return null
  return (
    <Part title={ta('tasks.result')}>
      <dl className={classes.result}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{resultName(name)}</dt>
            <dd>{resultText(name, value)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
