import type {
  KomgaBooksQuery,
  KomgaBooksSearch,
  KomgaSeriesQuery,
  KomgaSeriesSearch,
} from '@octavo/contract/komga-query'
import { AppError } from '../../kernel/app-error'
import { LIMITS } from '../../kernel/limits'
import {
  BOOK_CONDITIONS,
  type Condition,
  type FieldRule,
  KOMGA_OPERATORS,
  SERIES_CONDITIONS,
} from './condition-fields.rules'

/** A member list requested by a condition: a collection or read list. */
export interface Asked {
  readonly condition: object | null
  /** Its id; undefined for any. */
  readonly listId: string | undefined
  readonly isNothing: boolean
}

type Of = 'series' | 'books'
/** Names and operators are read in any case: KMReader writes `oneshot` and `isnot`. */
const FIELDS: Readonly<Record<Of, Readonly<Record<string, FieldRule>>>> = {
  series: inLowerCase(SERIES_CONDITIONS),
  books: inLowerCase(BOOK_CONDITIONS),
}
const OPERATORS: ReadonlyMap<string, string> = new Map(KOMGA_OPERATORS.map(name => [name.toLowerCase(), name]))
/** The field that selects a member list. */
const LIST_FIELD: Readonly<Record<Of, string>> = { series: 'collectionId', books: 'readListId' }
/** Added by apps to a condition: a class name. */
const CLASS_NAME = 'type'

/** Komga's condition as one of ours. @throws BadRequest for unsupported ones */
export function askedBy(of: Of, given: unknown, more: readonly Condition[] = []): Asked {
  const { rest, listId } = takeList(of, given)
  const condition = all([rest === null ? true : conditionOf(of, rest, 0), ...more])
  return {
    condition: typeof condition === 'boolean' ? null : condition,
    listId,
    isNothing: condition === false,
  }
}

/** Query parameters and their conditions. */
const QUERY_FIELDS: Readonly<Record<string, string>> = {
  library_id: 'libraryId',
  read_status: 'readStatus',
  tag: 'tag',
  genre: 'genre',
  status: 'seriesStatus',
  publisher: 'publisher',
  language: 'language',
  age_rating: 'ageRating',
  sharing_label: 'sharingLabel',
  media_status: 'mediaStatus',
}
const BODY_FIELDS: Readonly<Record<string, string>> = {
  libraryId: 'libraryId',
  readStatus: 'readStatus',
  tag: 'tag',
  genre: 'genre',
  publisher: 'publisher',
  language: 'language',
  seriesId: 'seriesId',
  mediaStatus: 'mediaStatus',
}

/** Conditions of query parameters. */
export function conditionsOfQuery(of: Of, query: Partial<KomgaSeriesQuery & KomgaBooksQuery>): Condition[] {
  const named = Object.entries(QUERY_FIELDS).flatMap(([name, field]) => {
    const values = query[name as keyof typeof query] as readonly string[] | undefined
    return values === undefined || values.length === 0 ? [] : [anyValue(of, field, values)]
  })
  const flags = [
    ...flag(of, 'deleted', query.deleted),
    ...flag(of, 'oneShot', query.oneshot),
    ...(of === 'series' ? flag(of, 'complete', query.complete) : []),
  ]
  const authors = (query.author ?? []).map(author => {
    const [name = ''] = author.split(',')
    return fieldCondition(of, 'author', { operator: 'is', value: { name } })
  })
  const years = (query.release_year ?? []).map(year => yearIs(Number(year)))
  const after = query.released_after ? [fieldCondition(of, 'releaseDate', after1(query.released_after))] : []
  return [...named, ...flags, any(authors), any(years), ...after]
}

const after1 = (dateTime: string) => ({ operator: 'after', dateTime })
const yearIs = (value: number): Condition => (Number.isInteger(value) ? { year: { operator: 'eq', value } } : false)

