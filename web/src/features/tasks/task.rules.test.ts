import { describe, expect, test } from 'bun:test'
import { durationOf, isLater, latestEnds, plainWords, resultFacts, shareOf } from './task.rules'

const now = Date.parse('2026-01-01T12:00:00Z')

test('shareOf', () => {
  expect(shareOf({ progress: { current: 3, total: 12 } })).toBe(0.25)
  expect(shareOf({ progress: { current: 13, total: 12 } })).toBe(1)
  expect(shareOf({ progress: { current: 3, total: 0 } })).toBeNull()
  expect(shareOf({ progress: null })).toBeNull()
})

describe('durationOf', () => {
  test('runs on while the task runs', () => {
    expect(durationOf({ status: 'processing', startedAt: '2026-01-01T11:59:30Z', completedAt: null }, now)).toBe(30_000)
  })
  test('ends with the task', () => {
    const task = { status: 'failed', startedAt: '2026-01-01T11:00:00Z', completedAt: '2026-01-01T11:00:02Z' }
    expect(durationOf(task, now)).toBe(2000)
  })
  test('is nothing before it begins, nor while it waits for another attempt', () => {
    expect(durationOf({ status: 'pending', startedAt: null, completedAt: null }, now)).toBeNull()
    expect(durationOf({ status: 'pending', startedAt: '2026-01-01T11:00:00Z', completedAt: null }, now)).toBeNull()
  })
})

test('isLater', () => {
  expect(isLater({ status: 'pending', scheduledFor: '2026-01-01T12:05:00Z' }, now)).toBe(true)
  expect(isLater({ status: 'pending', scheduledFor: '2026-01-01T11:59:59Z' }, now)).toBe(false)
  expect(isLater({ status: 'failed', scheduledFor: '2026-01-01T12:05:00Z' }, now)).toBe(false)
})

test('latestEnds', () => {
  const task = (id: string, completedAt: string | null) => ({ id, completedAt, createdAt: '2026-01-01T00:00:00Z' })
  const lists = [
    [task('a', '2026-01-01T10:00:00Z'), task('b', '2026-01-01T08:00:00Z')],
    [task('c', '2026-01-01T09:00:00Z'), task('d', null)],
  ]
  expect(latestEnds(lists, 3).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})

test('plainWords', () => {
  expect(plainWords('poll_release_source')).toBe('Poll release source')
  expect(plainWords('bytesRead')).toBe('Bytes read')
})

test('resultFacts keeps values of one word or one number, but no ids', () => {
  expect(
    resultFacts({
      books_created: 3,
      library_id: 'x',
      errors: ['x'],
      mode: 'deep',
      done: true,
      nothing: null,
      empty: '',
    }),
  ).toEqual([
    { name: 'books_created', value: 3 },
    { name: 'mode', value: 'deep' },
    { name: 'done', value: true },
  ])
  expect(resultFacts('text')).toEqual([])
  expect(resultFacts(null)).toEqual([])
})
