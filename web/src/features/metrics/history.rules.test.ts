import { describe, expect, test } from 'bun:test'
import type { TaskMetricsDataPointDto } from '../../api/types'
import { periodsOf } from './history.rules'

const point = (periodStart: string, facts: Partial<TaskMetricsDataPointDto> = {}): TaskMetricsDataPointDto => ({
  periodStart,
  count: 0,
  succeeded: 0,
  failed: 0,
  avgDurationMs: 0,
  minDurationMs: 0,
  maxDurationMs: 0,
  itemsProcessed: 0,
  bytesProcessed: 0,
  ...facts,
})

describe('periodsOf', () => {
  test('adds empty hours in which nothing ran', () => {
    const periods = periodsOf({
      from: '2026-01-01T09:20:00Z',
      to: '2026-01-01T12:10:00Z',
      granularity: 'hour',
      points: [
        point('2026-01-01T10:00:00Z', { count: 4, succeeded: 3, failed: 1, avgDurationMs: 50, maxDurationMs: 90 }),
      ],
    })
    expect(periods.map(({ start }) => start.slice(11, 13))).toEqual(['09', '10', '11', '12'])
    expect(periods[1]).toMatchObject({ succeeded: 3, failed: 1, average: 50, longest: 90 })
    expect(periods[2]).toMatchObject({ succeeded: 0, failed: 0, average: null, longest: null })
  })

  test('sums up the types of a period, with a weighted average', () => {
    const [period] = periodsOf({
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-01T23:59:59Z',
      granularity: 'day',
      points: [
        point('2026-01-01T00:00:00Z', { count: 3, succeeded: 3, avgDurationMs: 100, maxDurationMs: 120 }),
        point('2026-01-01T00:00:00Z', { count: 1, failed: 1, avgDurationMs: 500, maxDurationMs: 500 }),
      ],
    })
    expect(period).toMatchObject({ succeeded: 3, failed: 1, average: 200, longest: 500 })
  })
})
