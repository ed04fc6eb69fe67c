import * as task from '@octavo/contract/task'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import type { LiveSettings } from '../../../platform/settings'
import { changeTaskControl, taskControl } from './control'
import { createTask, type TaskDeps } from './create-task'
import { cancelPendingTasks, nukeTasks, purgeTasks } from './delete-tasks'
import { pageOfTasks } from './page-tasks'
import { cancel, retry, unlock } from './steer-task'
import { taskView } from './task.view'
import { taskStats } from './task-stats'
import { findTask, taskLog, taskRows } from './tasks.queries'

export interface TaskRoutesDeps extends TaskDeps {
  readonly settings: LiveSettings
}

/** The task queue: lists, and control. Returns the cancellation of all pending tasks, for other protocols. */
export function taskRoutes(binder: Binder, deps: TaskRoutesDeps) {
  const { reader } = deps

  binder.bind(task.listTasks, async ({ viewer, query }) =>
    (await taskRows(reader, viewer, { ...query, offset: 0 })).map(taskView),
  )
  binder.bind(task.pageTasks, async ({ viewer, query, url }) => {
    const { rows, total } = await pageOfTasks(reader, viewer, query)
    return envelope(url, query.page, query.pageSize, total, rows.map(taskView))
  })
  binder.bind(task.createTask, ({ viewer, body }) => createTask(deps, viewer, body))
  binder.bind(task.getTaskStats, ({ viewer }) => taskStats(reader, viewer))
  binder.bind(task.getTaskControl, () => taskControl(deps))
  binder.bind(task.updateTaskControl, ({ viewer, body }) => changeTaskControl(deps, viewer, body))
  binder.bind(task.purgeTasks, async ({ viewer, query }) => ({
    deleted: await purgeTasks(deps, viewer, query.days),
  }))
  binder.bind(task.nukeTasks, async ({ viewer }) => ({ deleted: await nukeTasks(deps, viewer) }))
  binder.bind(task.getTask, async ({ viewer, params }) => taskView(await findTask(reader, viewer, params.task_id)))
  binder.bind(task.getTaskLog, async ({ viewer, params }) => {
    await findTask(reader, viewer, params.task_id)
    const lines = await taskLog(reader, viewer, params.task_id)
    return { lines: lines.map(({ at, level, message }) => ({ at: timestamp(at), level, message })) }
  })
  binder.bind(task.cancelTask, async ({ viewer, params }) => ({ message: await cancel(deps, viewer, params.task_id) }))
  binder.bind(task.retryTask, async ({ viewer, params }) => ({ message: await retry(deps, viewer, params.task_id) }))
  binder.bind(task.unlockTask, async ({ viewer, params }) => ({ message: await unlock(deps, viewer, params.task_id) }))
  return (viewer: Viewer) => cancelPendingTasks(deps, viewer)
}
