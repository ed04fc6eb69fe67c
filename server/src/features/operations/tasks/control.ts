import type { TaskControlDto, UpdateTaskControlRequest } from '@octavo/contract/task'
import type { Reader } from '../../../db'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import type { LiveSettings } from '../../../platform/settings'
import type { TaskSignal } from '../../../platform/task-signal'
import { isQuiet } from './quiet.rules'
import { userName } from './tasks.queries'

export interface ControlDeps {
  readonly reader: Reader
  readonly settings: LiveSettings
  readonly now: Clock
  readonly signal: TaskSignal
}

/** Pause, quiet hours and retention of tasks. */
export async function taskControl({ reader, settings, now }: ControlDeps): Promise<TaskControlDto> {
  const paused = await settings.get('tasks.paused')
  const change = paused ? await settings.lastChange('tasks.paused') : null
  const quietHours = await settings.get('tasks.quiet_hours')
  return {
    paused,
    pausedAt: change ? timestamp(change.at) : null,
    pausedBy: change?.byPk ? await userName(reader, change.byPk) : null,
    quietHours,
    quietNow: isQuiet(quietHours, now()),
    retention: await settings.get('tasks.retention'),
  }
}

/** @throws BadRequest for an unknown time zone */
export async function changeTaskControl(
  deps: ControlDeps,
  viewer: Viewer,
  { paused, quietHours, retention }: UpdateTaskControlRequest,
): Promise<TaskControlDto> {
  const { settings, signal } = deps
  // Pausing again does not change who paused and when.
  const changesPause = paused !== undefined && paused !== (await settings.get('tasks.paused'))
  const changes = {
    ...(changesPause && { 'tasks.paused': paused }),
    ...(quietHours !== undefined && { 'tasks.quiet_hours': quietHours }),
    ...(retention !== undefined && { 'tasks.retention': retention }),
  }
  if (Object.keys(changes).length > 0) {
    await settings.change(changes, viewer.userPk)
    signal.notify()
  }
  return taskControl(deps)
}
