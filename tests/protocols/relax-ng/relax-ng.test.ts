// Tests of the schema validator, with documents checked by an independent one (jing 20220510).
import { expect, test } from 'bun:test'
import { readSchema } from './compact-syntax'
import { opdsSchema } from './opds-schema'
import { validate } from './validate'
import { readXml } from './xml-tree'

const schema = opdsSchema()

/** A feed with `more` inside it and one entry with `inEntry` inside. */
function feed(more = '', inEntry = ''): string {
  return `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opds="http://opds-spec.org/2010/catalog" xmlns:x="urn:x">
  <id>urn:a</id><title>A</title><updated>2026-01-01T00:00:00Z</updated>${more}
  <entry><id>urn:b</id><title type="text">B</title><updated>2026-01-01T00:00:00.5+01:00</updated>${inEntry}</entry></feed>`
}

const GOOD: readonly string[] = [
  feed(),
  feed('<author><uri>http://a.example</uri><name>N</name></author><link href="/a" rel="self" type="a/b"/>'),
  feed('<x:y a="1">text<x:z/></x:y><subtitle type="html">&lt;b&gt;</subtitle>'),
  feed('', '<summary>S</summary><category term="t" label="l"/><content type="text">c</content>'),
  feed(
    '',
    '<link rel="http://opds-spec.org/acquisition/buy" href="/b"><opds:price currencycode="EUR">1.50</opds:price></link>',
  ),
  feed('', '<link rel="http://opds-spec.org/acquisition" href="/b" x:count="3" length="9" title="t"/>'),
  feed('', '<link rel="http://opds-spec.org/facet" href="/b" opds:facetGroup="g" opds:activeFacet="true"/>'),
  feed('', '<link href="/a"><opds:indirectAcquisition type="a/b"/></link>'),
  feed('', '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x</p></div></content>'),
  '<entry xmlns="http://www.w3.org/2005/Atom"><updated>2026-01-01T00:00:00Z</updated><id>a</id><title>t</title></entry>',
]

const BAD: readonly string[] = [
  feed('<id>urn:c</id>'),
  feed('', '<id>urn:c</id>'),
  feed('<updated>today</updated>').replace('<updated>2026-01-01T00:00:00Z</updated>', ''),
  feed().replace('<title>A</title>', ''),
  feed('', '<summary type="html">S</summary>'),
  feed('<link rel="self"/>'),
  feed('<link href="/a b"/>'),
  feed('<link href="/a{b}"/>'),
  feed('<link href="/a" type="text"/>'),
  feed('<link href="/a" opds:nonsense="1"/>'),
  feed('', '<link rel="http://opds-spec.org/acquisition/buy" href="/b"/>'),
  feed('', '<link rel="self" href="/b"><opds:price currencycode="EUR">1</opds:price></link>'),
  feed(
    '',
    '<link rel="http://opds-spec.org/acquisition/buy" href="/b"><opds:price currencycode="EURO">1</opds:price></link>',
  ),
  feed('<unknown/>'),
  feed('some text'),
  feed('', '<author><uri>http://a.example</uri></author>'),
  feed('', '<category label="l"/>'),
  '<title xmlns="http://www.w3.org/2005/Atom">t</title>',
  '<feed><id>a</id><title>t</title><updated>2026-01-01T00:00:00Z</updated></feed>',
]

const good = await Promise.all(GOOD.map(readXml))
const bad = await Promise.all(BAD.map(readXml))

test('allows what fits', () => {
  for (const [place, tree] of good.entries()) expect([GOOD[place], validate(schema, tree)]).toEqual([GOOD[place], null])
})

test('refuses what does not', () => {
  for (const [place, tree] of bad.entries()) {
    expect([BAD[place], validate(schema, tree)]).toEqual([BAD[place], expect.any(String)])
  }
})

test('says where a document does not fit', async () => {
  const tree = await readXml(feed('', '<link href="a b"/>'))
  expect(validate(schema, tree)).toStartWith('/feed/entry[')
})

test('malformed XML is no tree', async () => {
  for (const xml of ['<a><b></a>', '<a x:b="1"/>', '<a>\u0001</a>', '<a>\ud800</a>', '<a>&b;</a>']) {
    await expect(readXml(xml)).rejects.toThrow('Not well-formed')
  }
})

test('a schema that cannot be read is an error', () => {
  const none = () => ''
  expect(() => readSchema('start = element a { missing }', none)).not.toThrow()
  const a = { namespace: '', local: 'a', attributes: [], children: [] }
  expect(() => validate(readSchema('start = element a { missing }', none), a)).toThrow('does not define missing')
  expect(validate(readSchema('start = element a { empty }', none), a)).toBeNull()
  expect(() => readSchema('other = text', none)).toThrow('no start')
  expect(() => readSchema('start = element { text }', none)).toThrow('Line 1')
  expect(() => readSchema('start = %', none)).toThrow('cannot read')
})
