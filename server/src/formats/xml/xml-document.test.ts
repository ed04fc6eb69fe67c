import { describe, expect, test } from 'bun:test'
import { childNamed, isFault, linesOf, parseXml, textOf, type XmlElement, type XmlRules } from './xml-document'

const PLAIN: XmlRules = { doctype: 'plain', cutOff: 'read' }
const NONE: XmlRules = { doctype: 'refused', cutOff: 'refused' }

function parse(text: string | Buffer, rules = PLAIN): XmlElement {
  const root = parseXml(Buffer.from(text as string), rules)
  if (isFault(root)) throw new Error(root)
  return root
}

const faultOf = (text: string, rules = PLAIN) => {
  const root = parseXml(Buffer.from(text), rules)
  return isFault(root) ? root : null
}

test('prefixes are cut off, text keeps its order, entities of XML and HTML are read', () => {
  const root = parse('<a xmlns:dc="x"><dc:t opf:role="aut&#233;">one <b>two</b> three&nbsp;&amp;&#x6771;</dc:t></a>')
  const title = childNamed(root, 't')
  expect(title?.attributes).toEqual({ role: 'auté' })
  expect(textOf(title)).toBe('one two three &東')
})

test('white space is collapsed in text and unchanged in lines', () => {
  const root = parse('<a>\n  one\n  two  </a>')
  expect(textOf(root)).toBe('one two')
  expect(linesOf(root)).toBe('one\n  two')
})

describe('document types', () => {
  test.each([
    '<!DOCTYPE html><html>x</html>',
    '<!doctype html>\n<html>x</html>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html>x</html>',
    "<!DOCTYPE ncx PUBLIC '-//NISO//DTD ncx 2005-1//EN' 'http://www.daisy.org/z3986/2005/ncx-2005-1.dtd'><html>x</html>",
    '<?xml version="1.0"?><!-- first --><!DOCTYPE html SYSTEM "about:legacy-compat"><html>x</html>',
  ])('%s is skipped where one is usual, and refused where none is', text => {
    expect(textOf(parse(text))).toBe('x')
    expect(faultOf(text, NONE)).toBe('dtd')
  })

  test.each([
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p.dtd"> %p;]><a/>',
    '<!DOCTYPE a [<!ATTLIST a b CDATA "c">]><a/>',
    '<!DOCTYPE a "quoted [ > ]" [<!ENTITY x "y">]><a>&x;</a>',
    '<!DOCTYPE a><!DOCTYPE b [<!ENTITY x "y">]><a>&x;</a>',
    '<!DOCTYPE a',
  ])('%s is refused', text => {
    expect(faultOf(text)).toBe('dtd')
    expect(faultOf(text, NONE)).toBe('dtd')
  })

  test('an undeclared entity stays unchanged', () => {
    expect(textOf(parse('<a>&x; &amp;x;</a>'))).toBe('&x; &x;')
  })
})

describe('encodings', () => {
  const text = '<a>Größe 東京</a>'
  const utf16be = Buffer.from(text, 'utf16le').swap16()
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 LE without', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be])],
    ['UTF-16 BE without', utf16be],
    ['UTF-8 that says UTF-16', Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${text}`)],
  ])('%s', (_, bytes) => expect(textOf(parse(bytes))).toBe('Größe 東京'))

  test('a declared encoding is used, and bytes that are not UTF-8 are read as Windows-1252', () => {
    const declared = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Caf\xe9</a>', 'latin1')
    expect(textOf(parse(declared))).toBe('Café')
    expect(textOf(parse(Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>Caf\xe9</a>', 'latin1')))).toBe('Café')
    expect(textOf(parse(Buffer.from('<?xml version="1.0" encoding="no-such"?><a>Caf\xe9</a>', 'latin1')))).toBe('Café')
  })
})

test('depth, size and a missing end have bounds', () => {
  expect(faultOf('<a>'.repeat(50_000) + '</a>'.repeat(50_000))).toBe('malformed')
  expect(faultOf(`<a>${'x'.repeat(4 * 1024 * 1024)}</a>`)).toBe('too-large')
  expect(faultOf('<a><b>open', NONE)).toBe('malformed')
  expect(faultOf('', NONE)).toBe('malformed')
  expect(faultOf('<a><b/></a> <!-- end -->\n', NONE)).toBeNull()
})

test('names of built-in properties are harmless', () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    parseXml(Buffer.from(`<a ${name}="1"><${name} polluted="1">x</${name}></a>`), PLAIN)
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(String({})).toBe('[object Object]')
})
