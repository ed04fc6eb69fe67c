import { expect, test } from 'bun:test'
import type { EmbeddedMetadata } from '../facts'
import { findComicInfo, readComicInfo } from './comic-info'

const xml = (fields: string) => Buffer.from(`<?xml version="1.0" encoding="utf-8"?><ComicInfo>${fields}</ComicInfo>`)

function read(fields: string): EmbeddedMetadata {
  const { metadata, problem } = readComicInfo(xml(fields))
  expect(problem).toBeNull()
  return metadata as EmbeddedMetadata
}

test('people are split on commas and keep their roles', () => {
  const { authors } = read(
    '<Writer>Ann A, Bob B</Writer><Penciller>Bob B</Penciller><CoverArtist>C</CoverArtist><Translator>D, D</Translator>',
  )
  expect(authors.map(({ name, role }) => `${name}: ${role}`)).toEqual([
    'Ann A: writer',
    'Bob B: writer',
    'Bob B: penciller',
    'C: cover_artist',
    'D: translator',
  ])
})

test('right-to-left manga says so', () => {
  expect(read('<Manga>YesAndRightToLeft</Manga>')).toMatchObject({ manga: true, readingDirection: 'rtl' })
  expect(read('<Manga>Yes</Manga>')).toMatchObject({ manga: true, readingDirection: null })
  expect(read('<Manga>No</Manga><BlackAndWhite>Yes</BlackAndWhite>')).toMatchObject({
    manga: false,
    blackAndWhite: true,
  })
  expect(read('<Manga>Unknown</Manga>')).toMatchObject({ manga: null })
})

test('values of the wrong type are not taken, those beside them are', () => {
  const metadata = read(
    '<Series>Types</Series><Number>½</Number><Count>many</Count><Volume>-1</Volume><Year>99999</Year><Month>13</Month>' +
      '<Day>0</Day><Web>javascript:alert(1)</Web><GTIN>9780306406158</GTIN>',
  )
  expect(metadata).toMatchObject({ series: 'Types', number: '½', count: null, volume: null })
  expect(metadata).toMatchObject({ year: null, month: null, day: null, web: null, isbns: [] })
})

test('an ISBN is kept without its hyphens, the first address a browser may follow is kept', () => {
  expect(read('<GTIN>978-0-306-40615-7</GTIN>').isbns).toEqual(['9780306406157'])
  expect(read('<Web>ftp://a.example/1 https://b.example/2</Web>').web).toBe('https://b.example/2')
})

test('text is text: entities of XML are read, tags in it are kept as they are, control characters go', () => {
  const metadata = read('<Series>&lt;b&gt; &amp; &#x6771;</Series><Title>a&#0;b\u200b</Title>')
  expect(metadata.series).toBe('<b> & 東')
  expect(metadata.title).toBe('ab\u200b')
})

test.each([
  ['a document type', '<!DOCTYPE c><ComicInfo><Series>x</Series></ComicInfo>'],
  ['entities', '<!DOCTYPE c [<!ENTITY a "b">]><ComicInfo><Series>&a;</Series></ComicInfo>'],
  ['an end in the middle', '<?xml version="1.0"?><ComicInfo><Series>Open'],
  ['another root', '<Other><Series>x</Series></Other>'],
  ['no XML', '{"Series": "json"}'],
  ['nothing', ''],
])('with %s it is left out and told', (_, text) => {
  const { metadata, problem } = readComicInfo(Buffer.from(text))
  expect(metadata).toBeNull()
  expect(problem?.errorType).toBe('metadata')
})

test('one that is too large is not parsed', () => {
  const { problem } = readComicInfo(xml(`<Summary>${'x'.repeat(4 * 1024 * 1024)}</Summary>`))
  expect(problem).toMatchObject({ errorType: 'metadata', reason: 'too-large' })
})

test('the least deep one counts, in any case of its name, hidden ones do not', () => {
  const names = [
    'a/b/ComicInfo.xml',
    '__MACOSX/ComicInfo.xml',
    'z/comicinfo.XML',
    'b/ComicInfo.xml',
    'b/ComicInfo.xml.bak',
  ]
  expect(findComicInfo(names.map(name => ({ name })))?.name).toBe('b/ComicInfo.xml')
  expect(findComicInfo([...names, 'COMICINFO.XML'].map(name => ({ name })))?.name).toBe('COMICINFO.XML')
  expect(findComicInfo([{ name: 'NotComicInfo.xml' }])).toBeNull()
})
