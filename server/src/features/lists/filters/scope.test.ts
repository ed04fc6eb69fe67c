import { expect, test } from 'bun:test'
import { parseCondition } from './condition'
import { takeScope } from './scope'

const parse = (condition: unknown) =>
  parseCondition(condition, { libraryId: { family: 'uuid' }, title: { family: 'text' } })
const [L, M] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
const library = { libraryId: { operator: 'is', value: L } }
const title = { title: { operator: 'isNotNull' } }

test('an id required by the whole condition is extracted', () => {
  expect(takeScope(parse(library), 'libraryId')).toEqual({ id: L, rest: null })
  expect(takeScope(parse({ allOf: [library] }), 'libraryId')).toEqual({ id: L, rest: null })
  expect(takeScope(parse({ allOf: [title, library] }), 'libraryId')).toEqual({
    id: L,
    rest: parse({ allOf: [title] }),
  })
})

test('a second one stays, and so does one required by a part only', () => {
  const other = { libraryId: { operator: 'is', value: M } }
  expect(takeScope(parse({ allOf: [library, other] }), 'libraryId').rest).toEqual(parse({ allOf: [other] }))
  for (const condition of [
    { anyOf: [library, title] },
    { libraryId: { operator: 'isNot', value: L } },
    { libraryId: { operator: 'in', values: [L, M] } },
  ]) {
    expect(takeScope(parse(condition), 'libraryId')).toEqual({ id: undefined, rest: parse(condition) })
  }
})

test('nothing and everything are left alone', () => {
  expect(takeScope(null, 'libraryId')).toEqual({ id: undefined, rest: null })
  expect(takeScope(parse({ allOf: [] }), 'libraryId')).toEqual({ id: undefined, rest: null })
})
