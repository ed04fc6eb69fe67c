import type { QuietHours } from '@octavo/contract/task'
import { minuteOfDay } from '../../../kernel/time-zone'

/** Whether the moment is within quiet hours. They may cross midnight; equal ends mean the whole day. */
export function isQuiet(hours: QuietHours | null, now: number): boolean {
  if (!hours?.enabled) return false
  const [from, to] = [minutes(hours.from), minutes(hours.to)]
  const minute = minuteOfDay(now, hours.timezone)
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
