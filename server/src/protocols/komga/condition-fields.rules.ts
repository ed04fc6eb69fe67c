/** A condition of ours that is always true or false. */
export type Condition = object | boolean

/** Translates a Komga field to our conditions; null for an unsupported operator. */
export type FieldRule = (asked: Readonly<Record<string, unknown>>) => Condition | null

export const KOMGA_OPERATORS = [
  ...['is', 'isNot', 'isNull', 'isNotNull', 'isTrue', 'isFalse', 'greaterThan', 'lessThan'],
  ...['contains', 'doesNotContain', 'beginsWith', 'doesNotBeginWith', 'endsWith', 'doesNotEndWith'],
  ...['after', 'before', 'isInTheLast', 'isNotInTheLast'],
] as const

const SAME = new Set(['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith', 'isNull', 'isNotNull'])

/** Operators that our conditions express with `not`. */
const OPPOSITES: Readonly<Record<string, string>> = { doesNotBeginWith: 'beginsWith', doesNotEndWith: 'endsWith' }

/** A text, or one of several names. */
const text =
  (field: string, nameOf: (value: unknown) => unknown = value => value): FieldRule =>
  ({ operator, value }) => {
    const opposite = typeof operator === 'string' ? OPPOSITES[operator] : undefined
    if (opposite !== undefined) {
      const condition = text(field, nameOf)({ operator: opposite, value })
      return typeof condition === 'boolean' ? !condition : condition && { not: condition }
    }
    if (typeof operator !== 'string' || !SAME.has(operator)) return null
    if (operator === 'isNull' || operator === 'isNotNull') return { [field]: { operator } }
    const named = nameOf(value)
    if (typeof named !== 'string') return null
    // An empty name matches nothing.
    if (named === '') return operator === 'isNot' || operator === 'doesNotContain' ? true : operator !== 'is'
    return { [field]: { operator, value: named } }
  }

/** An id; a foreign one matches nothing. */
const id =
  (field: string): FieldRule =>
  ({ operator, value }) => {
    if ((operator !== 'is' && operator !== 'isNot') || typeof value !== 'string') return null
    if (!UUID.test(value)) return operator === 'isNot'
    return { [field]: { operator, value } }
  }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** One of some words, each of which may be several of ours. */
const choice =
  (field: string, words: Readonly<Record<string, readonly string[]>>): FieldRule =>
  ({ operator, value }) => {
    if (operator !== 'is' && operator !== 'isNot') return null
    const ours = words[String(value).toUpperCase()]
    if (!ours) return operator === 'isNot'
    const parts = ours.map(each => ({ [field]: { operator, value: each } }))
    return parts.length === 1 ? (parts[0] ?? false) : { [operator === 'is' ? 'anyOf' : 'allOf']: parts }
  }

const flag =
  (isTrue: Condition, isFalse: Condition): FieldRule =>
  ({ operator }) =>
    operator === 'isTrue' ? isTrue : operator === 'isFalse' ? isFalse : null

const NUMBERS: Readonly<Record<string, string>> = { is: 'eq', isNot: 'ne', greaterThan: 'gt', lessThan: 'lt' }

const number =
  (field: string): FieldRule =>
  ({ operator, value }) => {
    if (operator === 'isNull' || operator === 'isNotNull') return { [field]: { operator } }
    const ours = NUMBERS[String(operator)]
    const amount =
      typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
    return ours && Number.isFinite(amount) ? { [field]: { operator: ours, value: amount } } : null
  }

/** Of a date we compare the year: releases within that year may match, so it is included. */
const released: FieldRule = ({ operator, dateTime, duration }) => {
  if (operator === 'isNull' || operator === 'isNotNull') return { year: { operator } }
  if (operator === 'isInTheLast' || operator === 'isNotInTheLast') {
    const days = daysOf(duration)
    if (days === null) return null
    const year = new Date(Date.now() - days * 86_400_000).getUTCFullYear()
    return { year: { operator: operator === 'isInTheLast' ? 'gte' : 'lt', value: year } }
  }
  const time = typeof dateTime === 'string' ? Date.parse(dateTime) : Number.NaN
  if (Number.isNaN(time) || (operator !== 'after' && operator !== 'before')) return null
  // A year is expressed by its first and last moment.
  const beyond = operator === 'after' ? time + 1000 : time - 1000
  return { year: { operator: operator === 'after' ? 'gte' : 'lte', value: new Date(beyond).getUTCFullYear() } }
}

/** An ISO 8601 duration of days and hours. */
function daysOf(duration: unknown): number | null {
  const parts = typeof duration === 'string' ? /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,7})H)?.*)?$/.exec(duration) : null
  return parts && Number(parts[1] ?? 0) + Number(parts[2] ?? 0) / 24
}

/** An author with any role: ours are searched by name. */
const author = text('author', value => (value as { name?: unknown } | null)?.name ?? value)

const READ_STATUS = choice('readStatus', { UNREAD: ['unread'], READ: ['read'], IN_PROGRESS: ['in_progress'] })
const STATUS = choice('status', {
  ENDED: ['ended'],
  ONGOING: ['ongoing', 'unknown'],
  ABANDONED: ['abandoned'],
  HIATUS: ['hiatus'],
})
const NAMES = {
  tag: text('tag'),
  author,
  genre: text('genre'),
  publisher: text('publisher'),
  language: text('language'),
}
const SHARED = {
  libraryId: id('libraryId'),
  readStatus: READ_STATUS,
  releaseDate: released,
  title: text('title'),
  // Lists show neither deleted books nor books without a series.
  deleted: flag(false, true),
  oneShot: flag(false, true),
  ...NAMES,
}

export const SERIES_CONDITIONS: Readonly<Record<string, FieldRule>> = {
  ...SHARED,
  titleSort: text('titleSort'),
  seriesStatus: asked => {
    const named = STATUS(asked)
    // An unknown status counts as ongoing.
    if (asked.value !== 'ONGOING' || named === null) return named
    return asked.operator === 'is'
      ? { anyOf: [named, { status: { operator: 'isNull' } }] }
      : { allOf: [named, { status: { operator: 'isNotNull' } }] }
  },
  complete: flag({ completion: { operator: 'isTrue' } }, { completion: { operator: 'isFalse' } }),
  sharingLabel: text('sharingTag'),
  ageRating: number('ageRating'),
}

const FORMATS = { DIVINA: ['cbz', 'cbr'], PDF: ['pdf'], EPUB: ['epub'] }

export const BOOK_CONDITIONS: Readonly<Record<string, FieldRule>> = {
  ...SHARED,
  seriesId: id('seriesId'),
  numberSort: number('number'),
  mediaProfile: choice('format', FORMATS),
  mediaStatus: ({ operator, value }) => {
    const isError = value === 'ERROR'
    if ((operator !== 'is' && operator !== 'isNot') || typeof value !== 'string') return null
    if (!isError && value !== 'READY') return operator === 'isNot'
    return { hasError: { operator: isError === (operator === 'is') ? 'isTrue' : 'isFalse' } }
  },
  // Every book has a poster: one without a picture is drawn.
  poster: ({ operator }) => operator === 'is',
}
