// Every limit of untrusted files, just below and just above.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { temporaryFolder } from '../../../tests/kit/paths'
import { zip } from '../../../tests/kit/zip'
import { type FileSource, withSource } from './file-source'
import { goodPage } from './page-entry'
import { pagePixels } from './pdf/pdf-size'
import { FileProblemError } from './problem'
import { readSidecars } from './sidecar/read-sidecars'
import { findSidecars } from './sidecar/sidecar-files'
import { parseXml } from './xml/xml-document'
import { growsTooMuch, readDirectory } from './zip/directory'
import { inflateEntry } from './zip/entry-bytes'

setDefaultTimeout(60_000)
const scratch = temporaryFolder('limits')
afterAll(scratch.remove)
const MEBIBYTE = 1024 * 1024
let files = 0

async function problemOf(bytes: Uint8Array, use: (source: FileSource) => unknown): Promise<string | null> {
  const path = join(scratch.path, `${++files}`)
  writeFileSync(path, bytes)
  return problemOfFile(path, use)
}

async function problemOfFile(path: string, use: (source: FileSource) => unknown): Promise<string | null> {
  try {
    await withSource(path, async source => use(source))
    return null
  } catch (error) {
    if (error instanceof FileProblemError) return error.problem.reason
    throw error
  }
}

describe('archives', () => {
  test('20,000 entries', async () => {
    const archive = (count: number) => zip(Array.from({ length: count }, (_, i) => ({ name: `${i}`, data: '' })))
    expect(await problemOf(archive(20_000), readDirectory)).toBeNull()
    expect(await problemOf(archive(20_001), readDirectory)).toBe('too-large')
    expect(await problemOf(archive(70_000), readDirectory)).toBe('too-large')
  })

  test('a directory of 64 MiB', async () => {
    const withDirectory = (bytes: number) => {
      const path = join(scratch.path, `${++files}`)
      const fd = openSync(path, 'w')
      writeSync(fd, Buffer.from('PK\x01\x02', 'latin1'), 0, 4, 0)
      ftruncateSync(fd, bytes)
      const end = Buffer.alloc(22)
      end.write('PK\x05\x06', 'latin1')
      end.writeUInt16LE(1, 10)
      end.writeUInt32LE(bytes, 12)
      writeSync(fd, end, 0, end.length, bytes)
      closeSync(fd)
      return path
    }
    // It is readable: an entry without a name, and zeros.
    expect(await problemOfFile(withDirectory(64 * MEBIBYTE), readDirectory)).not.toBe('too-large')
    expect(await problemOfFile(withDirectory(64 * MEBIBYTE + 1), readDirectory)).toBe('too-large')
  })

  test('16 GiB in total', async () => {
    expect(await problemOf(honest(64), readDirectory)).toBeNull()
    expect(await problemOf(honest(65), readDirectory)).toBe('too-large')
  })

  /** Entries of 256 MiB each, packed to a 200th of that; only their headers exist. */
  function honest(count: number): Buffer {
    const packed = Math.ceil((256 * MEBIBYTE) / 200)
    const bytes = Buffer.from(
      zip(Array.from({ length: count }, (_, i) => ({ name: `${i}`, data: Buffer.alloc(packed) }))),
    )
    let at = -1
    for (let i = 0; i < count; i++) {
      at = bytes.indexOf('PK\x01\x02', at + 1, 'latin1')
      bytes.writeUInt16LE(8, at + 10)
      bytes.writeUInt32LE(256 * MEBIBYTE, at + 24)
    }
    return bytes
  }

  test('an entry of 256 MiB, and a ratio of 200 above 8 MiB', () => {
    expect(growsTooMuch({ size: 256 * MEBIBYTE, storedSize: 256 * MEBIBYTE })).toBe(false)
    expect(growsTooMuch({ size: 256 * MEBIBYTE + 1, storedSize: 256 * MEBIBYTE })).toBe(true)
    expect(growsTooMuch({ size: 8 * MEBIBYTE, storedSize: 1 })).toBe(false)
    expect(growsTooMuch({ size: 8 * MEBIBYTE + 1, storedSize: 1 })).toBe(true)
    expect(growsTooMuch({ size: 200 * MEBIBYTE, storedSize: MEBIBYTE })).toBe(false)
    expect(growsTooMuch({ size: 200 * MEBIBYTE + 1, storedSize: MEBIBYTE })).toBe(true)
  })

  test('the declared size of an entry, whatever its content', () => {
    const packed = deflateRawSync(Buffer.alloc(1000))
    expect(inflateEntry(packed, 1000).length).toBe(1000)
    expect(() => inflateEntry(packed, 999)).toThrow('larger than it declares')
    expect(() => inflateEntry(packed, 1001)).toThrow('shorter than it declares')
  })
})

test('an XML document of 4 MiB', () => {
  const document = (bytes: number) => Buffer.from(`<a>${' '.repeat(bytes - 7)}</a>`)
  const rules = { doctype: 'refused', cutOff: 'refused' } as const
  expect(parseXml(document(4 * MEBIBYTE), rules)).toMatchObject({ name: 'a' })
  expect(parseXml(document(4 * MEBIBYTE + 1), rules)).toBe('too-large')
})

test('a file of 4 MiB next to a book', async () => {
  const book = join(scratch.path, 'book.cbz')
  writeFileSync(book, '')
  const json = (bytes: number) => '{"metadata":{"year":1}}'.padEnd(bytes)
  for (const [bytes, read] of [
    [4 * MEBIBYTE, true],
    [4 * MEBIBYTE + 1, false],
  ] as const) {
    const text = json(bytes)
    expect(text.length).toBe(bytes)
    writeFileSync(join(scratch.path, 'series.json'), text)
    expect(findSidecars(book).series).not.toBeNull()
    expect((await readSidecars(book)).series !== null).toBe(read)
  }
})

test('images of 100 million pixels and 65,536 on a side', () => {
  const place = { offset: 0, storedSize: 1, size: 1, storage: 'stored' } as const
  const reason = (width: number, height: number) =>
    goodPage('a.png', place, { mediaType: 'image/png', width, height }).problem?.reason ?? null
  expect(reason(10_000, 10_000)).toBeNull()
  expect(reason(10_000, 10_001)).toBe('too-large')
  expect(reason(65_536, 1)).toBeNull()
  expect(reason(1, 65_537)).toBe('too-large')
})

test('pages of a PDF are rendered with at most 100 million pixels', () => {
  const pixels = (points: number) => {
    const size = pagePixels({ width: points, height: points })
    return (size?.width ?? 0) * (size?.height ?? 0)
  }
  expect(pixels(4800)).toBe(10_000 * 10_000)
  expect(pixels(4700)).toBeLessThan(100_000_000)
  expect(pixels(40_000)).toBeLessThanOrEqual(100_000_000)
})