/** Lists of values in bodies of older apps. */
export function conditionsOfBody(of: Of, body: KomgaSeriesSearch & KomgaBooksSearch): Condition[] {
  const named = Object.entries(BODY_FIELDS).flatMap(([name, field]) => {
    const values = body[name as keyof typeof body] as readonly string[] | null | undefined
    return values ? [anyValue(of, field, values)] : []
  })
  return [...named, ...flag(of, 'deleted', body.deleted), ...flag(of, 'oneShot', body.oneshot)]
}

function flag(of: Of, field: string, value: boolean | null | undefined): Condition[] {
  return typeof value === 'boolean' ? [fieldCondition(of, field, { operator: value ? 'isTrue' : 'isFalse' })] : []
}

const anyValue = (of: Of, field: string, values: readonly string[]) =>
  any(values.map(value => fieldCondition(of, field, { operator: 'is', value })))

/** A list at the top level, which all results must be members of; elsewhere it is unsupported. */
function takeList(of: Of, given: unknown): { readonly rest: unknown; readonly listId: string | undefined } {
  const field = LIST_FIELD[of]
  const idOf = (each: unknown) => {
    const asked = isObject(each) ? each[field] : undefined
    return isObject(asked) && String(asked.operator).toLowerCase() === 'is' && typeof asked.value === 'string'
      ? asked.value
      : undefined
  }
  if (!isObject(given)) return { rest: given ?? null, listId: undefined }
  const own = idOf(given)
  if (own !== undefined) return { rest: null, listId: own }
  const parts = given.allOf
  if (!Array.isArray(parts)) return { rest: given, listId: undefined }
  const named = parts.find(each => idOf(each) !== undefined)
  if (named === undefined) return { rest: given, listId: undefined }
  return { rest: { allOf: parts.filter(each => each !== named) }, listId: idOf(named) }
}

function conditionOf(of: Of, given: unknown, depth: number): Condition {
  if (!isObject(given) || depth > LIMITS.lists.conditionDepth) throw bad('A condition is an object')
  const names = Object.keys(given).filter(name => name !== CLASS_NAME)
  const [name = ''] = names
  const value = given[name]
  if (names.length === 0) return true
  if (name === 'allOf' || name === 'anyOf') {
    if (!Array.isArray(value)) throw bad(`${name} is a list of conditions`)
    const parts = value.map(each => conditionOf(of, each, depth + 1))
    return name === 'allOf' ? all(parts) : any(parts)
  }
  if (!isObject(value)) throw bad(`${name} is an operator with its value`)
  return fieldCondition(of, name, value)
}

function fieldCondition(of: Of, name: string, asked: Readonly<Record<string, unknown>>): Condition {
  const rule = FIELDS[of][name.toLowerCase()]
  if (!rule) throw bad(`There is no condition ${name}`)
  const condition = rule({ ...asked, operator: OPERATORS.get(String(asked.operator).toLowerCase()) ?? asked.operator })
  if (condition === null) throw bad(`${name} cannot be asked by ${String(asked.operator)}`)
  return condition
}

function all(parts: readonly Condition[]): Condition {
  if (parts.includes(false)) return false
  return joined(
    'allOf',
    parts.filter(part => part !== true),
    true,
  )
}

/** Empty parts are ignored: Komga's own web app sends eight of them. */
function any(parts: readonly Condition[]): Condition {
  if (parts.length === 0 || parts.includes(true)) return true
  return joined(
    'anyOf',
    parts.filter(part => part !== false),
    false,
  )
}

function joined(how: 'allOf' | 'anyOf', parts: readonly Condition[], none: boolean): Condition {
  const [only] = parts
  return only === undefined ? none : parts.length === 1 ? only : { [how]: parts }
}

function inLowerCase(rules: Readonly<Record<string, FieldRule>>): Readonly<Record<string, FieldRule>> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name.toLowerCase(), rule]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function bad(message: string): AppError {
  return new AppError('BadRequest', message)
}
