import { expect, test } from 'bun:test'
import type { ScanStatusDto } from '../../api/types'
import { shareDone } from './scans.rules'

const scan = (facts: Partial<ScanStatusDto>): ScanStatusDto => ({
  libraryId: 'a',
  status: 'processing',
  filesTotal: 0,
  filesProcessed: 0,
  seriesFound: 0,
  booksFound: 0,
  errors: [],
  startedAt: '2026-01-01T00:00:00Z',
  ...facts,
})

test('the combined progress of all scans', () => {
  expect(shareDone([])).toBeNull()
  expect(shareDone([scan({})])).toBeNull()
  expect(
    shareDone([scan({ filesTotal: 100, filesProcessed: 50 }), scan({ filesTotal: 300, filesProcessed: 50 })]),
  ).toBe(0.25)
  // A file added during the scan must not push the bar beyond its end.
  expect(shareDone([scan({ filesTotal: 10, filesProcessed: 12 })])).toBe(1)
})
