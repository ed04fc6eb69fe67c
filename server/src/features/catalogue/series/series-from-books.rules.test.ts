import { expect, test } from 'bun:test'
import type { SeriesFile } from '../../../formats/facts'
import { SERIES_FROM_FILES, saidByFile } from './series-from-books.rules'

const NOTHING: SeriesFile = {
  ...{ name: null, publisher: null, imprint: null, year: null, volume: null, summary: null, status: null },
  ...{ ageRating: null, bookType: null, format: null, totalIssues: null, publicationRun: null },
  ...{ collects: [], identifiers: [], webLinks: [] },
}

test('values of a series, and their sources', () => {
  const table = SERIES_FROM_FILES.map(({ column, how, book = '', file = '' }) => [column, how, book, file].join(' '))
  expect(table).toEqual([
    'summary fill summary summary',
    'publisher fill publisher publisher',
    'imprint fill imprint imprint',
    'year fill year year',
    'reading_direction fill reading_direction ',
    'status follow  status',
    'total_volume_count follow  totalIssues',
  ])
})

test('a sparse series.json removes nothing', () => {
  expect(saidByFile(NOTHING)).toEqual([])
  expect(saidByFile({ ...NOTHING, year: 2012, status: 'ended' }).map(({ column, value }) => [column, value])).toEqual([
    ['year', 2012],
    ['status', 'ended'],
  ])
})
