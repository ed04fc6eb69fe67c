import { describe, expect, test } from 'bun:test'
import { BOOK_LIST_FIELDS, LIST_OPERATORS, type ListFieldKind } from '@octavo/contract/list-fields'
import { conditionFor, readFilter, writeFilter } from './filter-text.rules'
import type { Condition } from './question'

const read = (text: string) => {
  const found = readFilter(text, 'books')
  if ('fault' in found) throw new Error(JSON.stringify(found.fault))
  return found.condition
}
const fault = (text: string) => {
  const found = readFilter(text, 'books')
  return 'fault' in found ? [found.fault.reason, found.fault.at] : null
}

describe('a filter as text', () => {
  test('nothing is no condition', () => {
    expect(read('')).toBeNull()
    expect(writeFilter(null, 'books')).toBe('')
  })

  test('describes the condition', () => {
    expect(read('genre:Horror,-tag:gore,year:1990..1999')).toEqual({
      allOf: [
        { genre: { operator: 'is', value: 'Horror' } },
        { tag: { operator: 'isNot', value: 'gore' } },
        { year: { operator: 'between', min: 1990, max: 1999 } },
      ],
    })
    expect(read('any(format:epub,none(-hasError)),dateAdded.inLast:30 days')).toEqual({
      allOf: [
        {
          anyOf: [
            { format: { operator: 'is', value: 'epub' } },
            { not: { anyOf: [{ hasError: { operator: 'isFalse' } }] } },
          ],
        },
        { dateAdded: { operator: 'inLast', value: 30, unit: 'days' } },
      ],
    })
    expect(read('dateAdded:2026-01-31..')).toEqual({
      allOf: [{ dateAdded: { operator: 'between', start: '2026-01-31T00:00:00Z' } }],
    })
  })

  test('every operator of every field comes back as it was', () => {
    const id = '5d0c2a3e-0000-4000-8000-000000000001'
    for (const [field, kind] of Object.entries<ListFieldKind>(BOOK_LIST_FIELDS)) {
      for (const operator of LIST_OPERATORS[kind.family]) {
        const condition = { allOf: [{ [field]: { operator, ...operandOf(kind, operator, id) } }] } as Condition
        const text = writeFilter(condition, 'books')
        expect([text, read(text)]).toEqual([text, condition])
      }
    }
  })

  test('any text can be searched', () => {
    for (const value of ['', 'a,b', 'all(x)', '"', 'x"y""', ' 1984 ', '-genre:x', '漢字', 'a:b.c', '100%_\\']) {
      const condition: Condition = { allOf: [{ title: { operator: 'contains', value } }] }
      expect(read(writeFilter(condition, 'books'))).toEqual(condition)
    }
  })

  test('groups come back, as deep as they were', () => {
    let condition: Condition = { genre: { operator: 'is', value: 'a' } }
    for (let level = 0; level < 15; level++) {
      condition =
        level % 2 ? { anyOf: [condition, { tag: { operator: 'isNotNull' } }] } : { not: { anyOf: [condition] } }
    }
    expect(read(writeFilter(condition, 'books'))).toEqual({ allOf: [condition] })
  })

  test('what the other kind knows is remembered for it', () => {
    expect(conditionFor('series', read('genre:a,format:epub,any(tag:b,pageCount.gt:3)'), 'books')).toEqual({
      allOf: [{ genre: { operator: 'is', value: 'a' } }],
    })
    expect(conditionFor('series', read('format:epub'), 'books')).toBeNull()
  })

  test('a fault is named', () => {
    expect(fault('mood:dark')).toEqual(['field', 'mood'])
    expect(fault('toString:x')).toEqual(['field', 'toString'])
    expect(fault('title.sounds:x')).toEqual(['operator', 'sounds'])
    expect(fault('year:soon')).toEqual(['value', 'year:soon'])
    expect(fault('format:vhs')).toEqual(['value', 'format:vhs'])
    expect(fault('dateAdded.inLast:3 moons')).toEqual(['value', 'dateAdded.inLast:3 moons'])
    expect(fault('dateAdded.after:2026-13-45')).toEqual(['value', 'dateAdded.after:2026-13-45'])
    expect(fault('libraryId:x')).toEqual(['value', 'libraryId:x'])
    expect(fault('any(genre:a')).toEqual(['form', 'any(genre:a'])
    expect(fault('genre:a)')).toEqual(['form', ')'])
    expect(fault('genre:"a')).toEqual(['form', '"a'])
    expect(fault('genre:a,')).toEqual(['field', ''])
    expect(fault('any('.repeat(1000))?.[0]).toBe('form')
    expect(fault(`title:${'x'.repeat(5000)}`)?.[0]).toBe('length')
  })
})

function operandOf(kind: ListFieldKind, operator: string, id: string): object {
  if (/^is(True|False|Null|NotNull)$/.test(operator)) return {}
  if (kind.family === 'choice') return { value: kind.choices.at(-1) }
  if (kind.family === 'uuid') return /in$/i.test(operator) ? { values: [id, id] } : { value: id }
  if (kind.family === 'number') return operator === 'between' ? { min: -1, max: 2.5 } : { value: 3 }
  if (kind.family === 'text') return { value: 'Horror' }
  if (operator === 'between') return { start: '2026-01-31T00:00:00Z', end: '2026-02-01T12:30:00Z' }
  return /inLast/i.test(operator) ? { value: 2, unit: 'weeks' } : { value: '2026-01-31T00:00:00Z' }
}
