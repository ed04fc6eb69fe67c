import { expect, test } from 'bun:test'
import { AppError } from '../kernel/app-error'
import { titleRules } from './title-rules'
import { userPattern } from './user-pattern'

const refusal = (source: string) => {
  try {
    userPattern('pattern', source)
    return null
  } catch (error) {
    return error instanceof AppError ? [error.code, error.facts?.path] : error
  }
}

test.each([
  '((((a{1,10}){1,10}){1,10}){1,10}){1,10}',
  '(?:(?:\\pL{1000}){1000}){1000}',
  '(x{999}){999}',
  `(${'a?'.repeat(30)}){1000}`,
  '[a-z]{1000}',
])('a pattern that would become millions of instructions is refused at once: %s', source => {
  const began = performance.now()
  expect(refusal(source)).toEqual(['BadRequest', 'pattern'])
  expect(performance.now() - began).toBeLessThan(100)
})

test.each(['^(?P<series>.+?) v(?P<volume>\\d{1,3})', '\\s*[\\[(][^\\])]*[\\])]', '\\d{4}', 'a{2,}', '[]a]+', '(.)'])(
  'an ordinary one is taken: %s',
  source => expect(refusal(source)).toBe(null),
)

test('rules that expand a title end at its maximum length', () => {
  const rule = { pattern: '(.)', replacement: '$1$1$1$1$1$1$1$1' }
  const title = titleRules(Array.from({ length: 9 }, () => rule))('Berserk')
  expect([title.length <= 4_096, title.startsWith('BBBBBBBB')]).toEqual([true, true])
})
