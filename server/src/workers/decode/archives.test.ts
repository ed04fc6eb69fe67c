// Archives unpacked by 7-Zip: 7z, compressed tars, and zip methods that the runtime lacks.
import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bmpHeader } from '../../../../tests/kit/odd-images'
import { temporaryFolder } from '../../../../tests/kit/paths'
import { sevenZip } from '../../../../tests/kit/seven-zip'
import type { BookFacts } from '../../formats/facts'
import { withSource } from '../../formats/file-source'
import { readBook } from '../../formats/open'
import { makePage } from '../make-page'
import { DECODERS } from './decoders'
import { openPacked } from './open-packed'

const scratch = temporaryFolder('archives')
afterAll(scratch.remove)
let files = 0

/** A page that compresses well: an uncompressed picture whose colour is its number. */
function page(number: number): Buffer {
  const rows = Buffer.alloc(40 * 60 * 3, number)
  return Buffer.concat([bmpHeader(40, 60, rows.length), rows])
}

const PAGES = {
  'b/2.bmp': page(2),
  'b/10.bmp': page(10),
  'b/1_a.bmp': page(1),
  'b/ComicInfo.xml': Buffer.from('<ComicInfo><Title>Ann</Title></ComicInfo>'),
}

function write(bytes: Uint8Array): string {
  const path = join(scratch.path, `${++files}.book`)
  writeFileSync(path, bytes)
  return path
}

function read(path: string): Promise<BookFacts> {
  return readBook(path, { decoders: DECODERS, saveThumbnail: null })
}

async function pageOf(path: string, facts: BookFacts, number: number): Promise<Buffer> {
  const entry = facts.pages[number - 1] as BookFacts['pages'][number]
  return (await makePage({ ...entry, path, page: number, width: null, target: '' })).bytes
}

async function expectWhole(bytes: Uint8Array, format: string): Promise<BookFacts> {
  const path = write(bytes)
  const facts = await read(path)
  expect(facts.errors).toEqual([])
  expect(facts.format).toBe(format as 'cbz')
  expect(facts.metadata?.title).toBe('Ann')
  expect(facts.pages.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['b/1_a.bmp', 40, 60],
    ['b/2.bmp', 40, 60],
    ['b/10.bmp', 40, 60],
  ])
  expect(await pageOf(path, facts, 3)).toEqual(page(10))
  expect(await pageOf(path, facts, 1)).toEqual(page(1))
  return facts
}

describe('zip', () => {
  test.each(['Deflate64', 'BZip2', 'LZMA', 'XZ', 'PPMd'])('packed with %s', async method => {
    const facts = await expectWhole(await sevenZip('zip', PAGES, [`-mm=${method}`]), 'cbz')
    expect(facts.pages.map(({ storage }) => storage)).toEqual(['packed', 'packed', 'packed'])
  })

  test('a method that nobody unpacks is named', async () => {
    const bytes = await sevenZip('zip', { 'a.bmp': page(1) }, ['-mm=BZip2'])
    bytes.writeUInt16LE(97, 8)
    bytes.writeUInt16LE(97, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 10)
    const { errors } = await read(write(bytes))
    expect(errors).toMatchObject([{ reason: 'unsupported', details: { method: 'wavpack' } }])
  })

  test('an entry with a wrong checksum, or larger than it says, is a damaged page', async () => {
    for (const [at, value] of [
      [16, 0x12345678],
      [24, 1000],
    ] as const) {
      const bytes = await sevenZip('zip', { 'a.bmp': page(1) }, ['-mm=LZMA'])
      bytes.writeUInt32LE(value, bytes.indexOf('PK\x01\x02', 0, 'latin1') + at)
      const { errors } = await read(write(bytes))
      expect(errors).toMatchObject([{ errorType: 'page_extraction', reason: 'page-corrupt' }])
    }
  })

  test('encrypted with AES', async () => {
    const bytes = await sevenZip('zip', { 'a.bmp': page(1) }, ['-mem=AES256', '-psecret'])
    expect((await read(write(bytes))).errors).toMatchObject([{ errorType: 'parser', reason: 'encrypted' }])
  })
})

