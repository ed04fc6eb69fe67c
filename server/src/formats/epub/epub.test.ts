import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../tests/kit/paths'
import { type ZipEntry, zip } from '../../../../tests/kit/zip'
import type { BookReading } from '../book-reading'
import type { Publication } from '../facts'
import { withSource } from '../file-source'
import { readDirectory } from '../zip/directory'
import { readEpub } from './epub-book'
import { htmlToText } from './html-to-text'
import { readPublication } from './publication'

const scratch = temporaryFolder('epub')
afterAll(scratch.remove)
let books = 0

interface Parts {
  readonly version?: string
  readonly metadata?: string
  readonly manifest?: string
  readonly spine?: string
  readonly guide?: string
  readonly files?: Readonly<Record<string, string | Uint8Array>>
}

const ITEM = '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>'

function epub(parts: Parts): Uint8Array {
  const { version = '3.0', metadata = '', manifest = ITEM, spine = '<itemref idref="c1"/>', guide = '' } = parts
  const opf = `<package xmlns="http://www.idpf.org/2007/opf" version="${version}">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${metadata}</metadata>
    <manifest>${manifest}</manifest>${spine.startsWith('<spine') ? spine : `<spine>${spine}</spine>`}${guide}</package>`
  const files: Record<string, string | Uint8Array> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/a.opf"/></rootfiles></container>',
    'OPS/a.opf': opf,
    'OPS/c1.xhtml': '<html><body><p>one</p></body></html>',
    ...parts.files,
  }
  return zip(Object.entries(files).map(([name, data]): ZipEntry => ({ name, data, method: 'deflate' })))
}

async function open<T>(parts: Parts, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(scratch.path, `${++books}.epub`)
  writeFileSync(path, epub(parts))
  return use(path)
}

const read = (parts: Parts): Promise<BookReading> =>
  open(parts, path => withSource(path, async source => readEpub(source, readDirectory(source))))
const publish = (parts: Parts): Promise<Publication> =>
  open(parts, path => withSource(path, async source => readPublication(source)))

const metadataOf = async (metadata: string) => (await read({ metadata })).said[0] ?? null

describe('metadata', () => {
  test('people have roles and names to sort by, in both generations', async () => {
    const found = await metadataOf(`
      <dc:creator opf:role="aut" opf:file-as="A, Ann">Ann A</dc:creator><dc:creator id="b">Bob B</dc:creator>
      <meta refines="#b" property="role" scheme="marc:relators">ill</meta>
      <meta refines="#b" property="file-as">B, Bob</meta><dc:creator>Cy C</dc:creator>
      <dc:contributor opf:role="trl">Di D</dc:contributor><dc:contributor opf:role="bkp">a program</dc:contributor>`)
    expect(found?.authors).toEqual([
      { name: 'Ann A', role: 'writer', sortName: 'A, Ann' },
      { name: 'Bob B', role: 'illustrator', sortName: 'B, Bob' },
      { name: 'Cy C', role: 'writer', sortName: null },
      { name: 'Di D', role: 'translator', sortName: null },
    ])
  })

  test('a series is found as Calibre writes it, and as EPUB 3 does', async () => {
    const calibre = '<meta name="calibre:series" content="Saga"/><meta name="calibre:series_index" content="2.0"/>'
    expect(await metadataOf(calibre)).toMatchObject({ series: 'Saga', number: '2' })
    expect(await metadataOf(calibre.replace('2.0', '2.5'))).toMatchObject({ number: '2.5' })
    const third = `<meta property="belongs-to-collection" id="s">Saga</meta>
      <meta refines="#s" property="collection-type">series</meta><meta refines="#s" property="group-position">3</meta>`
    expect(await metadataOf(third)).toMatchObject({ series: 'Saga', number: '3' })
  })

  test('dates, identifiers and subjects', async () => {
    const found = await metadataOf(`<dc:date opf:event="conversion">2020-01-01</dc:date>
      <dc:date opf:event="publication">1912-03</dc:date><dc:identifier opf:scheme="ISBN">0-306-40615-2</dc:identifier>
      <dc:identifier>urn:isbn:9780306406157</dc:identifier><dc:identifier>1234567890</dc:identifier>
      <dc:subject>Fiction</dc:subject><dc:subject>Fiction</dc:subject><dc:language>en</dc:language>`)
    expect(found).toMatchObject({ year: 1912, month: 3, day: null, languageIso: 'en', genres: ['Fiction'] })
    expect(found?.isbns).toEqual(['0306406152', '9780306406157'])
  })

  test('a description is text, whatever it was written in', () => {
    expect(htmlToText('<p>One &amp; two</p><p onclick="x()">three<br/>four</p><script>alert(1)</script>')).toBe(
      'One & two\nthree\nfour',
    )
    expect(htmlToText('1 < 2 and 3 > 2, &lt;b&gt; stays a word')).toBe('1 < 2 and 3 > 2, <b> stays a word')
    expect(htmlToText('<style>p{}</style>  plain   text  ')).toBe('plain text')
  })
})

