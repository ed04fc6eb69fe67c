import { expect, test } from 'bun:test'
import { planSeriesJson } from './series-json-text'

const NOTHING = {
  ...{ title: null, publisher: null, imprint: null, year: null, summary: null, status: null },
  ...{ ageRating: null, totalVolumeCount: null, externalIds: null },
}

test('a document with a byte order mark can be edited', () => {
  const document = Buffer.from('\uFEFF{"metadata": {"name": "Tide", "comicid": 7}}')
  const values = { ...NOTHING, publisher: 'Quay' }
  const { bytes, changes } = planSeriesJson(document, { values, cleared: [], title: 'Tide', unplaced: [] })
  expect(JSON.parse(String(bytes))).toEqual({ metadata: { name: 'Tide', comicid: 7, publisher: 'Quay' } })
  expect(changes).toEqual([{ field: 'publisher', before: null, after: 'Quay' }])
})
