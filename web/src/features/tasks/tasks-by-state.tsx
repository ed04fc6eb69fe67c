import { IconMoodSmile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../ui/error-notice'
import { NoticePage } from '../../ui/notice-page'
import { Pager } from '../../ui/pager'
import { useNow } from '../../ui/use-now'
import { ta } from '../admin/messages'
import { TaskRow } from './task-row'
import type { TaskSearch } from './task-search'
import { tasksQuery } from './tasks.queries'
import classes from './tasks-page.module.css'

const pageSize = 50

/** All tasks in one state, or all that have ended, page by page. */
export function TasksByState({
  search,
  onPage,
}: {
  readonly search: TaskSearch
  readonly onPage: (page: number) => void
}) {
  const now = useNow(1000)
  const page = search.page ?? 1
  const tasks = useQuery(
    tasksQuery({ status: search.state, taskType: search.type, libraryId: search.library, page, pageSize }),
  )
  if (tasks.error && !tasks.data) return <ErrorNotice error={tasks.error} onRetry={() => void tasks.refetch()} />
  if (!tasks.data) return null
  if (tasks.data.total === 0) {
    return <NoticePage level={2} icon={<IconMoodSmile size={34} stroke={1.5} />} title={ta('tasks.noneHere')} />
  }
  return (
    <>
      <div className={classes.part}>
        <ul className={classes.list} data-waiting={tasks.isPlaceholderData} aria-label={ta('admin.section.tasks')}>
          {tasks.data.data.map(task => (
            <TaskRow key={task.id} task={task} now={now} />
          ))}
        </ul>
      </div>
      <Pager page={page} pages={tasks.data.totalPages} onPage={onPage} />
    </>
  )
}
