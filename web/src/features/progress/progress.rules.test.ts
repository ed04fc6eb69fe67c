import { describe, expect, test } from 'bun:test'
import type { BookDto, ReadProgressResponse } from '../../api/types'
import { nextToRead, readingState, shareRead } from './progress.rules'

const progress = (facts: Partial<ReadProgressResponse>): ReadProgressResponse => ({
  id: 'p',
  userId: 'u',
  bookId: 'b',
  currentPage: 1,
  completed: false,
  startedAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...facts,
})
const book = (
  id: string,
  readProgress: ReadProgressResponse | null,
  more: { pageCount?: number; deleted?: boolean; analysisError?: string; fileProblem?: BookDto['fileProblem'] } = {},
) => ({
  id,
  pageCount: 20,
  deleted: false,
  analysisError: null,
  ...(readProgress ? { readProgress } : {}),
  ...more,
})
const read = progress({ completed: true, currentPage: 20 })

describe('shareRead', () => {
  test('is counted in pages unless the book has a more exact share', () => {
    expect(shareRead(book('a', progress({ currentPage: 5 })))).toBe(0.25)
    expect(shareRead(book('a', progress({ currentPage: 5, progressPercentage: 0.6 })))).toBe(0.6)
  })
  test('is 0 for unread and 1 for completed books', () => {
    expect(shareRead(book('a', null))).toBe(0)
    expect(shareRead(book('a', read))).toBe(1)
  })
  test('stays between 0 and 1 if a file became shorter or has no pages', () => {
    expect(shareRead(book('a', progress({ currentPage: 500 })))).toBe(1)
    expect(shareRead(book('a', progress({ currentPage: 3 }), { pageCount: 0 }))).toBe(0)
  })
})

test('readingState', () => {
  expect(readingState(book('a', null))).toBe('unread')
  expect(readingState(book('a', progress({})))).toBe('reading')
  expect(readingState(book('a', read))).toBe('read')
})

describe('nextToRead', () => {
  test('the book read last comes before an unread one', () => {
    const older = book('1', progress({ updatedAt: '2026-01-01T00:00:00Z' }))
    const newer = book('3', progress({ updatedAt: '2026-02-01T00:00:00Z' }))
    expect(nextToRead([older, book('2', null), newer])?.id).toBe('3')
  })
  test('otherwise the first unread book in order', () => {
    expect(nextToRead([book('1', read), book('2', null), book('3', null)])?.id).toBe('2')
  })
  test('never a book that is broken or missing', () => {
    const broken = book('1', null, { analysisError: 'truncated', pageCount: 0 })
    expect(nextToRead([broken, book('2', null, { deleted: true }), book('3', null)])?.id).toBe('3')
  })
  test('never a locked book, even if it has pages', () => {
    const locked = book('1', null, { analysisError: 'It needs a password', fileProblem: 'encrypted' })
    expect(nextToRead([locked, book('2', null)])?.id).toBe('2')
    expect(nextToRead([locked])).toBeNull()
  })
  test('a damaged book only if there is no intact one', () => {
    const damaged = book('1', null, { analysisError: 'page 3 is truncated' })
    expect(nextToRead([damaged, book('2', null)])?.id).toBe('2')
    expect(nextToRead([damaged, book('2', read)])?.id).toBe('1')
  })
  test('nothing when all is read', () => {
    expect(nextToRead([book('1', read)])).toBeNull()
    expect(nextToRead([])).toBeNull()
  })
})
