import { expect, test } from 'bun:test'
import { readInfoFile } from './info-files'

// After the sample of the schema (Metron-Project/metroninfo, v1.0).
const SAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<MetronInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <IDS><ID source="Comic Vine">12345</ID><ID source="Metron" primary="true">290431</ID>
    <ID source="Grand Comics Database">543</ID></IDS>
  <Publisher id="1"><Name>DC Comics</Name><Imprint id="2">Vertigo</Imprint></Publisher>
  <Series id="65478" lang="en"><Name>Justice League</Name><SortName>Justice League</SortName><Volume>2</Volume>
    <Format>Single Issue</Format><StartYear>1970</StartYear><IssueCount>52</IssueCount>
    <AlternativeNames><AlternativeName id="1">Foo</AlternativeName><AlternativeName lang="de">Hüsker Dü</AlternativeName>
    </AlternativeNames></Series>
  <Number>1</Number>
  <Stories><Story id="12">Part One</Story><Story>Part Two</Story></Stories>
  <Summary>Superheroes.</Summary><Notes>Nothing.</Notes>
  <Prices><Price country="US">3.99</Price></Prices>
  <CoverDate>2011-10-01</CoverDate><StoreDate>2011-08-31</StoreDate><PageCount>32</PageCount>
  <Genres><Genre id="1">Super-Hero</Genre><Genre>Crime</Genre></Genres><Tags><Tag>Foo</Tag></Tags>
  <Arcs><Arc id="1"><Name>Origin</Name><Number>1</Number></Arc><Arc><Name>The New 52!</Name></Arc></Arcs>
  <Characters><Character id="4">Aquaman</Character><Character>Batman</Character></Characters>
  <Teams><Team>Justice League</Team></Teams>
  <Universes><Universe><Name>ABC</Name><Designation>Earth 25</Designation></Universe>
    <Universe><Name>Amalgam</Name></Universe></Universes>
  <Locations><Location>Gotham City</Location></Locations>
  <GTIN><ISBN>1234567890123</ISBN><UPC>76194130593600111</UPC></GTIN>
  <AgeRating>Teen Plus</AgeRating>
  <Reprints><Reprint id="6">Foo Bar #001 (2002)</Reprint></Reprints>
  <URLs><URL>https://foo.example/</URL><URL primary="true">https://comicvine.example/4000-290431/</URL></URLs>
  <Credits>
    <Credit><Creator id="3">Geoff Johns</Creator><Roles><Role id="1">Writer</Role><Role>Story</Role></Roles></Credit>
    <Credit><Creator>Jim Lee</Creator><Roles><Role>Penciller</Role><Role>Cover</Role></Roles></Credit>
    <Credit><Creator>Ann Artist</Creator><Roles><Role>Artist</Role></Roles></Credit>
    <Credit><Creator>Rex Ogle</Creator><Roles><Role>Associate Editor</Role></Roles></Credit>
    <Credit><Creator>Dan DiDio</Creator><Roles><Role>Publisher</Role></Roles></Credit>
    <Credit><Creator>Tess</Creator><Roles><Role>Translator</Role></Roles></Credit>
  </Credits>
  <LastModified>2023-05-31T09:00:46-04:00</LastModified>
</MetronInfo>`

test('a MetronInfo is read, except prices', () => {
  const { said, problems } = readInfoFile('a/metroninfo.xml', Buffer.from(SAMPLE))
  expect(problems).toEqual([])
  expect(said[0]).toMatchObject({
    ...{
      source: 'metroninfo',
      title: 'Part One; Part Two',
      series: 'Justice League',
      number: '1',
      volume: 2,
      count: 52,
    },
    ...{ publisher: 'DC Comics', imprint: 'Vertigo', year: 2011, month: 10, day: 1, languageIso: 'en' },
    ...{
      formatDetail: 'Single Issue',
      bookType: null,
      ageRating: 'Teen Plus',
      summary: 'Superheroes.',
      notes: 'Nothing.',
    },
    ...{ genres: ['Super-Hero', 'Crime'], tags: ['Foo'], characters: ['Aquaman', 'Batman'], teams: ['Justice League'] },
    ...{ locations: ['Gotham City'], universes: ['ABC (Earth 25)', 'Amalgam'], reprints: ['Foo Bar #001 (2002)'] },
    storyArcs: [
      { name: 'Origin', number: '1' },
      { name: 'The New 52!', number: null },
    ],
    otherTitles: [
      { label: 'en', title: 'Foo' },
      { label: 'de', title: 'Hüsker Dü' },
    ],
    isbns: [],
    web: 'https://comicvine.example/4000-290431/',
    webLinks: ['https://comicvine.example/4000-290431/', 'https://foo.example/'],
  })
  expect(said[0]?.identifiers.map(({ source, of, id }) => `${source} ${of} ${id}`)).toEqual([
    ...['comicvine book 12345', 'metron book 290431', 'gcd book 543'],
    ...['metron series 65478', 'upc book 76194130593600111'],
  ])
  expect(said[0]?.authors.map(({ name, role }) => `${name}: ${role}`)).toEqual([
    ...[
      'Geoff Johns: writer',
      'Jim Lee: penciller',
      'Jim Lee: cover_artist',
      'Ann Artist: penciller',
      'Ann Artist: inker',
    ],
    ...['Rex Ogle: editor', 'Dan DiDio: contributor', 'Tess: translator'],
  ])
})

test('manga counts volumes, and elements that programs write outside the schema are understood', () => {
  const text = `<MetronInfo><Publisher>Kodansha</Publisher><Series><Name>Akira</Name><VolumeCount>6</VolumeCount>
    <IssueCount>120</IssueCount></Series><MangaVolume>3</MangaVolume><CoverDate>2011-13-40</CoverDate>
    <URL>https://a.example/</URL><Reprints><Reprint><Name>Akira #1</Name></Reprint></Reprints>
    <Series>twice</Series><AgeRating>Unknown</AgeRating></MetronInfo>`
  const { said } = readInfoFile('MetronInfo.xml', Buffer.from(text))
  expect(said[0]).toMatchObject({
    ...{ publisher: 'Kodansha', series: 'Akira', volume: 3, count: 6, bookType: 'manga', ageRating: null },
    ...{ year: 2011, month: null, web: 'https://a.example/', reprints: ['Akira #1'] },
  })
})
