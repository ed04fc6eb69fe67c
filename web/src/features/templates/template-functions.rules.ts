import { isTrue, memberOf, TEMPLATE_LIMITS, TemplateError, textOf } from './values.rules'

/** Options of a call: `{{date x style="long"}}`. */
export type HelperOptions = Readonly<Record<string, unknown>>
type Helper = (parameters: readonly unknown[], options: HelperOptions, locale: string) => unknown

const numberOf = (value: unknown) => (typeof value === 'number' ? value : Number.parseFloat(textOf(value)))
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]
/** Two texts are compared as texts, everything else as numbers. */
const compared = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string' ? (a < b ? -1 : a > b ? 1 : 0) : numberOf(a) - numberOf(b)
const isSame = (a: unknown, b: unknown) => (a ?? null) === (b ?? null) || (a != null && textOf(a) === textOf(b))

const STYLES = ['full', 'long', 'medium', 'short'] as const

function date([value]: readonly unknown[], { style }: HelperOptions, locale: string): string {
  const moment = new Date(typeof value === 'number' ? value : textOf(value))
  if (Number.isNaN(moment.getTime())) return ''
  const dateStyle = STYLES.find(each => each === style) ?? 'medium'
  return new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(moment)
}

function number([value, digits]: readonly unknown[], _options: HelperOptions, locale: string): string {
  const given = numberOf(value)
  if (!Number.isFinite(given)) return ''
  const most = Math.min(10, Math.max(0, Math.trunc(numberOf(digits ?? 3)) || 0))
  return new Intl.NumberFormat(locale, { maximumFractionDigits: most }).format(given)
}

function truncate([value, length]: readonly unknown[]): string {
  const characters = [...textOf(value)]
  const most = Math.max(1, Math.trunc(numberOf(length ?? 100)) || 100)
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : characters.join('')
}

function replace([value, from, to]: readonly unknown[]): string {
  const wanted = textOf(from)
  return wanted === '' ? textOf(value) : joined(textOf(value).split(wanted), textOf(to))
}

/** Checked before it is built: repeated text multiplies in length. */
function joined(texts: readonly string[], between: string): string {
  const length = texts.reduce((sum, each) => sum + each.length, between.length * Math.max(0, texts.length - 1))
  if (length > TEMPLATE_LIMITS.output) throw new TemplateError('output')
  return texts.join(between)
}

function includes([value, wanted]: readonly unknown[]): boolean {
  return Array.isArray(value) ? value.some(each => isSame(each, wanted)) : textOf(value).includes(textOf(wanted))
}

/** All helpers of templates. None reads anything but its parameters, and none calls another. */
export const HELPERS: Readonly<Record<string, Helper>> = {
  uppercase: ([value]) => textOf(value).toUpperCase(),
  lowercase: ([value]) => textOf(value).toLowerCase(),
  capitalize: ([value]) => textOf(value).replace(/^./u, first => first.toUpperCase()),
  trim: ([value]) => textOf(value).trim(),
  truncate,
  replace,
  join: ([value, between]) => joined(listOf(value).map(textOf).filter(Boolean), textOf(between ?? ', ')),
  first: ([value]) => listOf(value)[0],
  last: ([value]) => listOf(value).at(-1),
  count: ([value]) => (typeof value === 'string' ? [...value].length : listOf(value).length),
  default: ([value, otherwise]) => (isTrue(value) || value === 0 || value === false ? value : otherwise),
  date,
  formatDate: date,
  number,
  eq: ([a, b]) => isSame(a, b),
  ne: ([a, b]) => !isSame(a, b),
  gt: ([a, b]) => compared(a, b) > 0,
  gte: ([a, b]) => compared(a, b) >= 0,
  lt: ([a, b]) => compared(a, b) < 0,
  lte: ([a, b]) => compared(a, b) <= 0,
  and: all => all.every(isTrue),
  or: all => all.find(isTrue) ?? false,
  not: ([value]) => !isTrue(value),
  includes,
  exists: ([value]) => value !== null && value !== undefined && value !== '',
  lookup: ([value, name]) => memberOf(value, textOf(name)),
  urlencode: ([value]) => encodeURIComponent(textOf(value).toWellFormed()),
}
