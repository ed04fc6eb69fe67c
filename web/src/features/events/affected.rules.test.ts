import { describe, expect, test } from 'bun:test'
import type { QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import type { EntityChangeEvent, TaskProgressEvent } from '../../api/types'
import { affectedByEntity, affectedByTask, isBelow, mentions, type Touch } from './affected.rules'

const of = { bookId: 'b1', seriesId: 's1', libraryId: 'l1', timestamp: '2026-01-01T00:00:00Z' }
const list = { libraryId: null, sort: 'title,asc', q: '', page: 1 }

/** Whether a query with this key and answer is invalidated. */
const stale = (touches: readonly Touch[], key: QueryKey, data: unknown = undefined) =>
  touches.some(touch => isBelow(key, touch.key) && (touch.about === undefined || mentions(data, touch.about)))

describe('affectedByEntity', () => {
  test('a new book affects every list that may contain it', () => {
    const touches = affectedByEntity({ type: 'book_created', ...of })
    for (const key of [
      queryKeys.bookList(list),
      queryKeys.seriesList(list),
      queryKeys.bookRow('recently-added'),
      queryKeys.booksOfSeries('s1'),
      queryKeys.oneSeries('s1'),
      queryKeys.libraries,
    ]) {
      expect([key, stale(touches, key)]).toEqual([key, true])
    }
  })

  test('queries of other series and books are not affected', () => {
    const touches = affectedByEntity({ type: 'book_created', ...of })
    for (const key of [queryKeys.booksOfSeries('s2'), queryKeys.oneSeries('s2'), queryKeys.book('b2'), queryKeys.me]) {
      expect([key, stale(touches, key)]).toEqual([key, false])
    }
  })

  test('a changed book affects only lists that contain it', () => {
    const touches = affectedByEntity({ type: 'book_updated', ...of, fields: ['title'] })
    expect(stale(touches, queryKeys.book('b1'))).toBe(true)
    expect(stale(touches, queryKeys.bookList(list), { data: [{ id: 'b1' }] })).toBe(true)
    expect(stale(touches, queryKeys.bookList(list), { data: [{ id: 'b2' }] })).toBe(false)
    expect(stale(touches, queryKeys.libraries)).toBe(false)
  })

  test('progress in a book affects its cards, its page, its series and books in progress', () => {
    const touches = affectedByEntity({ type: 'read_progress_updated', ...of, completed: false, currentPage: 7 })
    expect(stale(touches, queryKeys.book('b1'))).toBe(true)
    expect(stale(touches, queryKeys.bookRow('in-progress'))).toBe(true)
    expect(stale(touches, queryKeys.oneSeries('s1'))).toBe(true)
    expect(stale(touches, queryKeys.seriesList(list), { data: [{ id: 's1' }] })).toBe(true)
    expect(stale(touches, queryKeys.seriesList(list), { data: [{ id: 's2' }] })).toBe(false)
    expect(stale(touches, queryKeys.bookPages('b1'))).toBe(false)
  })

  test('progress in a whole series affects all its books', () => {
    const touches = affectedByEntity({ type: 'series_progress_updated', ...of })
    expect(stale(touches, queryKeys.book('b9'), { book: { id: 'b9', seriesId: 's1' } })).toBe(true)
    expect(stale(touches, queryKeys.book('b9'), { book: { id: 'b9', seriesId: 's2' } })).toBe(false)
  })

  test('an unknown entity of a newer server affects nothing', () => {
    expect(affectedByEntity({ type: 'moon_risen', ...of } as unknown as EntityChangeEvent)).toEqual([])
  })
})

describe('affectedByTask', () => {
  const step: TaskProgressEvent = { taskId: 't', taskType: 'scan_library', status: 'running', startedAt: of.timestamp }
  test('a step that was applied to the cache affects nothing', () => {
    expect(affectedByTask(step, true)).toEqual([])
  })
  test('the end of a task affects metrics, errors and last runs', () => {
    const touches = affectedByTask({ ...step, status: 'failed' }, false)
    for (const key of [queryKeys.taskList({}), queryKeys.taskStats, queryKeys.metricsNow, queryKeys.schedules]) {
      expect([key, stale(touches, key)]).toEqual([key, true])
    }
    expect(stale(touches, queryKeys.taskControl)).toBe(false)
  })
})
