// The semantics of conditions, reimplemented without a database.
import { ago } from './conditions'
import { liveBooks, namesOf, type PlainBook, type PlainSeries, publishersOf, readingOf, searched } from './plain'
import { valuesOfRated } from './rated'

/** A field's value: names of a kind, or one value; null for none. */
type Value = readonly string[] | string | number | boolean | null
export type Values = Readonly<Record<string, Value>>

export function valuesOfBook(book: PlainBook, reader: string): Values {
  const { series } = book
  const place = book.places.get(reader)
  return {
    libraryId: series.library,
    seriesId: series.id,
    title: book.title,
    titleSort: book.titleSort ?? book.title,
    summary: book.summary,
    path: book.path,
    genre: namesOf(series, 'genres'),
    tag: namesOf(series, 'tags'),
    author: book.authors,
    language: book.languages,
    character: book.characters,
    team: book.teams,
    location: book.locations,
    storyArc: book.storyArcs,
    publisher: book.publishers,
    imprint: book.imprints,
    year: book.year,
    bookType: book.type,
    format: book.format,
    number: book.number,
    volume: book.volume,
    chapter: book.chapter,
    ...book.values,
    pageCount: book.pages,
    fileSize: book.size,
    dateAdded: book.added,
    hasError: book.hasError,
    ...valuesOfRated(book.rated, reader),
    readStatus: place === undefined ? 'unread' : place.completed ? 'read' : 'in_progress',
  }
}

export function valuesOfSeries(series: PlainSeries, reader: string): Values {
  const live = liveBooks(series)
  const { opened, isRead } = readingOf(series, reader)
  const said = live.flatMap(({ count }) => count ?? [])
  const total = series.total ?? (said.length > 0 ? Math.max(...said) : null)
  return {
    libraryId: series.library,
    title: series.title,
    titleSort: series.titleSort ?? series.title,
    summary: series.summary,
    path: series.path,
    genre: namesOf(series, 'genres'),
    tag: namesOf(series, 'tags'),
    author: namesOf(series, 'authors'),
    language: namesOf(series, 'languages'),
    character: namesOf(series, 'characters'),
    team: namesOf(series, 'teams'),
    location: namesOf(series, 'locations'),
    storyArc: namesOf(series, 'storyArcs'),
    publisher: publishersOf(series),
    imprint: namesOf(series, 'imprints'),
    sharingTag: series.sharing,
    ...series.values,
    bookCount: live.length,
    dateAdded: series.added,
    dateUpdated: series.updated,
    completion: total === null ? null : live.length >= total,
    ...valuesOfRated(series.rated, reader),
    readStatus: isRead ? 'read' : opened > 0 ? 'in_progress' : 'unread',
  }
}

type Operation = Readonly<Record<string, unknown>> & { readonly operator: string }

export function meets(values: Values, condition: object, now: number): boolean {
  const [[field, inner]] = Object.entries(condition) as [[string, never]]
  if (field === 'allOf') return (inner as object[]).every(each => meets(values, each, now))
  if (field === 'anyOf') return (inner as object[]).some(each => meets(values, each, now))
  if (field === 'not') return !meets(values, inner, now)
  const value = values[field]
  if (value === undefined) throw new Error(`nobody says what ${field} is`)
  const operation = inner as Operation
  if (Array.isArray(value)) return meetsNames(value, operation)
  return meetsValue(value as Exclude<Value, readonly string[]>, operation, now)
}

/** A negated condition must hold for all names. */
function meetsNames(names: readonly string[], operation: Operation): boolean {
  if (operation.operator === 'isNull') return names.length === 0
  if (operation.operator === 'isNotNull') return names.length > 0
  const denied = { isNot: 'is', doesNotContain: 'contains' }[operation.operator]
  if (denied) return !names.some(name => meetsText(name, denied, operation.value as string))
  return names.some(name => meetsText(name, operation.operator, operation.value as string))
}

function meetsValue(value: string | number | boolean | null, operation: Operation, now: number): boolean {
  const { operator } = operation
  if (operator === 'isNull') return value === null
  if (operator === 'isNotNull') return value !== null
  if (operator === 'isTrue' || operator === 'isFalse') return value === (operator === 'isTrue')
  // Without both ends, nothing is excluded.
  if (operator === 'between' && ['min', 'max', 'start', 'end'].every(end => operation[end] == null)) return true
  if (operator === 'in') return lower(operation.values).includes(`${value}`)
  if (operator === 'notIn') return !lower(operation.values).includes(`${value}`)
  if (value === null) return ['isNot', 'doesNotContain', 'ne', 'notInLast'].includes(operator)
  return typeof value === 'number'
    ? meetsNumber(value, operation, now)
    : meetsText(`${value}`, operator, operation.value as string)
}

const lower = (values: unknown) => (values as string[]).map(value => value.toLowerCase())

function meetsNumber(own: number, operation: Operation, now: number): boolean {
  const { operator, value, min, max, start, end, unit } = operation
  const number = (given: unknown) => (typeof given === 'string' ? Date.parse(given) : (given as number))
  if (operator === 'between') {
    const [from, to] = [min ?? start ?? Number.NEGATIVE_INFINITY, max ?? end ?? Number.POSITIVE_INFINITY].map(number)
    return own >= (from as number) && own <= (to as number)
  }
  if (operator === 'inLast' || operator === 'notInLast') {
    return own >= ago(now, value as number, unit as string) === (operator === 'inLast')
  }
  const other = number(value)
  const holds = {
    eq: own === other,
    ne: own !== other,
    gt: own > other,
    after: own > other,
    gte: own >= other,
    onOrAfter: own >= other,
    lt: own < other,
    before: own < other,
    lte: own <= other,
    onOrBefore: own <= other,
  }[operator]
  if (holds === undefined) throw new Error(`nobody says what ${operator} means`)
  return holds
}

/** Ids and choices are text without case and accents, too. */
function meetsText(own: string, operator: string, value: string): boolean {
  const [text, wanted] = [searched(own), searched(value)]
  const holds = {
    is: text === wanted,
    isNot: text !== wanted,
    contains: text.includes(wanted),
    doesNotContain: !text.includes(wanted),
    beginsWith: text.startsWith(wanted),
    endsWith: text.endsWith(wanted),
  }[operator]
  if (holds === undefined) throw new Error(`nobody says what ${operator} means`)
  return holds
}
