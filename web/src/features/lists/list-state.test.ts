import { describe, expect, test } from 'bun:test'
import { listBody, questionOf, readListState, stateOf } from './list-state'
import { type Question, sortsOf } from './question/question'

const usual: Question = { kind: 'series', view: 'grid', condition: null, sort: 'name,asc', text: '' }

describe('an address', () => {
  test('that is empty asks for everything, as usual', () => {
    expect(readListState({})).toEqual({})
    expect(questionOf({})).toEqual({ question: usual, problems: [] })
  })

  test('is understood in all its parts', () => {
    const state = { show: 'books', view: 'table', sort: 'file_size,desc', q: 'moby', filter: 'format:epub' }
    expect(readListState(state)).toEqual(state)
    expect(questionOf(state)).toEqual({
      question: {
        kind: 'books',
        view: 'table',
        sort: 'file_size,desc',
        text: 'moby',
        condition: { allOf: [{ format: { operator: 'is', value: 'epub' } }] },
      },
      problems: [],
    })
  })

  test('says what it cannot mean, and drops what has no place in it', () => {
    const state = readListState({
      show: 'people',
      view: 'wall',
      sort: 'drop table',
      q: '   ',
      filter: 'x:1',
      columns: 'pages',
      y: 1,
    })
    expect(state).toEqual({ show: 'people', view: 'wall', sort: 'drop table', filter: 'x:1', columns: 'pages' })
    expect(questionOf(state)).toEqual({
      question: usual,
      problems: [
        { part: 'show', text: 'people' },
        { part: 'view', text: 'wall' },
        { part: 'sort', text: 'drop table' },
        { part: 'columns', text: 'pages' },
        { part: 'filter', fault: { reason: 'field', at: 'x' } },
      ],
    })
  })

  test('of series may not be sorted as books are', () => {
    expect(questionOf({ sort: 'file_size,desc' }).problems).toEqual([{ part: 'sort', text: 'file_size,desc' }])
  })

  test('leaves the usual out', () => {
    expect(stateOf(usual)).toEqual({})
    expect(readListState({ show: 'books', sort: 'series,asc' })).toEqual({ show: 'books' })
  })

  test('orders a search by relevance, unless it has another order', () => {
    expect(questionOf({ q: 'moby' }).question.sort).toBe('relevance,asc')
    expect(questionOf({ q: 'moby', sort: 'name,asc' }).question.sort).toBe('name,asc')
    expect(readListState({ q: 'moby', sort: 'name,asc' })).toEqual({ q: 'moby', sort: 'name,asc' })
    expect(stateOf({ ...usual, text: 'moby', sort: 'relevance,asc' })).toEqual({ q: 'moby' })
  })

  test('may hold a text of digits, which the router hands over as a number', () => {
    expect(readListState({ q: 1984 })).toEqual({ q: '1984' })
  })

  test('cuts a text that no title is as long as', () => {
    expect(readListState({ q: 'x'.repeat(1000) }).q).toHaveLength(200)
  })

  test('holds every question whole', () => {
    for (const kind of ['series', 'books'] as const) {
      for (const field of sortsOf(kind)) {
        const condition = { allOf: [{ genre: { operator: 'is', value: 'a, "b"' } as const }] }
        const question: Question = { kind, condition, sort: `${field},desc;random:7,asc`, view: 'list', text: 'a & b' }
        expect(questionOf(stateOf(question))).toEqual({ question, problems: [] })
      }
    }
  })
})

describe('the body of a request', () => {
  const library = { libraryId: { operator: 'is', value: '5d0c2a3e-0000-4000-8000-000000000001' } } as const
  const genre = { genre: { operator: 'is', value: 'Horror' } } as const
  test('says nothing for everything', () => {
    expect(listBody(null, null, '')).toEqual({})
  })
  test('one library is a condition, text is full text', () => {
    expect(listBody(library.libraryId.value, null, 'moon')).toEqual({ condition: library, fullTextSearch: 'moon' })
  })
  test('a condition within a library has to hold next to it', () => {
    expect(listBody(null, genre, '')).toEqual({ condition: genre })
    expect(listBody(library.libraryId.value, genre, '')).toEqual({ condition: { allOf: [library, genre] } })
  })
})
