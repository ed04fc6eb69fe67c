import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TaskState, TaskStateFilter } from '../../api/types'
import { formatNumber } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { useNow } from '../../ui/use-now'
import { ta } from '../admin/messages'
import { latestEnds } from './task.rules'
import { TaskRow } from './task-row'
import type { TaskSearch } from './task-search'
import { tasksQuery } from './tasks.queries'
import classes from './tasks-page.module.css'

const ends: readonly TaskState[] = ['failed', 'completed', 'cancelled']
const mostRunning = 50
const mostWaiting = 8
const mostEnded = 12

type Props = { readonly search: TaskSearch; readonly onState: (state: TaskStateFilter) => void }

/** Running, next, and recently ended tasks. */
export function TasksNow({ search, onState }: Props) {
  const now = useNow(1000)
  const of = (status: TaskState, pageSize: number) =>
    tasksQuery({ status, taskType: search.type, libraryId: search.library, page: 1, pageSize })
  const running = useQuery(of('processing', mostRunning))
  const waiting = useQuery(of('pending', mostWaiting))
  const ended = useQueries({ queries: ends.map(state => of(state, mostEnded)) })
  const failed = running.error ?? waiting.error ?? ended.find(one => one.error)?.error
  if (failed && !running.data) {
    return (
      <ErrorNotice error={failed} onRetry={() => [running, waiting, ...ended].forEach(one => void one.refetch())} />
    )
  }
  if (!running.data || !waiting.data || ended.some(one => !one.data)) return null
  const latest = latestEnds(
    ended.map(one => one.data?.data ?? []),
    mostEnded,
  )
  const rows = (tasks: readonly Parameters<typeof TaskRow>[0]['task'][]) =>
    tasks.map(task => <TaskRow key={task.id} task={task} now={now} />)
  return (
    <>
      <Part title={ta('tasks.state.processing')} count={running.data.total} empty={ta('tasks.noneRunning')}>
        {rows(running.data.data)}
      </Part>
      {waiting.data.total > 0 && (
        <Part
          title={ta('tasks.state.pending')}
          count={waiting.data.total}
          onAll={waiting.data.total > mostWaiting ? () => onState('pending') : undefined}
        >
          {rows(waiting.data.data)}
        </Part>
      )}
      <Part title={ta('tasks.recent')} empty={ta('tasks.noneEnded')} onAll={() => onState('ended')}>
        {rows(latest)}
      </Part>
    </>
  )
}

type PartProps = {
  readonly title: string
  readonly count?: number
  readonly empty?: string
  readonly onAll?: (() => void) | undefined
  readonly children: readonly ReactNode[]
}

function Part({ title, count, empty, onAll, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {count !== undefined && count > 0 && <span className={classes.count}>{formatNumber(count)}</span>}
        {onAll && children.length > 0 && (
          <button type="button" className={classes.all} onClick={onAll} aria-label={ta('tasks.allOf', { what: title })}>
            {ta('tasks.all')}
          </button>
        )}
      </div>
      {children.length > 0 ? <ul className={classes.list}>{children}</ul> : <p className={classes.nothing}>{empty}</p>}
    </section>
  )
}
