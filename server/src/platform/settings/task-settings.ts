import { QuietHours, TaskRetention } from '@octavo/contract/task'
import { z } from 'zod'
import { isTimeZone } from '../../kernel/time-zone'

const TimeZone = z.string().refine(isTimeZone, 'unknown time zone')

/** Pause, quiet hours and retention of tasks, changed on the task page. */
export const TASK_SETTINGS = {
  'tasks.paused': {
    schema: z.boolean(),
    initial: false,
    holds: 'boolean',
    allowed: 'true or false',
    about: 'While it is on, no task starts; running tasks continue.',
  },
  'tasks.quiet_hours': {
    schema: QuietHours.extend({ timezone: TimeZone }).nullable(),
    initial: null,
    holds: 'json',
    allowed: 'enabled, from, to and timezone, or nothing',
    about: 'Hours in which only tasks started by a user run.',
  },
  'tasks.retention': {
    schema: TaskRetention,
    initial: { completedDays: 7, failedDays: 30 },
    holds: 'json',
    allowed: 'completedDays and failedDays',
    about: 'Days a task is kept after it has ended.',
  },
} as const
