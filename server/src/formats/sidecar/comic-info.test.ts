import { expect, test } from 'bun:test'
import type { EmbeddedMetadata } from '../facts'
import { findInfoFiles, readInfoFile } from './info-files'

const xml = (fields: string) => Buffer.from(`<?xml version="1.0" encoding="utf-8"?><ComicInfo>${fields}</ComicInfo>`)

function read(fields: string): EmbeddedMetadata {
  const { said, problems } = readInfoFile('ComicInfo.xml', xml(fields))
  expect(problems).toEqual([])
  return said[0] as EmbeddedMetadata
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

test('a comma in a name does not make two people of it', () => {
  const { authors } = read('<Writer>M. J. Reeves, Jr., Ann A, Lee Carter, III</Writer><Inker>Jr.</Inker>')
  expect(authors.map(({ name }) => name)).toEqual(['M. J. Reeves, Jr.', 'Ann A', 'Lee Carter, III', 'Jr.'])
})

test('right-to-left manga is recognized', () => {
  expect(read('<Manga>YesAndRightToLeft</Manga>')).toMatchObject({ manga: true, readingDirection: 'rtl' })
  expect(read('<Manga>Yes</Manga>')).toMatchObject({ manga: true, readingDirection: null })
  expect(read('<Manga>No</Manga><BlackAndWhite>Yes</BlackAndWhite>')).toMatchObject({
    manga: false,
    blackAndWhite: true,
  })
  expect(read('<Manga>Unknown</Manga>')).toMatchObject({ manga: null })
})

test('values of the wrong type are ignored, those next to them are read', () => {
  const metadata = read(
    '<Series>Types</Series><Number>½</Number><Count>many</Count><Volume>-1</Volume><Year>99999</Year><Month>13</Month>' +
      '<Day>0</Day><Web>javascript:alert(1)</Web><GTIN>9780306406158</GTIN>',
  )
  expect(metadata).toMatchObject({ series: 'Types', number: '½', count: null, volume: null })
  expect(metadata).toMatchObject({ year: null, month: null, day: null, web: null, isbns: [] })
})

test('an ISBN loses its hyphens, the first address a browser may follow counts', () => {
  expect(read('<GTIN>978-0-306-40615-7</GTIN>').isbns).toEqual(['9780306406157'])
  expect(read('<Web>ftp://a.example/1 https://b.example/2</Web>').web).toBe('https://b.example/2')
})

test('text is text: entities of XML are read, tags in it stay, control characters go', () => {
  const metadata = read('<Series>&lt;b&gt; &amp; &#x6771;</Series><Title>a&#0;b\u200b</Title>')
  expect(metadata.series).toBe('<b> & 東')
  expect(metadata.title).toBe('ab\u200b')
})

test('every element of 2.1 is read', () => {
  const metadata = read(`
    <Title>The Beginning</Title><Series>Captain Science</Series><Number>1</Number><Count>7</Count><Volume>1950</Volume>
    <AlternateSeries>Crossover</AlternateSeries><AlternateNumber>001</AlternateNumber><AlternateCount>3</AlternateCount>
    <Summary>&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;5 &lt; 6</Summary>
    <Notes>Tagged with ComicTagger using info from Comic Vine on 2021 [Issue ID 145269]</Notes>
    <Imprint>Youth</Imprint><Web>https://a.example/1 https://b.example/2</Web><PageCount>5</PageCount>
    <Format>One-Shot</Format><Tags>red, blue, red</Tags>
    <Characters>Ann, Bob</Characters><Teams>The Two</Teams><Locations>Mars, Earth</Locations>
    <ScanInformation>Scanner</ScanInformation><StoryArc>Captain Arc,Other Arc, Third</StoryArc><StoryArcNumber>4,,1.5</StoryArcNumber>
    <SeriesGroup>Pulp, Space</SeriesGroup><AgeRating>Teen</AgeRating><MainCharacterOrTeam>Ann</MainCharacterOrTeam>
    <Review>Good</Review><CommunityRating>4.5</CommunityRating><LocalizedSeries>キャプテン</LocalizedSeries>
    <GTIN>978-0-306-40615-7</GTIN><Translator>Tess</Translator>
    <Pages><Page Image="0" Type="FrontCover"/><Page Image="1"/><Page Image="2" DoublePage="true" Bookmark="Chapter 2"/>
      <Page Image="x" Type="Other"/></Pages>`)
  expect(metadata).toMatchObject({
    ...{
      title: 'The Beginning',
      count: 7,
      volume: 1950,
      imprint: 'Youth',
      formatDetail: 'One-Shot',
      bookType: 'oneshot',
    },
    ...{ alternateSeries: 'Crossover', alternateNumber: '001', alternateCount: 3, ageRating: 'Teen' },
    summary: 'One & two\n5 < 6',
    ...{ scanInformation: 'Scanner', review: 'Good', communityRating: 4.5, mainCharacterOrTeam: 'Ann' },
    ...{ tags: ['red', 'blue'], characters: ['Ann', 'Bob'], teams: ['The Two'], locations: ['Mars', 'Earth'] },
    ...{ seriesGroups: ['Pulp', 'Space'], otherTitles: [{ label: 'Localized', title: 'キャプテン' }] },
    storyArcs: [
      { name: 'Captain Arc', number: '4' },
      { name: 'Other Arc', number: null },
      { name: 'Third', number: '1.5' },
    ],
    web: 'https://a.example/1',
    webLinks: ['https://a.example/1', 'https://b.example/2'],
    isbns: ['9780306406157'],
    identifiers: [{ source: 'comicvine', id: '145269', of: 'book' }],
    authors: [{ name: 'Tess', role: 'translator', sortName: null }],
    pageMarks: [
      { page: 1, type: 'FrontCover', isDouble: false, bookmark: null },
      { page: 3, type: null, isDouble: true, bookmark: 'Chapter 2' },
    ],
  })
})

test.each([
  ['9780306406158', [], []],
  ['0-306-40615-2', ['0306406152'], []],
  ['0306406153', [], []],
  ['urn:comicvine:issue:145269', [], ['comicvine book 145269']],
  ['036000291452', [], ['upc book 036000291452']],
  ['036000291453', [], []],
  ['76194130593600111', [], ['upc book 76194130593600111']],
  ['4006381333931', [], ['ean book 4006381333931']],
  ['javascript:alert(1)', [], []],
])('a trade number counts with a right check digit only: %s', (gtin, isbns, ids) => {
  const metadata = read(`<GTIN>${gtin}</GTIN>`)
  expect(metadata.isbns).toEqual(isbns)
  expect(metadata.identifiers.map(({ source, of, id }) => `${source} ${of} ${id}`)).toEqual(ids)
})

test('invalid dates, and ratings beyond the scale, are ignored', () => {
  expect(read('<Year>2023</Year><Month>2</Month><Day>29</Day>')).toMatchObject({ year: 2023, month: 2, day: null })
  expect(read('<Year>2024</Year><Month>2</Month><Day>29</Day>')).toMatchObject({ day: 29 })
  expect(read('<CommunityRating>6</CommunityRating>').communityRating).toBeNull()
})

test.each([
  ['a document type', '<!DOCTYPE c><ComicInfo><Series>x</Series></ComicInfo>'],
  ['entities', '<!DOCTYPE c [<!ENTITY a "b">]><ComicInfo><Series>&a;</Series></ComicInfo>'],
  ['an end in the middle', '<?xml version="1.0"?><ComicInfo><Series>Open'],
  ['another root', '<Other><Series>x</Series></Other>'],
  ['no XML', '{"Series": "json"}'],
  ['nothing', ''],
])('with %s it is left out and reported', (_, text) => {
  for (const name of ['ComicInfo.xml', 'MetronInfo.xml']) {
    const { said, problems } = readInfoFile(name, Buffer.from(text))
    expect(said).toEqual([])
    expect(problems.map(({ errorType }) => errorType)).toEqual(['metadata'])
  }
})

test('one that is too large is not parsed', () => {
  const { problems } = readInfoFile('ComicInfo.xml', xml(`<Summary>${'x'.repeat(4 * 1024 * 1024)}</Summary>`))
  expect(problems[0]).toMatchObject({ errorType: 'metadata', reason: 'too-large' })
})

test('the least deep one counts, in any case of its name, hidden ones do not', () => {
  const names = [
    'a/b/ComicInfo.xml',
    '__MACOSX/ComicInfo.xml',
    'z/comicinfo.XML',
    'b/ComicInfo.xml',
    'b/ComicInfo.xml.bak',
  ]
  const found = (names: readonly string[]) => findInfoFiles(names.map(name => ({ name }))).map(({ name }) => name)
  expect(found(names)).toEqual(['b/ComicInfo.xml'])
  expect(found([...names, 'COMICINFO.XML', 'x/MetronInfo.xml'])).toEqual(['x/MetronInfo.xml', 'COMICINFO.XML'])
  expect(found(['NotComicInfo.xml', 'MetronInfo.xml.bak'])).toEqual([])
})
