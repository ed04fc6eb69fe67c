import { describe, expect, test } from 'bun:test'
import { listBody, readListState, sorts, wholeState } from './list-state'

describe('readListState', () => {
  test('an empty address is the default', () => {
    expect(readListState({})).toEqual({})
    expect(wholeState({})).toEqual({ show: 'series', view: 'grid', sort: 'name,asc', q: '' })
  })

  test('keeps what is known', () => {
    const state = { show: 'books', view: 'list', sort: 'file_size,desc', q: 'moby' }
    expect(readListState(state)).toEqual(state as never)
  })

  test('drops what is unknown, or is of the other kind', () => {
    expect(readListState({ show: 'people', view: 'wall', sort: 'drop table', q: '   ', x: 1 })).toEqual({})
    expect(readListState({ show: 'series', sort: 'file_size,desc' })).toEqual({})
  })

  test('leaves a default out of the address', () => {
    expect(readListState({ show: 'series', view: 'grid', sort: 'name,asc' })).toEqual({})
    expect(readListState({ show: 'books', sort: 'title,asc' })).toEqual({ show: 'books' })
  })

  test('reads a text of digits, which the router hands over as a number', () => {
    expect(readListState({ q: 1984 })).toEqual({ q: '1984' })
  })

  test('cuts a text that no title is as long as', () => {
    expect(readListState({ q: 'x'.repeat(1000) }).q).toHaveLength(200)
  })

  test('what it wrote, it reads', () => {
    for (const show of ['series', 'books'] as const) {
      for (const sort of sorts[show]) {
        const written = readListState({ show, sort, view: 'list', q: 'a & b' })
        expect(readListState(written as Record<string, unknown>)).toEqual(written)
        expect(wholeState(written)).toEqual({ show, sort, view: 'list', q: 'a & b' })
      }
    }
  })
})

describe('listBody', () => {
  test('says nothing for everything', () => {
    expect(listBody(null, '')).toEqual({})
  })
  test('one library is a condition, text is full text', () => {
    expect(listBody('5d0c2a3e-0000-4000-8000-000000000001', 'moon')).toEqual({
      condition: { libraryId: { operator: 'is', value: '5d0c2a3e-0000-4000-8000-000000000001' } },
      fullTextSearch: 'moon',
    })
  })
})
