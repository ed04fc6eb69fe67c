// B11: broken, endless or unusual PDFs: repaired, or refused with a reason, in bounded time.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { encryptedPdf } from '../kit/encrypted-pdf'
import { FIXTURES } from '../kit/paths'
import { onePage, type PdfObjects, rawPdf } from '../kit/raw-pdf'
import { openBench, tell } from './bench'

setDefaultTimeout(120_000)
const bench = openBench('pdf')
let asRequired = 0
let tried = 0
afterAll(async () => {
  const { killed } = bench.pool.counts()
  tell('B11', `${asRequired}/${tried} as required, ${killed} processes ended, worst ${bench.worstMs()} ms`)
  await bench.close()
})

const TEXT = { dictionary: '', bytes: Buffer.from('BT /F1 24 Tf 20 100 Td (Tide) Tj ET') }
const withText = (font: string): PdfObjects =>
  onePage(`/Contents 10 0 R/Resources<</Font<</F1 11 0 R>>>>`, { 10: TEXT, 11: font })

function tree(count: number): PdfObjects {
  const objects: Record<number, string> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/MediaBox[0 0 100 100]/Count ${count}/Kids[${Array.from({ length: count }, (_, i) => `${i + 3} 0 R`).join(' ')}]>>`,
  }
  for (let i = 0; i < count; i++) objects[i + 3] = '<</Type/Page/Parent 2 0 R>>'
  return objects
}

const image = (filter: string, bytes: Uint8Array, width: number, height: number) =>
  onePage('/Contents 10 0 R/Resources<</XObject<</I 11 0 R>>>>', {
    10: { dictionary: '', bytes: Buffer.from('200 0 0 300 0 0 cm /I Do') },
    11: {
      dictionary: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent ${filter === 'JBIG2Decode' ? 1 : 8}/ColorSpace/${filter === 'JBIG2Decode' ? 'DeviceGray' : 'DeviceRGB'}/Filter/${filter}`,
      bytes,
    },
  })

const jpx = readFileSync(join(FIXTURES, 'images/relax_tileparts.jp2'))
const whole = rawPdf(onePage())

