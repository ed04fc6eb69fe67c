// Columns that a person edits and lists filter by: how to generate a value, and what it means to a list. They are the
// registry's, so a new field is asked about without a line here.
import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { Field, FieldRegistry } from '@octavo/contract/fields'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import type { Random } from '../../long/harness/random'
import { chance } from './words'

export type PlainValue = string | number | null

/** Of ten rows, so many have a value. */
const OFTEN = 5
/** Range of a number's values; the conditions ask for one less and one more too. */
const YEARS = { from: 1990, below: 1996, step: 1 }
const WHOLE = { from: 0, below: 19, step: 3 }

interface PlainColumn {
  readonly column: string
  readonly words: readonly string[] | null
  readonly numbers: typeof YEARS
  readonly sorts: readonly string[]
}

type Columns = Readonly<Record<string, PlainColumn>>

/** Those that files also have are generated with the book. */
const OF_FILES = ['number', 'volume', 'chapter', 'year', 'bookType']

const COLUMNS = {
  series: columnsIn(SERIES_FIELD_REGISTRY),
  books: columnsIn(
    Object.fromEntries(Object.entries<Field>(BOOK_FIELD_REGISTRY).filter(([field]) => !OF_FILES.includes(field))),
  ),
} as const
type Noun = keyof typeof COLUMNS

/** By field: numbers, and texts of a few words. Other texts and names are stored in more than one column. */
function columnsIn(registry: FieldRegistry): Columns {
  const columns = Object.entries(registry).flatMap(([field, { filter, sort, edit }]): [string, PlainColumn][] => {
    if (!edit || !(filter?.family === 'number' || filter?.words)) return []
    const column = field === 'ageRating' ? 'age' : field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    const numbers = edit.value === 'year' ? YEARS : WHOLE
    return [
      [field, { column, words: filter.words ?? null, numbers, sorts: sort ? [sort.name, ...(sort.also ?? [])] : [] }],
    ]
  })
  return Object.fromEntries(columns)
}

export function randomValues(random: Random, noun: Noun): Readonly<Record<string, PlainValue>> {
  const make = ({ words, numbers }: PlainColumn) =>
    words ? random.pick(words) : numbers.from + random.whole(numbers.below - numbers.from)
  return Object.fromEntries(
    Object.entries(COLUMNS[noun]).map(([field, column]) => [field, chance(random, OFTEN / 10) ? make(column) : null]),
  )
}

/** Values in row format. */
export function columnsOf(
  values: Readonly<Record<string, PlainValue>>,
  noun: Noun,
): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries(Object.entries(COLUMNS[noun]).map(([field, { column }]) => [column, values[field] ?? null]))
}

/** Numbers of a field for conditions. */
export const NUMBERS_OF_COLUMNS: Readonly<Record<string, readonly [number, number, number]>> = Object.fromEntries(
  Object.entries<PlainColumn>({ ...COLUMNS.series, ...COLUMNS.books }).flatMap(
    ([
      field,
      {
        words,
        numbers: { from, below, step },
      },
    ]) => (words ? [] : [[field, [from - 1, below + 1, step]]]),
  ),
)

/** The field of each sort. */
export function sortsOfColumns(noun: Noun): readonly (readonly [sort: string, field: string])[] {
  return Object.entries(COLUMNS[noun]).flatMap(([field, { sorts }]) => sorts.map(sort => [sort, field] as const))
}
