import { currentLocale } from '../../messages'
import { remember } from '../../messages/catalogue'
import { unitFormat } from '../../messages/units'

const unitsIn = (words: 'short' | 'full') => ({
  hour: unitFormat('hour', 0, words),
  minute: unitFormat('minute', 0, words),
  second: unitFormat('second', 0, words),
})
const short = unitsIn('short')
const full = unitsIn('full')
const days = remember(language => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))
const weekdays = remember(language => new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }))
const months = remember(language => new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }))

const NO_BREAK = '\u00a0'
/** Hours and minutes for display: "2h 5m". Lines may end between the two, in German not before "Min.". */
export const timeText = (ms: number): string => textIn(short, ms, NO_BREAK)
/** The same to be read out: "2 hours 5 minutes". */
export const spokenTime = (ms: number): string => textIn(full, ms)

function textIn(units: typeof short, ms: number, space = ' '): string {
  const minutes = Math.round(ms / 60_000)
  const written = (name: keyof typeof units, value: number) =>
    units[name](currentLocale()).format(value).replaceAll(' ', space)
  if (minutes < 1 && ms > 0) return written('second', Math.round(ms / 1000))
  if (minutes < 60) return written('minute', minutes)
  const rest = minutes % 60
  return rest === 0 || minutes >= 6000
    ? written('hour', minutes / 60)
    : `${written('hour', Math.floor(minutes / 60))} ${written('minute', rest)}`
}

/** The same rounded to its larger unit, for a chart. */
export function roundTimeText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 60 ? timeText(ms) : timeText(Math.round(minutes / 60) * 3_600_000)
}

/** The short name of a day of the week, from Monday: 0. 5 January 1970 was a Monday. */
export const weekdayText = (weekday: number): string =>
  weekdays(currentLocale()).format(new Date(Date.UTC(1970, 0, 5 + weekday)))

/** A day given as 2026-01-31. */
export const dayText = (day: string): string => days(currentLocale()).format(new Date(day))
export const monthText = (day: string): string => months(currentLocale()).format(new Date(day))
