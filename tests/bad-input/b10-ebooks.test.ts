// B10: EPUBs with missing or invalid parts: read as far as possible, or refused with a reason.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { shownProblem } from '../../server/src/features/ingest/analysis/analysis.rules'
import { deflated, type RawEntry, rawZip } from '../kit/raw-zip'
import { openBench, tell } from './bench'

setDefaultTimeout(120_000)
const bench = openBench('ebooks')
let asRequired = 0
let tried = 0
afterAll(async () => {
  const { killed } = bench.pool.counts()
  tell('B10', `${asRequired}/${tried} as required, ${killed} processes ended, worst ${bench.worstMs()} ms`)
  await bench.close()
})

const CONTAINER = (opf = 'OEBPS/p.opf') =>
  `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${opf}" media-type="application/oebps-package+xml"/></rootfiles></container>`
const CHAPTER = (text: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>${text}</p></body></html>`
const ITEM = (id: string, href: string, more = '') =>
  `<item id="${id}" href="${href}" media-type="application/xhtml+xml" ${more}/>`
const OPF = (parts: { metadata?: string; manifest?: string; spine?: string } = {}) =>
  `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${parts.metadata ?? '<dc:identifier id="id">urn:x</dc:identifier><dc:title>Tide</dc:title><dc:language>en</dc:language>'}</metadata><manifest>${parts.manifest ?? ITEM('c1', 'c1.xhtml') + ITEM('c2', 'c2.xhtml')}</manifest>${parts.spine ?? '<spine><itemref idref="c1"/><itemref idref="c2"/></spine>'}</package>`

type Files = Record<string, string | Uint8Array | null>

/** A valid EPUB of two chapters, with some files changed; null removes a file. */
function epub(changes: Files = {}): Buffer {
  const files: Files = {
    'META-INF/container.xml': CONTAINER(),
    'OEBPS/p.opf': OPF(),
    'OEBPS/c1.xhtml': CHAPTER('one'),
    'OEBPS/c2.xhtml': CHAPTER('two'),
    ...changes,
  }
  const entries: RawEntry[] = [{ name: 'mimetype', data: Buffer.from('application/epub+zip') }]
  for (const [name, text] of Object.entries(files)) {
    if (text !== null) entries.push(deflated(name, Buffer.from(text as string)))
  }
  return rawZip(entries)
}

const many = (count: number) => ({
  manifest: Array.from({ length: count }, (_, i) => ITEM(`c${i}`, 'c1.xhtml')).join(''),
  spine: `<spine>${Array.from({ length: count }, (_, i) => `<itemref idref="c${i}"/>`).join('')}</spine>`,
})

/** The expected result: number of spine items, or the reason for a refusal. */
const CASES: readonly (readonly [string, () => Buffer, number | string])[] = [
  ['nothing amiss', () => epub(), 2],
  ['no container', () => epub({ 'META-INF/container.xml': null }), 'corrupt'],
  ['a container that names nothing', () => epub({ 'META-INF/container.xml': CONTAINER('none.opf') }), 'corrupt'],
  ['a container that is no XML', () => epub({ 'META-INF/container.xml': 'x' }), 'corrupt'],
  ['no OPF', () => epub({ 'OEBPS/p.opf': null }), 'corrupt'],
  ['an OPF that is no XML', () => epub({ 'OEBPS/p.opf': 'not xml' }), 'corrupt'],
  ['an OPF that is cut off', () => epub({ 'OEBPS/p.opf': OPF().slice(0, -20) }), 'corrupt'],
  ['no spine', () => epub({ 'OEBPS/p.opf': OPF({ spine: '' }) }), 'no-pages'],
  ['an empty spine', () => epub({ 'OEBPS/p.opf': OPF({ spine: '<spine/>' }) }), 'no-pages'],
  [
    'a spine that names what is not there',
    () => epub({ 'OEBPS/p.opf': OPF({ spine: '<spine><itemref idref="none"/><itemref idref="c2"/></spine>' }) }),
    1,
  ],
  ['an item without a file', () => epub({ 'OEBPS/c2.xhtml': null }), 1],
  ['no chapter at all', () => epub({ 'OEBPS/c1.xhtml': null, 'OEBPS/c2.xhtml': null }), 'no-pages'],
  ['no contents', () => epub(), 2],
  [
    'contents that are no XML',
    () =>
      epub({
        'OEBPS/p.opf': OPF({
          manifest: ITEM('n', 'nav.xhtml', 'properties="nav"') + ITEM('c1', 'c1.xhtml') + ITEM('c2', 'c2.xhtml'),
        }),
        'OEBPS/nav.xhtml': '<nav>',
      }),
    2,
  ],
  [
    'items of another server',
    () =>
      epub({ 'OEBPS/p.opf': OPF({ manifest: ITEM('c1', 'http://127.0.0.1:9/c1.xhtml') + ITEM('c2', 'c2.xhtml') }) }),
    1,
  ],
  [
    'items of the disk',
    () =>
      epub({
        'OEBPS/p.opf': OPF({ manifest: ITEM('c1', 'file:///etc/passwd') + ITEM('c2', '../../../../etc/passwd') }),
      }),
    'no-pages',
  ],
  ['a spine of 25,000 items', () => epub({ 'OEBPS/p.opf': OPF(many(25_000)) }), 25_000],
  ['a spine beyond 4 MiB', () => epub({ 'OEBPS/p.opf': OPF(many(100_000)) }), 'too-large'],
  [
    'an item that is its own fallback',
    () =>
      epub({
        'OEBPS/p.opf': OPF({
          manifest: ITEM('c1', 'c1.xhtml', 'fallback="c2"') + ITEM('c2', 'c2.xhtml', 'fallback="c1"'),
        }),
      }),
    2,
  ],
  [
    'two items of one id',
    () =>
      epub({
        'OEBPS/p.opf': OPF({ manifest: ITEM('c1', 'c1.xhtml') + ITEM('c1', 'c2.xhtml') + ITEM('c2', 'c2.xhtml') }),
      }),
    2,
  ],
  [
    'a title of a million letters',
    () => epub({ 'OEBPS/p.opf': OPF({ metadata: `<dc:title>${'x'.repeat(1_000_000)}</dc:title>` }) }),
    2,
  ],
  [
    '100,000 authors',
    () =>
      epub({
        'OEBPS/p.opf': OPF({ metadata: `<dc:title>x</dc:title>${'<dc:creator>a</dc:creator>'.repeat(100_000)}` }),
      }),
    2,
  ],
  [
    'a cover that is the book',
    () => epub({ 'OEBPS/p.opf': OPF({ metadata: '<dc:title>x</dc:title><meta name="cover" content="c1"/>' }) }),
    2,
  ],
]

describe.each(CASES)('B10: %s', (name, make, required) => {
  test('is read as far as possible, or the reason is reported', async () => {
    tried++
    const path = bench.write(`${tried}.epub`, make())
    const { facts } = await bench.read(path)
    const [found] = facts.errors.filter(({ errorType }) => errorType === 'parser' || errorType === 'zero_pages')
    const read = found ? found.reason : (facts.epub?.spine.length ?? 0)
    expect([name, facts.format, read]).toEqual([name, 'epub', required])
    const publication = await bench.pool.publication({ path })
    expect(publication.ok).toBe(typeof required === 'number' || required === 'no-pages')
    if (publication.ok) {
      expect(publication.publication.readingOrder.length).toBe(required === 'no-pages' ? 0 : (required as number))
      expect(publication.publication.members.filter(({ path }) => /passwd|^\.|^\/|:/.test(path))).toEqual([])
    }
    asRequired++
  })
})

test('B10: obfuscated fonts are recognised by their key', async () => {
  tried++
  const encryption = `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><enc:CipherData><enc:CipherReference URI="OEBPS/f.otf"/></enc:CipherData></enc:EncryptedData></encryption>`
  const font = '<item id="f" href="f.otf" media-type="font/otf"/>'
  const path = bench.write(
    'fonts.epub',
    epub({
      'META-INF/encryption.xml': encryption,
      'OEBPS/f.otf': Buffer.alloc(2000, 1),
      'OEBPS/p.opf': OPF({ manifest: `${ITEM('c1', 'c1.xhtml')}${ITEM('c2', 'c2.xhtml')}${font}` }),
    }),
  )
  expect((await bench.read(path)).facts.errors.filter(({ errorType }) => errorType === 'parser')).toEqual([])
  const read = await bench.pool.publication({ path })
  const member = read.ok ? read.publication.members.find(one => one.path === 'OEBPS/f.otf') : undefined
  // SHA-1 of the identifier, the first 1040 bytes (EPUB 3.3, section 4.4).
  expect(member?.scrambled).toEqual({ key: new Bun.CryptoHasher('sha1').update('urn:x').digest('hex'), length: 1040 })
  asRequired++
})

const COVER = '<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>'

test.each([
  ['no picture', Buffer.from('no picture at all')],
  ['a bomb', Buffer.alloc(64 * 1024 * 1024)],
] as const)('B10: a cover that is %s costs the cover, not the book', async (name, cover) => {
  tried++
  const manifest = ITEM('c1', 'c1.xhtml') + ITEM('c2', 'c2.xhtml') + COVER
  const path = bench.write(`cover ${name}.epub`, epub({ 'OEBPS/cover.jpg': cover, 'OEBPS/p.opf': OPF({ manifest }) }))
  const { facts } = await bench.read(path)
  expect([facts.pageCount > 0, facts.epub?.spine.length, facts.metadata?.title]).toEqual([true, 2, 'Tide'])
  expect(facts.errors.map(({ errorType }) => errorType)).toEqual(['thumbnail'])
  // Shown to readers: a warning is not an error of the book.
  expect(shownProblem(facts)).toBe(null)
  expect((await bench.pool.publication({ path })).ok).toBe(true)
  asRequired++
})