describe('7z', () => {
  test.each(['LZMA2', 'LZMA', 'PPMd', 'BZip2', 'Deflate', 'Deflate64', 'Copy', 'Delta'])(
    'packed with %s',
    async method => {
      const chain = method === 'Delta' ? ['-m0=Delta:4', '-m1=LZMA2'] : [`-m0=${method}`]
      const facts = await expectWhole(await sevenZip('7z', PAGES, chain), 'cbr')
      expect(facts.pages.map(({ storage }) => storage)).toEqual(['packed', 'packed', 'packed'])
    },
  )

  test('not solid, and with names that cannot be written in a list', async () => {
    const odd = { ...PAGES, 'b/"q\n.bmp': page(7), ' b .bmp': page(8) }
    const path = write(await sevenZip('7z', odd, ['-ms=off']))
    const facts = await read(path)
    expect(facts.errors).toEqual([])
    const names = facts.pages.map(({ name }) => name)
    expect(names.toSorted()).toEqual([' b .bmp', 'b/"q_.bmp', 'b/10.bmp', 'b/1_a.bmp', 'b/2.bmp'])
    for (const [name, number] of [
      ['b/"q_.bmp', 7],
      [' b .bmp', 8],
    ] as const) {
      expect(await pageOf(path, facts, names.indexOf(name) + 1)).toEqual(page(number))
    }
  })

  test('encrypted, with and without its names', async () => {
    for (const more of [[], ['-mhe=on']]) {
      const bytes = await sevenZip('7z', PAGES, ['-psecret', ...more])
      expect((await read(write(bytes))).errors).toMatchObject([{ errorType: 'parser', reason: 'encrypted' }])
    }
  })

  test('a damaged page is one damaged page', async () => {
    const bytes = await sevenZip('7z', PAGES, ['-m0=Copy'])
    const at = bytes.indexOf(page(10).subarray(0, 200))
    bytes.writeUInt8(99, at + 500)
    const path = write(bytes)
    const facts = await read(path)
    expect(facts.errors).toMatchObject([{ errorType: 'page_extraction', reason: 'page-corrupt' }])
    expect(facts.pages.map(({ width }) => width)).toEqual([40, 40, null])
    expect(await pageOf(path, facts, 2)).toEqual(page(2))
    expect(pageOf(path, facts, 3)).rejects.toThrow('damaged')
  })

  test('every cut of it is damaged', async () => {
    const bytes = await sevenZip('7z', PAGES)
    for (let length = 6; length < bytes.length; length += 7) {
      const { errors } = await read(write(bytes.subarray(0, length)))
      expect(errors).toMatchObject([{ errorType: 'parser', reason: 'corrupt' }])
    }
  })

  test('unpacking returns no more than requested, and stops on request', async () => {
    const path = write(await sevenZip('7z', PAGES))
    await withSource(path, async source => {
      const archive = await openPacked(source, '7z')
      const seen: [string, number][] = []
      archive.unpack(
        () => 8,
        (entry, bytes) => {
          seen.push([entry.name, bytes.length])
          return seen.length === 2 ? 'stop' : undefined
        },
      )
      expect(seen).toEqual(archive.entries.slice(0, 2).map(({ name }) => [name, 8]))
    })
  })
})

describe('tar', () => {
  test('its pages lie in it as they are', async () => {
    const facts = await expectWhole(await sevenZip('tar', PAGES), 'cbz')
    expect(facts.pages.map(({ storage }) => storage)).toEqual(['stored', 'stored', 'stored'])
  })

  test.each(['xz', 'gzip', 'bzip2'] as const)('compressed with %s', async type => {
    await expectWhole(await sevenZip(type, { 'a.tar': await sevenZip('tar', PAGES) }), 'cbz')
  })

  test('compressed with zstd', async () => {
    await expectWhole(Bun.zstdCompressSync(await sevenZip('tar', PAGES)), 'cbz')
  })

  test.each(['gnu', 'pax'])('long names and wide characters as %s writes them', async flavour => {
    const name = `${'Größe 東京/'.repeat(20)}1.bmp`
    const bytes = await sevenZip('tar', { [name]: page(1) }, [`-mm=${flavour}`])
    const facts = await read(write(bytes))
    expect(facts.pages).toMatchObject([{ name, storage: 'stored', width: 40 }])
  })

  test('links and cut off pages are pages that cannot be shown', async () => {
    const bytes = await sevenZip('tar', { '1.bmp': page(1), '2.bmp': page(2) })
    const linked = Buffer.from(bytes)
    relabel(linked, '2')
    const facts = await read(write(linked))
    expect(facts.pages.map(({ width }) => width)).toEqual([null, 40])
    const cut = await read(write(bytes.subarray(0, bytes.indexOf(page(2).subarray(0, 100)) + 1000)))
    expect(cut.pages.map(({ width }) => width)).toEqual([40, null])
    expect(cut.errors).toMatchObject([{ reason: 'page-corrupt' }])
  })

  test('a compressed file that is no tar is no book', async () => {
    const { errors } = await read(write(Bun.gzipSync(Buffer.alloc(5000, 'text'))))
    expect(errors).toMatchObject([{ errorType: 'format_detection', reason: 'unknown-format' }])
  })

  test('a compressed tar that is cut off is damaged', async () => {
    const whole = await sevenZip('xz', { 'a.tar': await sevenZip('tar', PAGES) })
    const { errors } = await read(write(whole.subarray(0, whole.length - 40)))
    expect(errors).toMatchObject([{ errorType: 'parser', reason: 'corrupt' }])
  })
})

/** Changes the type of a tar's first entry, and corrects its checksum. */
function relabel(tar: Buffer, type: string): void {
  tar.write(type, 156)
  tar.fill(' ', 148, 156)
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
}
