import { describe, expect, test } from 'bun:test'
import { BOOK_LIST_FIELDS, type ListFieldKind } from '@octavo/contract/list-fields'
import { readFilter, writeFilter } from '../question/filter-text.rules'
import type { Condition } from '../question/question'
import { chipState, type Facet, facetOf, rangeOf, toggled, withFacet, withoutFacet, withRange } from './facet.rules'

const read = (text: string): Condition | null => {
  const found = readFilter(text, 'books')
  if ('fault' in found) throw new Error(found.fault.at)
  return found.condition
}
const write = (condition: Condition | null) => writeFilter(condition, 'books')
const kindOf = (field: keyof typeof BOOK_LIST_FIELDS): ListFieldKind => BOOK_LIST_FIELDS[field]

describe('choices of a field', () => {
  test('are read from the top of a condition', () => {
    const one = (text: string, field: string): Facet => facetOf(read(text), field)
    expect(one('', 'genre')).toEqual({ included: [], excluded: [], mode: 'any' })
    expect(one('genre:a,-genre:b,tag:c', 'genre')).toEqual({ included: ['a'], excluded: ['b'], mode: 'any' })
    expect(one('any(genre:a,genre:b)', 'genre')).toEqual({ included: ['a', 'b'], excluded: [], mode: 'any' })
    expect(one('genre:a,genre:b', 'genre')).toEqual({ included: ['a', 'b'], excluded: [], mode: 'all' })
    expect(one('-hasError', 'hasError')).toEqual({ included: [], excluded: ['true'], mode: 'any' })
    expect(one('dateAdded.inLast:2 weeks', 'dateAdded').included).toEqual(['2 weeks'])
  })

  test('are not derived from more complex conditions', () => {
    for (const text of ['genre.contains:a', 'any(genre:a,tag:b)', 'none(genre:a)', 'any(genre:a,-genre:b)']) {
      expect([text, facetOf(read(text), 'genre').included]).toEqual([text, []])
    }
  })

  test('are written back, everything else as it was', () => {
    const choose = (text: string, field: 'genre' | 'year' | 'hasError' | 'dateAdded', facet: Partial<Facet>) =>
      write(withFacet(read(text), field, { included: [], excluded: [], mode: 'any', ...facet }, kindOf(field)))
    expect(choose('tag:x,genre:a,title.contains:y', 'genre', { included: ['b', 'c'] })).toBe(
      'tag:x,any(genre:b,genre:c),title.contains:y',
    )
    expect(choose('', 'genre', { included: ['b', 'c'], mode: 'all', excluded: ['d'] })).toBe('genre:b,genre:c,-genre:d')
    expect(choose('genre:a', 'genre', {})).toBe('')
    expect(choose('', 'year', { excluded: ['1984'] })).toBe('-year:1984')
    expect(choose('', 'hasError', { included: ['true'] })).toBe('hasError')
    expect(choose('', 'dateAdded', { excluded: ['1 months'] })).toBe('-dateAdded.inLast:1 months')
  })

  test('are left out of what their values are counted among', () => {
    expect(write(withoutFacet(read('tag:x,any(genre:a,genre:b),-genre:c'), 'genre'))).toBe('tag:x')
  })

  test('go from included to excluded to neither', () => {
    let facet: Facet = { included: ['x'], excluded: [], mode: 'any' }
    const states = []
    for (let turn = 0; turn < 4; turn++) {
      states.push(chipState(facet, 'a'))
      facet = toggled(facet, 'a')
    }
    expect(states).toEqual(['off', 'included', 'excluded', 'off'])
    expect(facet.included).toEqual(['x', 'a'])
  })
})

test('a range of numbers is read and written', () => {
  expect(rangeOf(read('year:1990..1999'), 'year')).toEqual({ min: 1990, max: 1999 })
  expect(rangeOf(read('year.gte:1990'), 'year')).toEqual({ min: 1990, max: null })
  expect(rangeOf(read('year:1990'), 'year')).toEqual({ min: null, max: null })
  expect(write(withRange(read('genre:a,year:..5,tag:b'), 'year', { min: 3, max: null }))).toBe('genre:a,year:3..,tag:b')
  expect(write(withRange(read('year:1..5'), 'year', { min: null, max: null }))).toBe('')
})
