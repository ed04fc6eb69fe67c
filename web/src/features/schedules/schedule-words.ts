import type { ScheduleDto, ScheduleJob } from '../../api/types'
import { currentLocale } from '../../messages'
import { remember } from '../../messages/catalogue'
import { ta } from '../admin/messages'
import { type Rhythm, readRhythm } from './rhythm.rules'

const lists = remember(language => new Intl.ListFormat(language, { type: 'conjunction', style: 'short' }))
const weekdays = remember(language => new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }))
const clocks = remember(
  language => new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
)

/** The week from Monday, with cron's numbers. */
export const weekFromMonday = [1, 2, 3, 4, 5, 6, 0] as const

/** "Mon"; 0 is Sunday. */
export function dayName(day: number): string {
  // 4 January 1970 was a Sunday.
  return weekdays(currentLocale()).format(new Date(Date.UTC(1970, 0, 4 + day)))
}

const clock = (time: string) => clocks(currentLocale()).format(new Date(`1970-01-01T${time}:00Z`))

export const jobName = (job: ScheduleJob): string => ta(`schedules.job.${job}`)

/** "Every day at 03:00", "Mon and Thu at 22:00", "Every 6 hours". */
export function rhythmText(cron: string): string {
  const rhythm: Rhythm = readRhythm(cron)
  switch (rhythm.kind) {
    case 'hours':
      return ta('schedules.everyHours', { count: rhythm.every })
    case 'daily':
      return ta('schedules.dailyAt', { time: clock(rhythm.time) })
    case 'weekly': {
      const days = weekFromMonday.filter(day => rhythm.days.includes(day)).map(dayName)
      return ta('schedules.weeklyAt', { days: lists(currentLocale()).format(days), time: clock(rhythm.time) })
    }
    case 'monthly':
      return ta('schedules.monthlyAt', { day: rhythm.day, time: clock(rhythm.time) })
    case 'cron':
      return rhythm.text
  }
}

/** The subject of a schedule: one library, or the whole server. */
export function scopeName(schedule: Pick<ScheduleDto, 'libraryId' | 'libraryName'>): string {
  return schedule.libraryId ? (schedule.libraryName ?? schedule.libraryId) : ta('schedules.wholeServer')
}
