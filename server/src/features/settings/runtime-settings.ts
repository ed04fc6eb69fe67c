import { QuietHours, TaskRetention } from '@octavo/contract/task'
import { z } from 'zod'
import { isTimeZone } from '../../kernel/time-zone'

const TimeZone = z.string().refine(isTimeZone, 'no time zone of that name is known')

/**
 * What an administrator changes while the server runs: schema of the value, its value until somebody sets one, and
 * what it is for. Settings of a process (ports, folders) are in `config`.
 */
export const RUNTIME_SETTINGS = {
  'tasks.paused': {
    schema: z.boolean(),
    initial: false,
    about: 'While it is set, no task begins; those that run go on.',
  },
  'tasks.quiet_hours': {
    schema: QuietHours.extend({ timezone: TimeZone }).nullable(),
    initial: null,
    about: 'Hours in which only tasks begin that a person has asked for.',
  },
  'tasks.retention': {
    schema: TaskRetention,
    initial: { completedDays: 7, failedDays: 30 },
    about: 'Days that a task is kept after its end.',
  },
  'metrics.retention': {
    schema: z.enum(['disabled', '7', '30', '90', '180']),
    initial: '30',
    about: 'Days that metrics of tasks are kept; disabled keeps them for good.',
  },
  'scheduler.timezone': {
    schema: TimeZone.nullable(),
    initial: null,
    about: 'Time zone of schedules that name none; UTC unless set.',
  },
} as const satisfies Readonly<Record<string, { schema: z.ZodType; initial: unknown; about: string }>>

export type RuntimeKey = keyof typeof RUNTIME_SETTINGS
export type RuntimeValue<K extends RuntimeKey> = z.infer<(typeof RUNTIME_SETTINGS)[K]['schema']>

/** Some settings with their new values. */
export type RuntimeChanges = { readonly [K in RuntimeKey]?: RuntimeValue<K> }

/** The kept text as a value; what an older or newer version has written and this one does not take is the default. */
export function readValue<K extends RuntimeKey>(key: K, text: string | undefined): RuntimeValue<K> {
  const { schema, initial } = RUNTIME_SETTINGS[key]
  const parsed = text === undefined ? null : schema.safeParse(JSON.parse(text))
  return (parsed?.success ? parsed.data : initial) as RuntimeValue<K>
}
