import { currentLocale } from '../../messages'
import { remember } from '../../messages/catalogue'
import { unitFormat } from '../../messages/units'

const unitsIn = (words: 'short' | 'full') => ({
  milliseconds: unitFormat('millisecond', 0, words),
  seconds: unitFormat('second', 1, words),
  wholeSeconds: unitFormat('second', 0, words),
  minutes: unitFormat('minute', 0, words),
  hours: unitFormat('hour', 0, words),
  days: unitFormat('day', 0, words),
})
const short = unitsIn('short')
const full = unitsIn('full')

/** A duration: "340ms", "4.2s", "3m 20s", "2h 5m", "3d". */
export const formatDuration = (ms: number): string => durationIn(short, ms)
/** The same to be read out: "3 minutes 20 seconds". */
export const spokenDuration = (ms: number): string => durationIn(full, ms)

function durationIn({ milliseconds, seconds, wholeSeconds, minutes, hours, days }: typeof short, ms: number): string {
  const language = currentLocale()
  if (ms < 1000) return milliseconds(language).format(Math.max(0, Math.round(ms)))
  if (ms < 10_000) return seconds(language).format(ms / 1000)
  const whole = Math.round(ms / 1000)
  if (whole < 60) return wholeSeconds(language).format(whole)
  if (whole < 3600) return two(minutes(language), Math.floor(whole / 60), wholeSeconds(language), whole % 60)
  const inMinutes = Math.round(whole / 60)
  if (inMinutes < 48 * 60) return two(hours(language), Math.floor(inMinutes / 60), minutes(language), inMinutes % 60)
  return days(language).format(Math.round(inMinutes / 1440))
}

function two(large: Intl.NumberFormat, count: number, small: Intl.NumberFormat, rest: number): string {
  return rest === 0 ? large.format(count) : `${large.format(count)} ${small.format(rest)}`
}

const moments = remember(language => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }))
const nearMoments = remember(
  language =>
    new Intl.DateTimeFormat(language, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }),
)
const clocks = remember(language => new Intl.DateTimeFormat(language, { timeStyle: 'medium' }))
const days7 = remember(
  language => new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short' }),
)
const times = remember(language => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))

/** "21 Nov 2026, 13:05". */
export const formatMoment = (iso: string): string => moments(currentLocale()).format(new Date(iso))
/** "Sat, 21 Nov, 13:05": within the year. */
export const formatNear = (iso: string): string => nearMoments(currentLocale()).format(new Date(iso))
/** "13:05:09", for lines of a log. */
export const formatClock = (iso: string): string => clocks(currentLocale()).format(new Date(iso))
/** "13:05". */
export const formatTime = (iso: string): string => times(currentLocale()).format(new Date(iso))
/** "Sat, 21 Nov". */
export const formatDay = (iso: string): string => days7(currentLocale()).format(new Date(iso))

const ahead = remember(language => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** "in 3 hours", "tomorrow", "2 minutes ago"; seconds too, for schedules. */
export function formatAway(iso: string, now = Date.now()): string {
  const away = (new Date(iso).getTime() - now) / 1000
  const size = Math.abs(away)
  const format = ahead(currentLocale())
  if (size < 60) return format.format(Math.trunc(away), 'second')
  if (size < 3600) return format.format(Math.round(away / 60), 'minute')
  if (size < 36 * 3600) return format.format(Math.round(away / 3600), 'hour')
  return format.format(Math.round(away / 86_400), 'day')
}

const decimals = remember(language => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }))
const percents = remember(language => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }))
/** With one decimal if needed. */
export const formatDecimal = (value: number): string => decimals(currentLocale()).format(value)
/** A percentage. */
export const formatShare = (percent: number): string => percents(currentLocale()).format(percent / 100)
