// H01 to H03: decompression bombs. Actual output bytes are counted, never those in a header.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { crc32 } from 'node:zlib'
import { withSource } from '../../server/src/formats/file-source'
import { FileProblemError } from '../../server/src/formats/problem'
import { readDirectory } from '../../server/src/formats/zip/directory'
import { deflatedPicture, deflatedZeros, fullOverlap, gzippedTar, quotedOverlap, tarHeader } from '../kit/bombs'
import { bmpHeader } from '../kit/odd-images'
import { rar4, rar5 } from '../kit/raw-rar'
import { deflated, rawZip } from '../kit/raw-zip'
import { sevenZip } from '../kit/seven-zip'
import { openBench, tell } from './bench'

setDefaultTimeout(120_000)

const GIB = 1024 ** 3
const MIB = 1024 ** 2
/** A bitmap with the length its header declares. */
const HEAD = bmpHeader(10_000, 10_000, 300_000_000)
const SMALL = Buffer.concat([bmpHeader(10, 10, 320), Buffer.alloc(320)])

describe('H01', () => {
  const bench = openBench('bombs')
  let base = 0
  let stopped = 0
  let tried = 0
  beforeAll(async () => {
    // Memory of a parser process for a harmless book.
    await bench.read(bench.write('calm.cbz', rawZip([{ name: '1.bmp', data: SMALL }])))
    base = bench.peakMb()
  })
  afterAll(async () => {
    const { killed } = bench.pool.counts()
    tell(
      'H01',
      `${stopped}/${tried} stopped, peak ${bench.peakMb()} MB (${base} MB with a harmless book), ${killed} processes ended, worst ${bench.worstMs()} ms`,
    )
    await bench.close()
  })

  const tenGib = () => deflatedPicture(HEAD, 10 * GIB)
  const entry = (data: Uint8Array, says: number, more = {}) => ({
    name: '2.bmp',
    data,
    method: 8,
    crc: 1,
    size: says,
    ...more,
  })
  const zeros = (bytes: number) => Buffer.alloc(bytes)
  /** A bomb is page 2 of each, next to a good page. */
  const CASES: readonly (readonly [string, () => Buffer | Promise<Buffer>])[] = [
    ['10 GiB that say so', () => rawZip([{ name: '1.bmp', data: SMALL }, entry(tenGib(), 10 * GIB, { zip64: true })])],
    ['10 GiB that say 200 MiB', () => rawZip([{ name: '1.bmp', data: SMALL }, entry(tenGib(), 200 * MIB)])],
    ['10 GiB that say 374 bytes', () => rawZip([{ name: '1.bmp', data: SMALL }, entry(tenGib(), 374)])],
    ['10 GiB that say nothing', () => rawZip([{ name: '1.bmp', data: SMALL }, entry(tenGib(), 0)])],
    [
      '10 GiB that say 1 KiB in the directory and all in the local header',
      () => rawZip([{ name: '1.bmp', data: SMALL }, entry(tenGib(), 1024, { local: { size: 0xffffffff } })]),
    ],
    [
      '374 bytes that say 4 GiB',
      () => rawZip([{ name: '1.bmp', data: SMALL }, deflated('2.bmp', SMALL, { size: 0xfffffff0 })]),
    ],
    [
      '374 bytes that say 2^62',
      () => rawZip([{ name: '1.bmp', data: SMALL }, deflated('2.bmp', SMALL, { size: 2 ** 62, zip64: true })]),
    ],
    [
      '374 bytes that say 250 MiB',
      () => rawZip([{ name: '1.bmp', data: SMALL }, deflated('2.bmp', SMALL, { size: 250 * MIB })]),
    ],
    ['bzip2 of 12 MiB that say 374 bytes', () => foreign('BZip2', 374)],
    ['bzip2 of 12 MiB', () => foreign('BZip2')],
    ['lzma of 12 MiB that say 374 bytes', () => foreign('LZMA', 374)],
    ['lzma of 12 MiB', () => foreign('LZMA')],
    ['xz of 12 MiB that say 374 bytes', () => foreign('XZ', 374)],
    [
      'zstd of 300 MiB that say 374 bytes',
      () =>
        rawZip([
          { name: '1.bmp', data: SMALL },
          entry(Bun.zstdCompressSync(Buffer.concat([HEAD, zeros(300 * MIB)])), 374, { method: 93 }),
        ]),
    ],
    [
      'RAR 4 that says 4 GiB',
      () =>
        rar4([
          { name: '1.bmp', data: SMALL },
          { name: '2.bmp', data: SMALL, size: 0xfffffff0 },
        ]),
    ],
    [
      'RAR 5 that says 2^50',
      () =>
        rar5([
          { name: '1.bmp', data: SMALL },
          { name: '2.bmp', data: SMALL, size: 2 ** 50 },
        ]),
    ],
    [
      'RAR 5 packed that says 2^50',
      () =>
        rar5([
          { name: '1.bmp', data: SMALL },
          { name: '2.bmp', data: SMALL, size: 2 ** 50, method: 5, dictionary: 15 },
        ]),
    ],
    [
      'RAR 5 that says nothing',
      () =>
        rar5([
          { name: '1.bmp', data: SMALL },
          { name: '2.bmp', data: Buffer.concat([HEAD, zeros(MIB)]), size: 0 },
        ]),
    ],
    [
      'a tar that says 2^60',
      () => Buffer.concat([tarHeader('1.bmp', SMALL.length), padded(SMALL), tarHeader('2.bmp', 2 ** 60), HEAD]),
    ],
  ]

  /** 12 MiB packed by 7-Zip, and their entries in the directory. */
  async function foreign(method: string, says?: number): Promise<Buffer> {
    const bytes = await sevenZip('zip', { '1.bmp': SMALL, '2.bmp': Buffer.concat([HEAD, zeros(12 * MIB)]) }, [
      `-mm=${method}`,
    ])
    const at = bytes.lastIndexOf('PK\x01\x02', bytes.length, 'latin1')
    if (says !== undefined) bytes.writeUInt32LE(says, at + 24)
    return bytes
  }

  test.each(CASES)('H01: %s', async (name, make) => {
    tried++
    const path = bench.write(`${tried}.cbz`, await make())
    const { facts, ended } = await bench.read(path)
    const [good, bomb] = await bench.pages(path, facts)
    expect([name, ended.length > 0 || typeof bomb === 'string']).toEqual([name, true])
    if (facts.pages.length === 2) expect([name, typeof bomb]).toEqual([name, 'string'])
    // The good page is read wherever the archive as a whole was not refused.
    if (facts.pages.length === 2) expect(good).toEqual(SMALL)
    else expect(ended.some(one => one.startsWith('parser'))).toBe(true)
    stopped++
  })

  test('H01: a tar of 17 GiB in a gzip of 17 MB', async () => {
    tried++
    const path = bench.write('tar.cbt', gzippedTar('1.bmp', HEAD, 17 * GIB))
    const { ended, facts } = await bench.read(path)
    expect(ended[0]).toMatch(/^parser (too-large|resource)$/)
    expect(facts.pages).toEqual([])
    stopped++
  })

  test('H01: 1 GiB of zeros in an EPUB, as its package', async () => {
    tried++
    const container = '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>'
    const path = bench.write(
      'bomb.epub',
      rawZip([
        { name: 'mimetype', data: Buffer.from('application/epub+zip') },
        deflated('META-INF/container.xml', Buffer.from(container)),
        { name: 'p.opf', data: deflatedZeros(GIB), method: 8, crc: crc32(Buffer.alloc(0)), size: 1000 },
      ]),
    )
    const { ended } = await bench.read(path)
    expect(ended[0]).toStartWith('parser')
    expect((await bench.pool.publication({ path })).ok).toBe(false)
    stopped++
  })

  test('H01: nothing was made room for because a header asked for it', () => {
    // 10 GiB, 4 GiB and 250 MiB were announced or packed above; the largest image that is decoded has 300 MB.
    expect(bench.peakMb() - base).toBeLessThan(600)
  })
})

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

