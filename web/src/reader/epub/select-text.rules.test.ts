import { expect, test } from 'bun:test'
import { type SelectStep, stepped } from './select-text.rules'

const TEXT = 'Call me Ishmael. Some years ago, I thought I would sail.  It is a way I have.'
const step = (to: SelectStep['to'], unit: SelectStep['unit'] = 'word', extend = false): SelectStep => ({
  to,
  unit,
  extend,
})
const after = (now: string | null, how: SelectStep, from = 0, to = TEXT.length) => {
  const start = now === null ? 0 : TEXT.indexOf(now)
  const span = stepped(TEXT, now === null ? null : { start, end: start + now.length }, how, from, to)
  return span && TEXT.slice(span.start, span.end)
}

test('the first word on the screen, then word by word', () => {
  expect(after(null, step('first'))).toBe('Call')
  expect(after(null, step('first'), 6)).toBe('Ishmael')
  // Also far from what is selected.
  const far = `Once ${'and on '.repeat(2000)}`
  expect(stepped(far, { start: 0, end: 4 }, step('first'), 9000, far.length)?.start).toBeGreaterThanOrEqual(9000)
  expect(after('Call', step('next'))).toBe('me')
  expect(after('Ishmael', step('next'))).toBe('Some')
  expect(after('me', step('previous'))).toBe('Call')
})

test('words and sentences are added at the end, and taken away', () => {
  expect(after('Call', step('next', 'word', true))).toBe('Call me')
  expect(after('Call me', step('previous', 'word', true))).toBe('Call')
  expect(after('Call', step('previous', 'word', true))).toBeNull()
  expect(after('Call', step('next', 'sentence', true))).toBe('Call me Ishmael.')
  expect(after('Call me Ishmael.', step('next', 'sentence', true))).toBe(
    'Call me Ishmael. Some years ago, I thought I would sail.',
  )
})

test('the next sentence begins with its first word', () => {
  expect(after('me', step('next', 'sentence'))).toBe('Some')
  expect(after('Some', step('next', 'sentence'))).toBe('It')
  expect(after('Some', step('previous', 'sentence'))).toBe('Call')
})

test('a selection does not begin outside of the screen', () => {
  expect(after('me', step('next'), 0, 8)).toBeNull()
  expect(after('me', step('previous'), 5)).toBeNull()
})

test('words of a script without spaces', () => {
  const text = '吾輩は猫である。名前はまだ無い。'
  const span = stepped(text, null, step('first'), 0, text.length)
  expect(span?.start).toBe(0)
  expect(span?.end).toBeLessThan(8)
})
