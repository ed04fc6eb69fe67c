import { expect, test } from 'bun:test'
import { BOOK_LIST_FIELDS } from '@octavo/contract/list-fields'
import { parseCondition } from '../../lists/filters'

const parse = (condition: unknown) => parseCondition(condition, BOOK_LIST_FIELDS)

test('with dates counted from now', () => {
  const now = Date.UTC(2026, 2, 31, 12, 30, 45)
  const min = (value: number, unit: string, operator = 'inLast') => {
    const condition = parseCondition({ dateAdded: { operator, value, unit } }, BOOK_LIST_FIELDS, now)
    return condition.kind === 'field' && 'min' in condition.operation ? condition.operation : null
  }
  expect(min(3, 'hours')?.min?.value).toBe(Date.UTC(2026, 2, 31, 9, 30))
  expect(min(2, 'weeks', 'notInLast')).toMatchObject({
    negated: true,
    min: { value: Date.UTC(2026, 2, 17, 12, 30) },
  })
  expect(min(1, 'years')?.min?.value).toBe(Date.UTC(2025, 2, 31, 12, 30))
  // February has no 31st: subtracting a month gives its last day.
  expect(min(1, 'months')?.min?.value).toBe(Date.UTC(2026, 1, 28, 12, 30))
  expect(() => min(1.5, 'days')).toThrow('whole number')
  expect(() => min(1, 'moons')).toThrow('hours, days, weeks, months, years')
})

test('dates are days and moments of ISO 8601', () => {
  const after = (value: string) => {
    const condition = parse({ dateAdded: { operator: 'after', value } })
    return condition.kind === 'field' && 'min' in condition.operation ? condition.operation.min?.value : null
  }
  expect(after('2024-02-29')).toBe(Date.UTC(2024, 1, 29))
  expect(after('2026-01-31T12:00:00Z')).toBe(Date.UTC(2026, 0, 31, 12))
  expect(after('2026-01-31T12:00:00.5+02:00')).toBe(Date.UTC(2026, 0, 31, 10, 0, 0, 500))
  // In any time zone of the server.
  expect(after('2026-01-31t12:00')).toBe(Date.UTC(2026, 0, 31, 12))
})

test('refuses unknown conditions, naming the path and the allowed values', () => {
  const refused: [unknown, string][] = [
    [{ colour: { operator: 'is', value: 'x' } }, 'condition.colour: unknown field'],
    [{ __proto__: null, constructor: { operator: 'is', value: 'x' } }, 'unknown field'],
    [{ allOf: [{ title: { operator: 'like', value: 'x' } }] }, 'condition.allOf[0].title.operator: unknown'],
    [{ title: { operator: 'is', value: 1 } }, 'condition.title.value: must be text'],
    [{ format: { operator: 'is', value: 'mobi' } }, 'must be one of cbz, cbr, epub, pdf'],
    [{ dateAdded: { operator: 'after', value: 'soon' } }, 'must be a date'],
    [{ dateAdded: { operator: 'after', value: '2026-02-30T00:00:00Z' } }, 'condition.dateAdded.value: must be a date'],
    [{ dateAdded: { operator: 'between', start: 'Jan 1 2026' } }, 'condition.dateAdded.start: must be a date'],
    [{ libraryId: { operator: 'is', value: 'nope' } }, 'condition.libraryId.value: must be an id'],
    [{ seriesId: { operator: 'in', values: ['nope'] } }, 'condition.seriesId.values: must be a list of ids'],
    [{ title: { operator: 'isNull' }, format: { operator: 'isNull' } }, 'exactly one'],
    [{ allOf: {} }, 'must be a list'],
    [[], 'must be an object'],
  ]
  for (const [condition, message] of refused) expect(() => parse(condition)).toThrow(message)
  let deep: unknown = { title: { operator: 'isNull' } }
  for (let level = 0; level < 200; level++) deep = { allOf: [deep] }
  expect(() => parse(deep)).toThrow('nested deeper')
  expect(() => parse({ anyOf: Array(10_000).fill({ title: { operator: 'isNull' } }) })).toThrow('terms')
})
