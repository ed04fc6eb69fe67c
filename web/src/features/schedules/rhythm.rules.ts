/** A schedule in simple terms; everything else is a cron expression. */
export type Rhythm =
  | { readonly kind: 'hours'; readonly every: number; readonly minute: number }
  | { readonly kind: 'daily'; readonly time: string }
  /** Weekdays in cron: 0 is Sunday. */
  | { readonly kind: 'weekly'; readonly days: readonly number[]; readonly time: string }
  | { readonly kind: 'monthly'; readonly day: number; readonly time: string }
  | { readonly kind: 'cron'; readonly text: string }

/** Divisors of a day: every 5 hours would not fit at midnight. */
export const hourSteps = [1, 2, 3, 4, 6, 8, 12] as const

const number = (text: string | undefined, least: number, most: number): number | null => {
  if (text === undefined || !/^\d{1,2}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}

/** Parses expressions of the simple forms; others stay expressions. */
export function readRhythm(cron: string): Rhythm {
  const text = cron.trim().replace(/\s+/g, ' ')
  const fields = text.split(' ')
  // With six fields the first is seconds; second 0 changes nothing.
  if (fields.length === 6 && fields[0] === '0') fields.shift()
  const [minutes, hours, dayOfMonth, month, weekdays] = fields
  const minute = number(minutes, 0, 59)
  if (fields.length !== 5 || minute === null || month !== '*') return { kind: 'cron', text }
  if (dayOfMonth === '*' && weekdays === '*') {
    if (hours === '*') return { kind: 'hours', every: 1, minute }
    const every = number(hours?.match(/^\*\/(\d+)$/)?.[1], 1, 12)
    if (every !== null && (hourSteps as readonly number[]).includes(every)) return { kind: 'hours', every, minute }
  }
  const hour = number(hours, 0, 23)
  if (hour === null) return { kind: 'cron', text }
  const time = `${two(hour)}:${two(minute)}`
  if (dayOfMonth === '*') {
    if (weekdays === '*') return { kind: 'daily', time }
    const days = readDays(weekdays ?? '')
    return days ? { kind: 'weekly', days, time } : { kind: 'cron', text }
  }
  const day = number(dayOfMonth, 1, 31)
  return day !== null && weekdays === '*' ? { kind: 'monthly', day, time } : { kind: 'cron', text }
}

/** The cron expression of a schedule: minute, hour, day of the month, month, day of the week. */
export function writeRhythm(rhythm: Rhythm): string {
  if (rhythm.kind === 'cron') return rhythm.text.trim()
  if (rhythm.kind === 'hours') return `${rhythm.minute} ${rhythm.every === 1 ? '*' : `*/${rhythm.every}`} * * *`
  const [hour = '0', minute = '0'] = rhythm.time.split(':')
  const at = `${Number(minute)} ${Number(hour)}`
  if (rhythm.kind === 'daily') return `${at} * * *`
  if (rhythm.kind === 'monthly') return `${at} ${rhythm.day} * *`
  return `${at} * * ${[...rhythm.days].sort((a, b) => a - b).join(',')}`
}

/** "1-5", "0,6" or "7"; null for names and steps. */
function readDays(text: string): number[] | null {
  const days = new Set<number>()
  for (const part of text.split(',')) {
    const [, from, , to] = part.match(/^([0-7])(-([0-7]))?$/) ?? []
    if (from === undefined) return null
    for (let day = Number(from); day <= Number(to ?? from); day++) days.add(day % 7)
  }
  return days.size > 0 ? [...days].sort((a, b) => a - b) : null
}

const two = (value: number) => String(value).padStart(2, '0')
