import { expect, test } from 'bun:test'
import { readOpf } from './opf-metadata'

const opf = (metadata: string) =>
  readOpf(
    Buffer.from(`<?xml version='1.0' encoding='utf-8'?>
<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uuid_id" version="2.0">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${metadata}</metadata>
</package>`),
  )

const column = (fields: object) => JSON.stringify({ ...fields, table: 'custom_column_1' }).replaceAll('"', '&quot;')

test('the OPF 2 that calibre writes next to a book is read', () => {
  const metadata = opf(`
    <dc:identifier opf:scheme="calibre" id="calibre_id">17</dc:identifier>
    <dc:identifier opf:scheme="uuid" id="uuid_id">6f0e</dc:identifier>
    <dc:identifier opf:scheme="GOODREADS">234225</dc:identifier><dc:identifier opf:scheme="ISBN">9780441172719</dc:identifier>
    <dc:identifier opf:scheme="ISBN">9780441172710</dc:identifier><dc:identifier opf:scheme="AMAZON">0441172717</dc:identifier>
    <dc:title>Dune</dc:title><dc:creator opf:file-as="Herbert, Frank" opf:role="aut">Frank Herbert</dc:creator>
    <dc:contributor opf:role="bkp">calibre (7.0)</dc:contributor>
    <dc:date>0101-01-01T00:00:00+00:00</dc:date><dc:language>und</dc:language><dc:language>eng</dc:language>
    <dc:description>&lt;p&gt;Sand.&lt;/p&gt;</dc:description>
    <meta name="calibre:series" content="Dune Chronicles"/><meta name="calibre:series_index" content="1.0"/>
    <meta name="calibre:rating" content="9"/><meta name="calibre:title_sort" content="Dune, The"/>
    <meta name="calibre:user_metadata:#shelf" content="${column({ '#value#': 'North', datatype: 'text' })}"/>
    <meta name="calibre:user_metadata:#moods" content="${column({ '#value#': ['dry', 'slow'], datatype: 'text', is_multiple: '|' })}"/>
    <meta name="calibre:user_metadata:#owned" content="${column({ '#value#': true, datatype: 'bool' })}"/>
    <meta name="calibre:user_metadata:#cycle" content="${column({ '#value#': 'Arrakis', '#extra#': 2.5, datatype: 'series' })}"/>
    <meta name="calibre:user_metadata:#read" content="${column({ '#value#': { __class__: 'datetime.datetime', __value__: '2020-01-02T00:00:00+00:00' }, datatype: 'datetime' })}"/>
    <meta name="calibre:user_metadata:#note" content="${column({ '#value#': '<b>Bold</b>', datatype: 'comments' })}"/>
    <meta name="calibre:user_metadata:#empty" content="${column({ '#value#': null, datatype: 'text' })}"/>
    <meta name="calibre:user_metadata:#broken" content="{"/>`)
  expect(metadata).toMatchObject({
    ...{ source: 'opf_file', title: 'Dune', titleSort: 'Dune, The', series: 'Dune Chronicles', number: '1' },
    ...{ communityRating: 4.5, year: null, languageIso: 'eng', summary: 'Sand.', isbns: ['9780441172719'] },
    identifiers: [
      { source: 'goodreads', id: '234225', of: 'book' },
      { source: 'amazon', id: '0441172717', of: 'book' },
    ],
    authors: [{ name: 'Frank Herbert', role: 'writer', sortName: 'Herbert, Frank' }],
  })
  expect(metadata?.calibre).toEqual({
    ...{ shelf: 'North', moods: ['dry', 'slow'], owned: true, cycle: 'Arrakis', cycle_index: 2.5 },
    ...{ read: '2020-01-02T00:00:00+00:00', note: 'Bold' },
  })
})

test('the same in OPF 3: titles by their type, collections, identifiers by their prefix, columns in one element', () => {
  const columns = JSON.stringify({
    '#shelf': { '#value#': 'South', datatype: 'text' },
    '#n': { '#value#': 3, datatype: 'int' },
  })
  const metadata = opf(`
    <dc:title id="s">A Story</dc:title><meta refines="#s" property="title-type">subtitle</meta>
    <dc:title id="m">Dune</dc:title><meta refines="#m" property="title-type">main</meta>
    <meta refines="#m" property="file-as">Dune, The</meta>
    <dc:title id="e">2nd Edition</dc:title><meta refines="#e" property="title-type">edition</meta>
    <dc:identifier>urn:isbn:9780441172719</dc:identifier><dc:identifier>goodreads:234225</dc:identifier>
    <dc:identifier>calibre:17</dc:identifier><dc:identifier>https://a.example/dune</dc:identifier>
    <dc:identifier>urn:uuid:6f0e</dc:identifier>
    <meta property="belongs-to-collection" id="c1">Classics</meta><meta refines="#c1" property="collection-type">set</meta>
    <meta property="belongs-to-collection" id="c2">Dune</meta><meta refines="#c2" property="collection-type">series</meta>
    <meta refines="#c2" property="group-position">1.5</meta>
    <meta property="calibre:rating">8</meta><meta property="calibre:user_metadata">${columns}</meta>`)
  expect(metadata).toMatchObject({
    ...{ title: 'Dune', titleSort: 'Dune, The', subtitle: 'A Story', edition: '2nd Edition' },
    ...{ series: 'Dune', number: '1.5', seriesGroups: ['Classics'], communityRating: 4, isbns: ['9780441172719'] },
    ...{ identifiers: [{ source: 'goodreads', id: '234225', of: 'book' }], web: 'https://a.example/dune' },
    calibre: { shelf: 'South', n: 3 },
  })
})

test.each(['constructor', '__proto__', 'hasOwnProperty'])('%s is a scheme and a role like any other', name => {
  const metadata = opf(`
    <dc:identifier opf:scheme="${name}">1</dc:identifier>
    <dc:creator opf:role="${name}">Ann</dc:creator><dc:contributor opf:role="${name}">Ben</dc:contributor>
    <dc:description>&amp;${name};</dc:description>`)
  expect(metadata).toMatchObject({
    identifiers: [{ source: name.toLowerCase().replaceAll('_', ''), id: '1', of: 'book' }],
    authors: [{ name: 'Ann', role: 'contributor' }],
  })
})
