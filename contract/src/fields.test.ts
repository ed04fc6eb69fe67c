import { describe, expect, test } from 'bun:test'
import { BOOK_ARRANGEMENT, BOOK_FIELD_REGISTRY } from './book-fields'
import { arranged, editedFields, type FieldRegistry, lockBits } from './fields'
import { SERIES_ARRANGEMENT, SERIES_FIELD_REGISTRY } from './series-fields'

const registries: readonly (readonly [string, FieldRegistry, Readonly<Record<string, readonly string[]>>])[] = [
  ['books', BOOK_FIELD_REGISTRY, BOOK_ARRANGEMENT],
  ['series', SERIES_FIELD_REGISTRY, SERIES_ARRANGEMENT],
]
const entries = (registry: FieldRegistry) => Object.entries(registry)

describe.each(registries)('the fields of %s', (_name, registry, arrangement) => {
  test('have lock bits numbered from 0 without gaps or repeats', () => {
    const bits = entries(registry).flatMap(([, { lock }]) => lock?.bit ?? [])
    expect(bits.toSorted((a, b) => a - b)).toEqual([...bits.keys()])
    expect(new Set(lockBits(registry)).size).toBe(bits.length)
    // More would exceed exact integers.
    expect(bits.length).toBeLessThanOrEqual(53)
  })

  test('can be locked if they can be edited', () => {
    expect(entries(registry).flatMap(([name, { edit, lock }]) => (edit && !lock ? [name] : []))).toEqual([])
  })

  test('have unique names of edits, sorts and columns', () => {
    const names = editedFields(registry).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const sorts = entries(registry).flatMap(([, { sort }]) => (sort ? [sort.name, ...(sort.also ?? [])] : []))
    expect(new Set(sorts).size).toBe(sorts.length)
    const columns = entries(registry).flatMap(([, { column }]) => column?.id ?? [])
    expect(new Set(columns).size).toBe(columns.length)
  })

  test('appear once in the arrangement', () => {
    for (const names of Object.values(arrangement)) expect(new Set(names).size).toBe(names.length)
  })
})

// The bits are stored in databases: a released one never changes its meaning.
test('lock bits never change their field', () => {
  expect(lockBits(SERIES_FIELD_REGISTRY).slice(0, 4)).toEqual(['summary', 'publisher', 'imprint', 'status'])
  expect(lockBits(SERIES_FIELD_REGISTRY)[15]).toBe('alternateTitles')
  expect(lockBits(BOOK_FIELD_REGISTRY).slice(0, 5)).toEqual(['title', 'titleSort', 'number', 'volume', 'chapter'])
  expect([8, 20, 37].map(bit => lockBits(BOOK_FIELD_REGISTRY)[bit])).toEqual(['genre', 'authorsJson', 'editor'])
})

test('fields outside the arrangement follow in the order of their entries', () => {
  expect(arranged(['a', 'b', 'c', 'd'], ['c', 'a'])).toEqual(['c', 'a', 'b', 'd'])
})
