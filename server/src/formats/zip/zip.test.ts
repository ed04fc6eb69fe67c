import { afterAll, expect, test } from 'bun:test'
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, zstdCompressSync } from 'node:zlib'
import { temporaryFolder } from '../../../../tests/kit/paths'
import { rawZip } from '../../../../tests/kit/raw-zip'
import { zip } from '../../../../tests/kit/zip'
import { detectContainer } from '../detect'
import { type FileSource, withSource } from '../file-source'
import { FileProblemError } from '../problem'
import { growsTooMuch, readDirectory } from './directory'
import { inflateEntry, readEntry, readEntryHead } from './entry-bytes'

const scratch = temporaryFolder('zip')
afterAll(scratch.remove)
let files = 0

async function withZip<T>(bytes: Uint8Array, use: (source: FileSource) => T): Promise<T> {
  const path = join(scratch.path, `${++files}.zip`)
  writeFileSync(path, bytes)
  return withSource(path, async source => use(source))
}

const TEXT = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(4_000))

test('stored and deflated entries are extracted byte by byte', async () => {
  const archive = zip([
    { name: 'a.txt', data: TEXT },
    { name: 'folder/', data: '' },
    { name: 'folder/b.txt', data: TEXT, method: 'deflate' },
    { name: 'empty.txt', data: '' },
  ])
  await withZip(archive, source => {
    const entries = readDirectory(source)
    expect(entries.map(entry => entry.name)).toEqual(['a.txt', 'folder/b.txt', 'empty.txt'])
    expect(entries.map(entry => readEntry(source, entry).length)).toEqual([TEXT.length, TEXT.length, 0])
    for (const entry of entries.slice(0, 2)) expect(readEntry(source, entry).equals(TEXT)).toBe(true)
  })
})

test('the head of an entry is its beginning, and tells where its data lies', async () => {
  const archive = zip([
    { name: 'x'.repeat(600), data: TEXT },
    { name: 'b', data: TEXT, method: 'deflate' },
  ])
  await withZip(archive, source => {
    const [stored, deflated] = readDirectory(source).map(entry => ({ entry, ...readEntryHead(source, entry, 100) }))
    expect(stored?.head.equals(TEXT.subarray(0, 100))).toBe(true)
    expect(stored?.dataOffset).toBe(630)
    expect(deflated?.head.length).toBeGreaterThan(0)
    expect(TEXT.subarray(0, deflated?.head.length).equals(deflated?.head as Buffer)).toBe(true)
  })
})

test('zstd is unpacked', async () => {
  const packed = zstdCompressSync(TEXT)
  const bytes = Buffer.from(zip([{ name: 'a.txt', data: packed }]))
  const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  bytes.writeUInt16LE(93, 8)
  bytes.writeUInt16LE(93, directory + 10)
  bytes.writeUInt32LE(TEXT.length, directory + 24)
  await withZip(bytes, source => {
    const [entry] = readDirectory(source)
    expect(entry && readEntry(source, entry).equals(TEXT)).toBe(true)
  })
})

