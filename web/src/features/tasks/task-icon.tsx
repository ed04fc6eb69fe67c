import {
  IconCheck,
  IconClock,
  IconClockPause,
  IconExclamationMark,
  IconLoader2,
  IconMinus,
  IconPlayerStop,
} from '@tabler/icons-react'
import type { TaskResponse } from '../../api/types'
import classes from './task-icon.module.css'
import { stateName } from './task-words'

const icons: Readonly<Record<string, typeof IconCheck>> = {
  pending: IconClock,
  processing: IconLoader2,
  completed: IconCheck,
  failed: IconExclamationMark,
  cancelled: IconMinus,
}

/** The state of a task as an icon; its name is read out. */
export function TaskIcon({ task }: { readonly task: Pick<TaskResponse, 'status' | 'cancelRequested' | 'attempts'> }) {
  const name = stateName(task)
  const again = task.status === 'pending' && task.attempts > 0
  const Icon = task.cancelRequested && task.status === 'processing' ? IconPlayerStop : icons[task.status]
  const Shown = again ? IconClockPause : (Icon ?? IconClock)
  return (
    <span className={classes.icon} data-state={task.status} role="img" aria-label={name} title={name}>
      <Shown size={18} stroke={2} aria-hidden />
    </span>
  )
}
