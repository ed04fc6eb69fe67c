// Random conditions on every field and by every operator that the contract's table has.
import {
  BOOK_LIST_FIELDS,
  LIST_DATE_UNITS,
  LIST_OPERATORS,
  type ListFieldKind,
  SERIES_LIST_FIELDS,
} from '@octavo/contract/list-fields'
import { BOOK_TYPES, SERIES_STATUSES } from '@octavo/contract/metadata-words'
import type { Random } from '../../long/harness/random'
import { type Plain, plainly } from './plain'
import { NUMBERS_OF_COLUMNS } from './plain-columns'
import { NUMBERS_OF_RATINGS } from './rated'
import { AGO, chance, GENRES, HOUSES, LANGUAGES, PEOPLE, SHARING, TAGS, text, UNITS, WORDS } from './words'

export type Listed = 'books' | 'series'

const FIELDS: Readonly<Record<Listed, Readonly<Record<string, ListFieldKind>>>> = {
  books: BOOK_LIST_FIELDS,
  series: SERIES_LIST_FIELDS,
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  genre: GENRES,
  tag: TAGS,
  sharingTag: SHARING,
  author: PEOPLE,
  language: LANGUAGES,
  character: PEOPLE,
  publisher: HOUSES,
  imprint: HOUSES,
  team: GENRES,
  location: TAGS,
  storyArc: GENRES,
  status: SERIES_STATUSES,
  bookType: BOOK_TYPES,
}

/** Range of a field's numbers. */
const NUMBERS: Readonly<Record<string, readonly [from: number, below: number, step: number]>> = {
  ...NUMBERS_OF_COLUMNS,
  ...NUMBERS_OF_RATINGS,
  bookCount: [0, 9, 1],
  number: [-1, 5, 0.5],
  volume: [0, 4, 0.5],
  chapter: [0, 5, 0.5],
  pageCount: [-1, 7, 0.5],
  fileSize: [0, 50, 1],
}

/** A tree of at most this depth. */
export function randomCondition(random: Random, listed: Listed, plain: Plain, now: number, depth: number): object {
  const inner = () => randomCondition(random, listed, plain, now, depth - 1)
  if (depth > 0 && chance(random, 0.5)) {
    const children = () => Array.from({ length: random.whole(4) }, inner)
    return random.pick<() => object>([
      () => ({ allOf: children() }),
      () => ({ anyOf: children() }),
      () => ({ not: inner() }),
    ])()
  }
  const [field, kind] = random.pick(Object.entries(FIELDS[listed]))
  return { [field]: operation(random, field, kind, plain, now) }
}

function operation(random: Random, field: string, kind: ListFieldKind, plain: Plain, now: number): object {
  const operator = random.pick<string>(LIST_OPERATORS[kind.family])
  if (operator === 'isNull' || operator === 'isNotNull') return { operator }
  switch (kind.family) {
    case 'text':
      return { operator, value: wanted(random, field) }
    case 'bool':
      return { operator }
    case 'choice':
      return { operator, value: random.pick(kind.choices) }
    case 'uuid': {
      const ids = [...(field === 'seriesId' ? plain.series : plain.libraries).map(({ id }) => id), UNKNOWN]
      // Ids are the same however they are written.
      const one = () => (chance(random, 0.2) ? random.pick(ids).toUpperCase() : random.pick(ids))
      if (operator === 'is' || operator === 'isNot') return { operator, value: one() }
      return { operator, values: Array.from({ length: random.whole(4) }, one) }
    }
    case 'number': {
      const [from, below, step] = NUMBERS[field] ?? fail(field)
      const value = () => from + random.whole(Math.round((below - from) / step)) * step
      return operator === 'between' ? ends(random, 'min', 'max', value) : { operator, value: value() }
    }
    case 'date': {
      if (operator === 'inLast' || operator === 'notInLast') {
        return { operator, value: random.whole(8), unit: random.pick(LIST_DATE_UNITS) }
      }
      const moment = () => new Date(now - random.pick(AGO) - random.pick([0, 0, -1, 1])).toISOString()
      return operator === 'between' ? ends(random, 'start', 'end', moment) : { operator, value: moment() }
    }
  }
}

const UNKNOWN = '00000000-0000-7000-8fff-000000000000'

function ends(random: Random, from: string, to: string, value: () => unknown): object {
  return {
    operator: 'between',
    ...(chance(random, 0.8) && { [from]: chance(random, 0.1) ? null : value() }),
    ...(chance(random, 0.8) && { [to]: value() }),
  }
}

function wanted(random: Random, field: string): string {
  const whole = NAMES[field] ? random.pick(NAMES[field]) : chance(random, 0.5) ? random.pick(WORDS) : text(random)
  return random.pick([whole, whole.toUpperCase(), whole.slice(0, 3), whole.slice(2), plainly(whole), ''])
}

function fail(field: string): never {
  throw new Error(`nobody says what numbers ${field} has`)
}

/** The moment `value` units before now. */
export const ago = (now: number, value: number, unit: string) => now - value * (UNITS[unit] ?? Number.NaN)