describe('H02', () => {
  const bench = openBench('overlap')
  let refused = 0
  let worst = 0
  const CASES: readonly (readonly [string, () => Buffer])[] = [
    ['all entries are one', () => fullOverlap({ entries: 1000, kernel: 10 * MIB })],
    ['all entries are one, zip64', () => fullOverlap({ entries: 15_000, kernel: 10 * MIB, zip64: true })],
    ['each entry quotes the next', () => quotedOverlap({ entries: 250, kernel: 10 * MIB })],
    ['each entry quotes the next, zip64', () => quotedOverlap({ entries: 250, kernel: 10 * MIB, zip64: true })],
    [
      'two entries that share a byte',
      () =>
        rawZip([
          { name: '1.bmp', data: SMALL },
          { name: '2.bmp', data: SMALL, offset: 30 + SMALL.length - 1 },
        ]),
    ],
    [
      'an entry that holds the directory',
      () => rawZip([{ name: '1.bmp', data: SMALL, storedSize: SMALL.length + 60 }]),
    ],
    ['an entry that holds the archive', () => rawZip([{ name: '1.cbz', data: SMALL, storedSize: 0xfffffff }])],
  ]
  afterAll(async () => {
    tell(
      'H02',
      `${refused}/${CASES.length} refused from the directory alone, bytes inflated 0, worst ${worst.toFixed(1)} ms`,
    )
    await bench.close()
  })

  test.each(CASES)('H02: %s', async (name, make) => {
    const path = bench.write(`${name}.cbz`, make())
    const began = performance.now()
    // Reads the directory, and inflates nothing at all.
    const found = await withSource(path, async source => readDirectory(source)).catch((error: unknown) => error)
    worst = Math.max(worst, performance.now() - began)
    expect(found).toBeInstanceOf(FileProblemError)
    expect((found as FileProblemError).problem).toMatchObject({ errorType: 'parser', reason: 'corrupt' })
    const { facts, ended } = await bench.read(path)
    expect([ended, facts.pages]).toEqual([['parser corrupt'], []])
    refused++
  })
})

