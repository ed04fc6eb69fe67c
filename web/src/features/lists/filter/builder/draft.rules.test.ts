import { describe, expect, test } from 'bun:test'
import { LIST_OPERATORS, SERIES_LIST_FIELDS } from '@octavo/contract/list-fields'
import { readFilter, writeFilter } from '../../question/filter-text.rules'
import type { Condition, Operation } from '../../question/question'
import { changed, conditionOf, draftOf, isWhole, newGroup, newTerm, withOperator } from './draft.rules'

const read = (text: string): Condition | null => {
  const found = readFilter(text, 'series')
  return 'fault' in found ? null : found.condition
}

describe('a draft', () => {
  test('gives the condition that it was made of', () => {
    for (const text of ['', 'genre:a', 'genre:a,any(tag:b,none(year.gt:3,-completion)),dateAdded.inLast:3 days']) {
      expect(writeFilter(conditionOf(draftOf(read(text))), 'series')).toBe(text)
    }
  })

  test('leaves out incomplete rows', () => {
    const empty = newTerm('genre', SERIES_LIST_FIELDS.genre)
    expect(isWhole(empty)).toBe(false)
    expect(conditionOf(newGroup('any', [empty, newGroup('all', [])]))).toBeNull()
    expect(isWhole(newTerm('completion', SERIES_LIST_FIELDS.completion))).toBe(true)
    expect(isWhole(newTerm('dateAdded', SERIES_LIST_FIELDS.dateAdded))).toBe(true)
  })

  test('is changed in one place', () => {
    const inner = newTerm('genre', SERIES_LIST_FIELDS.genre)
    const draft = newGroup('all', [newGroup('none', [inner])])
    const filled = changed(draft, inner.id, () => ({ ...inner, operation: { operator: 'is', value: 'x' } }))
    expect(writeFilter(conditionOf(filled), 'series')).toBe('none(genre:x)')
    expect(conditionOf(changed(filled, inner.id, () => null))).toBeNull()
    expect(changed(draft, draft.id, () => ({ ...draft, group: 'any' })).group).toBe('any')
  })

  test('keeps of an operand what another operator can use', () => {
    const { year, dateAdded, genre, libraryId } = SERIES_LIST_FIELDS
    expect(withOperator({ operator: 'eq', value: 1990 }, 'between', year)).toEqual({ operator: 'between', min: 1990 })
    expect(withOperator({ operator: 'between', min: 1, max: 2 }, 'lt', year)).toEqual({ operator: 'lt', value: 1 })
    expect(withOperator({ operator: 'is', value: 'a' }, 'contains', genre)).toEqual({
      operator: 'contains',
      value: 'a',
    })
    expect(withOperator({ operator: 'is', value: 'i' }, 'in', libraryId)).toEqual({ operator: 'in', values: ['i'] })
    expect(withOperator({ operator: 'inLast', value: 3, unit: 'weeks' }, 'after', dateAdded)).toEqual({
      operator: 'after',
    })
  })

  test('every operator can be chosen after every other', () => {
    for (const kind of Object.values(SERIES_LIST_FIELDS)) {
      for (const before of LIST_OPERATORS[kind.family]) {
        for (const after of LIST_OPERATORS[kind.family]) {
          const operation = withOperator(withOperator({ operator: 'is' }, before, kind), after, kind)
          expect(operation).toMatchObject({ operator: after } satisfies Operation)
        }
      }
    }
  })
})
