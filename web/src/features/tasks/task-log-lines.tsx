import { useQuery } from '@tanstack/react-query'
import { formatClock } from '../admin/format'
import { ta } from '../admin/messages'
import classes from './task-log-lines.module.css'
import { taskLogQuery } from './tasks.queries'

/** The log of a task; updated while it runs. */
export function TaskLogLines({ id, live }: { readonly id: string; readonly live: boolean }) {
  const lines = useQuery(taskLogQuery(id, live)).data?.lines
  if (!lines) return null
  if (lines.length === 0) return <p className={classes.none}>{live ? ta('tasks.logWaiting') : ta('tasks.logNone')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <ol className={classes.log} tabIndex={0} aria-label={ta('tasks.log')}>
      {lines.map((line, index) => (
        // Lines are only appended.
        <li key={index} data-level={line.level}>
          <time dateTime={line.at}>{formatClock(line.at)}</time>
          <span>{line.message}</span>
        </li>
      ))}
    </ol>
  )
}