test('inflating stops at the size that is declared', async () => {
  const bytes = Buffer.from(zip([{ name: 'a.txt', data: TEXT, method: 'deflate' }]))
  bytes.writeUInt32LE(1000, bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  await withZip(bytes, source => {
    const [entry] = readDirectory(source)
    expect(() => entry && readEntry(source, entry)).toThrow('larger than it declares')
  })
  expect(() => inflateEntry(Buffer.from('not deflate at all'), 10)).toThrow(FileProblemError)
})

test('entries that grow beyond all measure are refused before they are touched', () => {
  const mebibyte = 1024 * 1024
  expect(growsTooMuch({ size: 8 * mebibyte, storedSize: 10 })).toBe(false)
  expect(growsTooMuch({ size: 8 * mebibyte + 1, storedSize: 10 })).toBe(true)
  expect(growsTooMuch({ size: 20 * mebibyte, storedSize: mebibyte })).toBe(false)
  expect(growsTooMuch({ size: 257 * mebibyte, storedSize: 200 * mebibyte })).toBe(true)
})

test('entries that claim the same bytes are refused', async () => {
  const bytes = Buffer.from(
    zip([
      { name: 'a.txt', data: TEXT },
      { name: 'b.txt', data: TEXT },
    ]),
  )
  const second = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  bytes.writeUInt32LE(10, second + 42)
  await withZip(bytes, source => expect(() => readDirectory(source)).toThrow('overlap'))
})

test('more than 20,000 entries are refused', async () => {
  const archive = zip(Array.from({ length: 20_001 }, (_, i) => ({ name: `${i}`, data: '' })))
  await withZip(archive, source => expect(() => readDirectory(source)).toThrow('more than 20000 entries'))
})

test('bytes in front of the archive and behind it are tolerated', async () => {
  const archive = zip([{ name: 'a.txt', data: TEXT }])
  const wrapped = Buffer.concat([Buffer.from(`MZ${'x'.repeat(5_000)}`), archive, Buffer.alloc(100_000)])
  await withZip(wrapped, source => {
    const [entry] = readDirectory(source)
    expect(entry && readEntry(source, entry).equals(TEXT)).toBe(true)
  })
})

test('every cut of an archive is an archive that cannot be read, or its beginning', async () => {
  const archive = zip([
    { name: 'a.txt', data: 'one' },
    { name: 'b.txt', data: 'two', method: 'deflate' },
  ])
  for (let length = 0; length < archive.length; length++) {
    await withZip(archive.subarray(0, length), source => expect(() => readDirectory(source)).toThrow(FileProblemError))
  }
})

test('an archive behind 4 GiB is read by its zip64 records', async () => {
  const path = join(scratch.path, 'huge.zip')
  const offset = 4_500_000_000
  const data = Buffer.from('behind four gibibytes')
  writeSparseZip64(path, offset, data)
  await withSource(path, async source => {
    const [entry] = readDirectory(source)
    expect(entry).toMatchObject({ name: 'a.txt', headerOffset: offset, storedSize: data.length, size: data.length })
    expect(entry && readEntry(source, entry).equals(data)).toBe(true)
  })
})

/** One stored entry at a large offset, with zip64 fields for sizes and offset (APPNOTE 4.5.3, 4.3.14). */
function writeSparseZip64(path: string, offset: number, data: Buffer): void {
  const name = Buffer.from('a.txt')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt32LE(crc32(data), 14)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(data.length, 22)
  local.writeUInt16LE(name.length, 26)
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  for (const [i, value] of [data.length, data.length, offset].entries())
    extra.writeBigUInt64LE(BigInt(value), 4 + i * 8)
  const central = Buffer.alloc(46, 0)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt32LE(crc32(data), 16)
  central.fill(0xff, 20, 28)
  central.writeUInt16LE(name.length, 28)
  central.writeUInt16LE(extra.length, 30)
  central.fill(0xff, 42, 46)
  const directoryAt = offset + local.length + name.length + data.length
  const directory = Buffer.concat([central, name, extra])
  const wide = Buffer.alloc(56)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) wide.writeBigUInt64LE(1n, at)
  wide.writeBigUInt64LE(BigInt(directory.length), 40)
  wide.writeBigUInt64LE(BigInt(directoryAt), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(directoryAt + directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.fill(0xff, 8, 20)
  const fd = openSync(path, 'w')
  ftruncateSync(fd, offset)
  const tail = Buffer.concat([local, name, data, directory, wide, locator, end])
  writeSync(fd, tail, 0, tail.length, offset)
  closeSync(fd)
}

test('a zip behind other bytes is found before the longest comment', async () => {
  const archive = rawZip([{ name: 'a', data: TEXT }], {
    prefix: Buffer.alloc(100_000, 'MZ'),
    comment: Buffer.alloc(65_535),
  })
  expect(await withZip(archive, detectContainer)).toBe('zip')
})
