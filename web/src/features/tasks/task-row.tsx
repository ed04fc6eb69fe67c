import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TaskResponse } from '../../api/types'
import { formatNumber } from '../../messages'
import { dotted } from '../../ui/detail'
import { ownWords } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { Duration } from '../admin/duration'
import { formatAway } from '../admin/format'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { ProgressLine } from '../scans'
import { durationOf, isLater, shareOf } from './task.rules'
import { taskError } from './task-error'
import { TaskIcon } from './task-icon'
import classes from './task-row.module.css'
import { stateName, subjectOf, taskTitle, typeName } from './task-words'
import { useTaskAction } from './tasks.queries'

type Props = { readonly task: TaskResponse; readonly now: number }

/** One task in a line: type, subject, progress, time, and actions. */
export function TaskRow({ task, now }: Props) {
  const mayWrite = useMay('tasks-write')
  const action = useTaskAction(task.id)
  const title = taskTitle(task)
  const subject = subjectOf(task)
  const duration = durationOf(task, now)
  const open = task.status === 'pending' || task.status === 'processing'
  return (
    <li className={classes.row} data-state={task.status}>
      <TaskIcon task={task} />
      <div className={classes.words}>
        <Link
          className={classes.title}
          to="/settings/tasks"
          search={(last: object) => ({ ...last, task: task.id })}
          resetScroll={false}
          replace
          viewTransition={false}
        >
          <strong>{typeName(task.taskType)}</strong>
          {subject && <span className={classes.subject}>{subject}</span>}
        </Link>
        <p className={classes.line}>{lineOf(task, now)}</p>
        {task.status === 'processing' && (
          <div className={classes.progress}>
            <ProgressLine share={shareOf(task)} label={title} />
          </div>
        )}
        {task.lastError && task.status !== 'completed' && <p className={classes.error}>{taskError(task)}</p>}
      </div>
      <span className={classes.duration}>{duration !== null && <Duration ms={duration} />}</span>
      <div className={classes.actions}>
        {mayWrite && open && (
          <IconButton
            label={ta('tasks.cancelNamed', { title })}
            disabled={action.isPending || task.cancelRequested}
            onClick={() => action.mutate('cancel')}
          >
            <IconPlayerStop size={19} stroke={1.6} />
          </IconButton>
        )}
        {mayWrite && task.status === 'failed' && (
          <IconButton
            label={ta('tasks.retryNamed', { title })}
            disabled={action.isPending}
            onClick={() => action.mutate('retry')}
          >
            <IconRefresh size={19} stroke={1.6} />
          </IconButton>
        )}
      </div>
    </li>
  )
}

function lineOf(task: TaskResponse, now: number): string {
  const by = task.requestedBy && ta('tasks.startedByNamed', { name: task.requestedBy })
  const attempt =
    task.attempts > 1 && ta('tasks.attempt', { attempt: String(task.attempts), most: String(task.maxAttempts) })
  const { progress } = task
  if (task.status === 'processing') {
    return dotted([
      task.cancelRequested && ta('tasks.state.stopping'),
      progress && progress.total > 0
        ? ta('tasks.progress', { done: formatNumber(progress.current), total: formatNumber(progress.total) })
        : null,
      ownWords(progress?.message),
      by,
      attempt,
    ])
  }
  if (task.status === 'pending') {
    return dotted([
      isLater(task, now)
        ? ta('tasks.nextAttemptAt', { when: formatAway(task.scheduledFor, now) })
        : ta('tasks.waitingSince', { when: formatAway(task.createdAt, now) }),
      by,
      attempt,
    ])
  }
  return dotted([stateName(task), task.completedAt && formatAway(task.completedAt, now), by, attempt])
}