/** The expected result: number of pages, or the reason for a refusal. `page` is whether the first can be shown. */
const CASES: readonly (readonly [string, () => Buffer, number | string])[] = [
  ['nothing amiss', () => whole, 1],
  ['a table that is off by 7', () => rawPdf(onePage(), { offsets: right => right + 7 }), 1],
  ['a table of zeros', () => rawPdf(onePage(), { offsets: () => 0 }), 1],
  ['a table that leads behind the end', () => rawPdf(onePage(), { offsets: () => 999_999_999 }), 1],
  ['no table', () => rawPdf(onePage(), { table: false }), 'corrupt'],
  [
    'a start that is not there',
    () => Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n99'), 'latin1'),
    1,
  ],
  [
    'a table that is its own predecessor',
    () => Buffer.from(whole.toString('latin1').replace('/Root', `/Prev ${whole.indexOf('xref')}/Root`), 'latin1'),
    1,
  ],
  ['a root that is a page', () => rawPdf(onePage(), { root: 3 }), 'no-pages'],
  ['a root that is not there', () => rawPdf(onePage(), { root: 99 }), 'corrupt'],
  [
    'a tree whose node is its own child',
    () => rawPdf({ ...onePage(), 2: '<</Type/Pages/Kids[2 0 R]/Count 1>>' }),
    'any',
  ],
  [
    'a tree of two that are in each other',
    () =>
      rawPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>',
        3: '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2/Parent 2 0 R>>',
      }),
    'any',
  ],
  [
    'a tree of 10,000 levels',
    () =>
      rawPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        ...Object.fromEntries(
          Array.from({ length: 10_000 }, (_, i) => [i + 2, `<</Type/Pages/Kids[${i + 3} 0 R]/Count 1>>`]),
        ),
        10002: '<</Type/Page/MediaBox[0 0 100 100]>>',
      }),
    'any',
  ],
  ['no pages', () => rawPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[]/Count 0>>' }), 'no-pages'],
  ['fewer pages than it says', () => rawPdf({ ...onePage(), 2: '<</Type/Pages/Kids[3 0 R]/Count 1000000>>' }), 'any'],
  ['less than no pages', () => rawPdf({ ...onePage(), 2: '<</Type/Pages/Kids[3 0 R]/Count -5>>' }), 'any'],
  ['20,000 pages', () => rawPdf(tree(20_000)), 20_000],
  ['20,001 pages', () => rawPdf(tree(20_001)), 'too-large'],
  ['no font', () => rawPdf(withText('null')), 1],
  ['a font that is not there', () => rawPdf(withText('<</Type/Font/Subtype/Type1/BaseFont/NoSuchFontAnywhere>>')), 1],
  [
    'a font that is broken',
    () =>
      rawPdf({
        ...withText('<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 12 0 R>>'),
        12: '<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 13 0 R>>',
        13: { dictionary: '/Length1 64', bytes: Buffer.alloc(64, 0xff) },
      }),
    1,
  ],
  ['JPEG 2000', () => rawPdf(image('JPXDecode', jpx, 400, 300)), 1],
  ['JPEG 2000 that is cut off', () => rawPdf(image('JPXDecode', jpx.subarray(0, 3000), 400, 300)), 1],
  ['JPEG 2000 of another size', () => rawPdf(image('JPXDecode', jpx, 60_000, 60_000)), 1],
  ['JBIG2 that is nothing', () => rawPdf(image('JBIG2Decode', Buffer.alloc(500, 0x31), 1000, 1000)), 1],
  [
    'JBIG2 of 4,000 million rows',
    () =>
      rawPdf(
        image(
          'JBIG2Decode',
          Buffer.from('000000003000010000001300000040ffffffff00000000000000000000000000', 'hex'),
          64,
          64,
        ),
      ),
    1,
  ],
  ['a filter that nobody knows', () => rawPdf(image('NoDecode', Buffer.alloc(100), 10, 10)), 1],
  [
    'a stream that says it is 2 GiB',
    () =>
      Buffer.from(rawPdf(withText('null')).toString('latin1').replace('/Length 35', '/Length 2147483647'), 'latin1'),
    1,
  ],
  [
    'metadata that begins 80,000 times and never ends',
    () => rawPdf(onePage('', { 10: `null\n${'50 0 obj<</Subtype/XML>>stream\n'.repeat(80_000)}` })),
    1,
  ],
  ['only its first line', () => Buffer.from('%PDF-1.7\n'), 'corrupt'],
]

test.each(CASES)('B11: %s', async (name, make, required) => {
  tried++
  const path = bench.write(`${tried}.pdf`, make())
  const { facts, ms } = await bench.read(path)
  const [found] = facts.errors.filter(({ errorType }) => errorType === 'parser' || errorType === 'zero_pages')
  const read = found ? found.reason : facts.pageCount
  if (required === 'any') expect(found !== undefined || facts.pageCount <= 20_000).toBe(true)
  else expect([name, facts.format, read]).toEqual([name, 'pdf', required])
  const [page] = await bench.pages(path, facts, 1)
  // A page or a reason, never a parser process that must be killed.
  if (facts.pageCount > 0) expect(page).not.toBe('resource')
  expect(facts.errors.filter(({ reason }) => reason === 'resource')).toEqual([])
  expect(ms).toBeGreaterThan(0)
  asRequired++
})

/** A page that is red from edge to edge: it can only be if its content was decrypted. */
const RED = onePage('/Contents 10 0 R', {
  10: { dictionary: '', bytes: Buffer.from('1 0 0 rg 0 0 200 300 re f') },
})

describe.each([2, 3, 4, 5, 6] as const)('B11: encryption of revision %p', revision => {
  test('opens with an empty user password', async () => {
    tried++
    const path = bench.write(`encrypted-${revision}.pdf`, encryptedPdf(RED, revision))
    const { facts } = await bench.read(path)
    expect([facts.format, facts.pageCount, facts.errors]).toEqual(['pdf', 1, []])
    const [page] = await bench.pages(path, facts, 1)
    if (!(page instanceof Buffer)) throw new Error(`no page: ${page}`)
    const { channels } = await sharp(page).stats()
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 64))).toEqual([4, 0, 0])
    asRequired++
  })

  test('needs any other user password', async () => {
    tried++
    const path = bench.write(`locked-${revision}.pdf`, encryptedPdf(RED, revision, 'secret'))
    expect((await bench.read(path)).ended).toEqual(['parser encrypted'])
    asRequired++
  })
})
