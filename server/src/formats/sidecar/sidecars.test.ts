import { expect, test } from 'bun:test'
import { readOpf } from '../epub/opf-metadata'
import { readSeriesJson } from './series-json'

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

test('series.json as Mylar writes it', () => {
  const bytes = json({
    version: '1.0.2',
    metadata: {
      type: 'comicSeries',
      publisher: 'Image',
      name: 'Saga',
      comicid: 1,
      year: 2012,
      description_text: null,
      description_formatted: 'Long\n\u0007ago',
      status: 'Continuing',
    },
  })
  expect(readSeriesJson(bytes)).toMatchObject({
    publisher: 'Image',
    year: 2012,
    summary: 'Long\n\uFFFDago',
    status: 'ongoing',
  })
  const marked = Buffer.concat([Buffer.from('\uFEFF'), json({ metadata: { year: '1999' } })])
  expect(readSeriesJson(marked)).toMatchObject({ publisher: null, year: 1999, summary: null, status: null })
})

test('every member that Mylar writes is read, except its picture', () => {
  const bytes = json({
    version: '1.0.2',
    metadata: {
      ...{ type: 'comicSeries', publisher: 'DC Comics', imprint: 'Vertigo', name: 'Sandman', comicid: '3981' },
      ...{ year: 1989, description_text: null, description_formatted: '<p>Dreams.</p><p>More</p>', volume: 2 },
      ...{ booktype: 'One-Shot', age_rating: 'Mature', comic_image: 'https://a.example/1.jpg', ComicImage: 'x' },
      ...{ total_issues: 75, publication_run: 'January 1989 - March 1996', status: 'Ended' },
      links: ['https://anilist.co/manga/30013/', 'javascript:alert(1)', 7],
      collects: [{ series: 'Sandman', comicid: '1', issues: '#1-8' }],
    },
  })
  expect(readSeriesJson(bytes)).toEqual({
    ...{ name: 'Sandman', publisher: 'DC Comics', imprint: 'Vertigo', year: 1989, volume: 2, summary: 'Dreams.\nMore' },
    ...{ status: 'ended', ageRating: 'Mature', bookType: 'oneshot', format: 'One-Shot', totalIssues: 75 },
    ...{ publicationRun: 'January 1989 - March 1996', collects: ['Sandman #1-8'] },
    identifiers: [{ source: 'comicvine', id: '3981', of: 'series' }],
    webLinks: ['https://anilist.co/manga/30013/'],
  })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no JSON', Buffer.from('{')],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ['another shape', json([1, 2])],
  ['no metadata', json({ metadata: null })],
  ['nested deeper than any stack', Buffer.from('['.repeat(500_000))],
])('%s is no series.json', (_, bytes) => {
  expect(readSeriesJson(bytes)).toBeNull()
})

test('values of the wrong type are left out', () => {
  const bytes = json({
    metadata: { publisher: 5, year: 'x', description_text: ['a'], status: ['Ended'], __proto__: { a: 1 } },
  })
  expect(readSeriesJson(bytes)).toMatchObject({ publisher: null, year: null, summary: null, status: null })
})

test('a package document alone, in any encoding, and none with entities', () => {
  const text = '<package><metadata><title>Größe</title><creator>Ann</creator></metadata></package>'
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  for (const bytes of [Buffer.from(text), wide]) {
    expect(readOpf(bytes)).toMatchObject({ source: 'opf_file', title: 'Größe', authors: [{ name: 'Ann' }] })
  }
  expect(readOpf(Buffer.from(`<!DOCTYPE package [<!ENTITY x "y">]>${text}`))).toBeNull()
  expect(readOpf(Buffer.from('<html/>'))).toBeNull()
  expect(readOpf(Buffer.from(text.slice(0, 40)))).toBeNull()
})