describe('H03', () => {
  const bench = openBench('nested')
  let opened = 0
  afterAll(async () => {
    tell('H03', `depth opened ${opened}, of 16`)
    await bench.close()
  })

  test.each(['zip', '7z', 'tar'] as const)('H03: %s with archives in it, 16 deep', async type => {
    let archive: Uint8Array = rawZip([{ name: 'deepest.bmp', data: SMALL }])
    for (let depth = 15; depth >= 1; depth--) {
      const files = { [`page-${depth}.bmp`]: SMALL, 'inner.cbz': archive }
      archive = type === 'zip' || depth > 1 ? rawZip(pairs(files)) : await sevenZip(type, files)
    }
    const { facts, ended } = await bench.read(bench.write(`deep.${type}`, archive))
    expect([ended, facts.pages.map(({ name }) => name)]).toEqual([[], ['page-1.bmp']])
    opened = Math.max(opened, facts.pages.length)
  })

  test('H03: an archive that holds nothing but archives has no pages', async () => {
    const inner = rawZip([{ name: '1.bmp', data: SMALL }])
    const { ended } = await bench.read(
      bench.write('none.cbz', rawZip([{ name: 'a.cbz', data: inner }, deflated('b.zip', inner)])),
    )
    expect(ended).toEqual(['zero_pages no-pages'])
  })

  test('H03: an archive that is called a page is a damaged page', async () => {
    const inner = rawZip([{ name: '1.bmp', data: SMALL }])
    const { facts, ended } = await bench.read(bench.write('page.cbz', rawZip([{ name: 'a.jpg', data: inner }])))
    expect([ended, facts.pages.length]).toEqual([['page_extraction page-corrupt'], 1])
  })
})

function pairs(files: Readonly<Record<string, Uint8Array>>) {
  return Object.entries(files).map(([name, data]) => ({ name, data }))
}
