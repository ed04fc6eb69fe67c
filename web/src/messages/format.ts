import { remember } from './catalogue'
import { currentLocale } from './language'

const numbers = remember(language => new Intl.NumberFormat(language))
const percents = remember(language => new Intl.NumberFormat(language, { style: 'percent' }))
const dates = remember(language => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }))
const relative = remember(language => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

export const formatNumber = (value: number): string => numbers(currentLocale()).format(value)
/** A fraction 0 to 1. */
export const formatPercent = (fraction: number): string => percents(currentLocale()).format(fraction)
export const formatDate = (iso: string): string => dates(currentLocale()).format(new Date(iso))

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Cached: creating one takes longer than rendering a table row that uses it. */
const sizes = byteUnits.map(unit =>
  [0, 1].map(maximumFractionDigits =>
    remember(language => {
      // The short form has no plural in English: "0 byte".
      const unitDisplay = unit === 'byte' ? 'long' : 'short'
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
    }),
  ),
)

/** A file size: 1.5 MB. */
export function formatSize(bytes: number): string {
  const step = Math.min(byteUnits.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return sizes[step]?.[value < 10 && step > 0 ? 1 : 0]?.(currentLocale()).format(value) ?? ''
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 hours ago", "yesterday"; below a minute the language's "now". */
export function formatRelativeTime(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  const format = relative(currentLocale())
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return format.format(0, 'second')
}

const waits = (['second', 'minute', 'hour'] as const).map(unit =>
  remember(language => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })),
)

/** A waiting time: "30 seconds", "2 minutes"; rounded up, so that it is over by then. */
export function formatWait(seconds: number): string {
  const step = seconds < 90 ? 0 : seconds < 5400 ? 1 : 2
  return waits[step]?.(currentLocale()).format(Math.max(1, Math.ceil(seconds / 60 ** step))) ?? ''
}
