import { describe, expect, test } from 'bun:test'
import {
  BOOK_LIST_FIELDS,
  BOOK_LIST_SORTS,
  LIST_DATE_UNITS,
  LIST_OPERATORS,
  type ListFieldKind,
  SERIES_LIST_FIELDS,
  SERIES_LIST_SORTS,
} from '@octavo/contract/list-fields'
import { BOOK_SORTS } from '../../catalogue/books/book-fields'
import { SERIES_SORTS } from '../../catalogue/series/series-fields'
import { parseCondition } from './condition'

/** An operand with values for every operator of a family. */
const OPERANDS: Readonly<Record<ListFieldKind['family'], object>> = {
  text: { value: 'x' },
  uuid: { value: '5d0c2a3e-0000-4000-8000-000000000001', values: [] },
  bool: {},
  number: { value: 1, min: 1, max: 2 },
  date: {},
  choice: {},
}

describe.each([
  { name: 'series', table: SERIES_LIST_FIELDS, named: SERIES_LIST_SORTS, sorts: SERIES_SORTS },
  { name: 'books', table: BOOK_LIST_FIELDS, named: BOOK_LIST_SORTS, sorts: BOOK_SORTS },
])('the table of $name in the contract', ({ table, named, sorts }) => {
  test('contains only operators that filters support', () => {
    for (const [field, kind] of Object.entries<ListFieldKind>(table)) {
      for (const operator of LIST_OPERATORS[kind.family]) {
        const value =
          kind.family === 'choice'
            ? { value: kind.choices[0] }
            : kind.family === 'date'
              ? /inLast/i.test(operator)
                ? { value: 3, unit: LIST_DATE_UNITS[1] }
                : { value: '2026-01-31T00:00:00Z' }
              : OPERANDS[kind.family]
        expect(parseCondition({ [field]: { operator, ...value } }, table)).toMatchObject({ field })
      }
    }
  })

  test('contains every sort under one of its names', () => {
    const listed = named.map(name => sorts[name])
    for (const [name, sort] of Object.entries(sorts)) {
      expect([name, listed.some(each => Bun.deepEquals(each, sort))]).toEqual([name, true])
    }
    expect(new Set(listed).size).toBe(named.length)
  })
})