test('positions: one for each 1024 bytes begun, at least one', async () => {
  const sizes = [0, 1, 1024, 1025, 5000]
  const ids = sizes.map((_, i) => `c${i}`)
  const reading = await read({
    manifest: ids.map(id => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join(''),
    spine: ids.map(id => `<itemref idref="${id}"/>`).join(''),
    files: Object.fromEntries(sizes.map((size, i) => [`OPS/c${i}.xhtml`, 'x'.repeat(size)])),
  })
  expect(reading.epub?.spine.map(item => item.positions)).toEqual([1, 1, 1, 2, 5])
  expect(reading.pageCount).toBe(10)
})

describe('the cover', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const files = { 'OPS/a.png': png, 'OPS/b.png': png, 'OPS/c.png': png }
  const images = ITEM + ['a', 'b', 'c'].map(id => `<item id="${id}" href="${id}.png" media-type="image/png"/>`).join('')
  const names = async (parts: Parts) => (await read({ manifest: images, files, ...parts })).pages.map(page => page.name)

  test('is the image with the property', async () => {
    const manifest = images.replace('href="b.png"', 'href="b.png" properties="svg cover-image"')
    expect(await names({ manifest })).toEqual(['OPS/b.png', 'OPS/a.png', 'OPS/c.png'])
  })

  test('or the one that the metadata names', async () => {
    expect((await names({ metadata: '<meta name="cover" content="c"/>' }))[0]).toBe('OPS/c.png')
  })

  test('or the one on the page that the guide names', async () => {
    const guide = '<guide><reference type="cover" href="c1.xhtml"/></guide>'
    const page = '<html xmlns:xlink="x"><body><svg><image xlink:href="b.png"/></svg></body></html>'
    expect((await names({ guide, files: { ...files, 'OPS/c1.xhtml': page } }))[0]).toBe('OPS/b.png')
  })

  test('or one whose id says so, or the first in the book', async () => {
    expect((await names({ manifest: images.replace('id="b"', 'id="my-Cover"') }))[0]).toBe('OPS/b.png')
    const page = '<html><body><img src="../OPS/c.png"/></body></html>'
    expect((await names({ files: { ...files, 'OPS/c1.xhtml': page } }))[0]).toBe('OPS/c.png')
  })
})

describe('reading', () => {
  test('contents are read from the navigation document, with nesting and headings', async () => {
    const nav = `<html xmlns:epub="x"><body><nav epub:type="page-list"><ol><li><a href="c1.xhtml">9</a></li></ol></nav>
      <nav epub:type="toc"><ol><li><a href="c1.xhtml#a%20b">One <i>and</i> a half</a><ol><li><a href="gone.xhtml">Gone</a>
      </li></ol></li><li><span>Part</span><ol><li><a href="../OPS/./c1.xhtml">Two</a></li></ol></li></ol></nav></body></html>`
    const manifest = `${ITEM}<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>`
    const { toc } = await publish({ manifest, files: { 'OPS/nav.xhtml': nav } })
    expect(toc).toEqual([
      {
        title: 'One and a half',
        href: 'OPS/c1.xhtml#a%20b',
        children: [{ title: 'Gone', href: null, children: [] }],
      },
      { title: 'Part', href: null, children: [{ title: 'Two', href: 'OPS/c1.xhtml', children: [] }] },
    ])
  })

  test('or from the NCX of older books', async () => {
    const ncx = `<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
      <ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="c1.xhtml"/><navPoint><navLabel><text>In
      it</text></navLabel><content src="c1.xhtml#x"/></navPoint></navPoint></navMap></ncx>`
    const { toc } = await publish({
      version: '2.0',
      manifest: `${ITEM}<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`,
      spine: '<spine toc="ncx"><itemref idref="c1"/></spine>',
      files: { 'OPS/toc.ncx': ncx },
    })
    const inside = { title: 'In it', href: 'OPS/c1.xhtml#x', children: [] }
    expect(toc).toEqual([{ title: 'One', href: 'OPS/c1.xhtml', children: [inside] }])
  })

  test('the spine says where pages of a fixed layout belong', async () => {
    const names = ['page-spread-right', 'rendition:page-spread-center', 'svg page-spread-left', '']
    const spine = names.map(properties => `<itemref idref="c1" properties="${properties}"/>`).join('')
    const { readingOrder, withoutSpreads } = await publish({ spine })
    expect(readingOrder.map(({ side }) => side)).toEqual(['right', 'center', 'left', undefined])
    expect(withoutSpreads).toBe(false)
    const metadata = '<meta property="rendition:spread">none</meta>'
    expect((await publish({ metadata })).withoutSpreads).toBe(true)
  })

  test('members are listed by path with their place in the file', async () => {
    const { members, direction, readingOrder } = await publish({
      spine: '<spine page-progression-direction="rtl"><itemref idref="c1" linear="no"/></spine>',
    })
    expect(direction).toBe('rtl')
    expect(readingOrder).toMatchObject([{ path: 'OPS/c1.xhtml', linear: false }])
    const chapter = members.find(member => member.path === 'OPS/c1.xhtml')
    expect(chapter).toMatchObject({ mediaType: 'application/xhtml+xml', storage: 'deflated', size: 36 })
    expect(chapter?.offset).toBeGreaterThan(0)
  })

  test('addresses never lead out of the archive', async () => {
    const hrefs = [
      '../../x',
      '/etc/passwd',
      'file:///etc/passwd',
      'http://127.0.0.1/x',
      '%2e%2e/%2e%2e/x',
      '..\\x',
      '%00',
    ]
    const manifest = hrefs.map((href, i) => `<item id="e${i}" href="${href}" media-type="text/html"/>`).join('')
    const reading = await read({ manifest, spine: hrefs.map((_, i) => `<itemref idref="e${i}"/>`).join('') })
    expect(reading.epub?.spine).toEqual([])
    expect(reading.errors.map(one => one.reason)).toContain('no-pages')
  })
})
