// B05: every compression method of archives: read, or refused by name.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bmpHeader } from '../kit/odd-images'
import { FIXTURES } from '../kit/paths'
import { deflated, rawZip } from '../kit/raw-zip'
import { sevenZip } from '../kit/seven-zip'
import { openBench, tell } from './bench'

setDefaultTimeout(120_000)
const bench = openBench('methods')
const matrix = { read: 0, refused: 0, of: 0 }
afterAll(async () => {
  const killed = bench.pool.counts().killed
  tell('B05', `${matrix.read} of ${matrix.of} read, ${matrix.refused} refused by name, ${killed} crashes`)
  await bench.close()
})

const page = (number: number) => {
  const rows = Buffer.alloc(40 * 60 * 3, number)
  return Buffer.concat([bmpHeader(40, 60, rows.length), rows])
}
const PAGES = { '1.bmp': page(1), '2.bmp': page(2) }
const fixture = (path: string) => readFileSync(join(FIXTURES, path))
const packed = (type: 'zip' | '7z', ...switches: string[]) => sevenZip(type, PAGES, switches)
const compressed = async (type: 'xz' | 'gzip' | 'bzip2') => sevenZip(type, { 'a.tar': await sevenZip('tar', PAGES) })

const READABLE: readonly (readonly [string, () => Promise<Uint8Array> | Uint8Array])[] = [
  ['zip store', () => packed('zip', '-mm=Copy')],
  ['zip deflate', () => packed('zip', '-mm=Deflate')],
  ['zip deflate64', () => packed('zip', '-mm=Deflate64')],
  ['zip bzip2', () => packed('zip', '-mm=BZip2')],
  ['zip lzma', () => packed('zip', '-mm=LZMA')],
  ['zip xz', () => packed('zip', '-mm=XZ')],
  ['zip ppmd', () => packed('zip', '-mm=PPMd')],
  [
    'zip zstd',
    () =>
      rawZip(
        Object.entries(PAGES).map(([name, data]) =>
          deflated(name, data, { data: Bun.zstdCompressSync(data), method: 93 }),
        ),
      ),
  ],
  ['7z lzma2', () => packed('7z', '-m0=LZMA2')],
  ['7z lzma', () => packed('7z', '-m0=LZMA')],
  ['7z ppmd', () => packed('7z', '-m0=PPMd')],
  ['7z bzip2', () => packed('7z', '-m0=BZip2')],
  ['7z deflate', () => packed('7z', '-m0=Deflate')],
  ['7z deflate64', () => packed('7z', '-m0=Deflate64')],
  ['7z copy', () => packed('7z', '-m0=Copy')],
  ['7z delta', () => packed('7z', '-m0=Delta:4', '-m1=LZMA2')],
  ['7z bcj', () => packed('7z', '-m0=BCJ', '-m1=LZMA2')],
  ['7z not solid', () => packed('7z', '-ms=off')],
  ['tar', () => sevenZip('tar', PAGES)],
  ['tar gzip', () => compressed('gzip')],
  ['tar bzip2', () => compressed('bzip2')],
  ['tar xz', () => compressed('xz')],
  ['tar zstd', async () => Bun.zstdCompressSync(await sevenZip('tar', PAGES))],
  ['rar 1.5', () => fixture('cbr/rar15.cbr')],
  ['rar 3', () => fixture('cbr/rar3.cbr')],
  ['rar 3 solid', () => fixture('cbr/rar3-solid.cbr')],
  ['rar 4', () => fixture('cbr/komga-rar4.cbr')],
  ['rar 4 solid', () => fixture('cbr/komga-rar4-solid.cbr')],
  ['rar 5', () => fixture('cbr/rar5.cbr')],
  ['rar 5 with recovery records', () => fixture('cbr/ssokolow-rar5.rr.cbr')],
]

test.each(READABLE)('B05: %s is read', async (name, make) => {
  matrix.of++
  const path = bench.write(name, await make())
  const { facts } = await bench.read(path)
  expect(facts.errors).toEqual([])
  expect(facts.pageCount).toBeGreaterThan(0)
  const pages = await bench.pages(path, facts)
  expect(pages.filter(one => typeof one === 'string')).toEqual([])
  if (!name.startsWith('rar')) expect(pages).toEqual([page(1), page(2)])
  matrix.read++
})

const UNKNOWN: readonly (readonly [number, string])[] = [
  [2, 'reduce'],
  [94, 'mp3'],
  [96, 'jpeg'],
  [97, 'wavpack'],
  [42, 'method 42'],
]

test.each(UNKNOWN)('B05: zip method %i is refused as %s', async (method, called) => {
  matrix.of++
  const archive = rawZip([{ name: '1.bmp', data: Buffer.alloc(100), method, size: 200 }])
  const { facts } = await bench.read(bench.write(`method-${method}.cbz`, archive))
  expect(facts.errors).toMatchObject([{ reason: 'unsupported', details: { method: called } }])
  matrix.refused++
})

test('B05: a part of a multi-volume RAR is refused', async () => {
  matrix.of++
  const { facts } = await bench.read(bench.write('multi.cbr', fixture('cbr/rar5-multi.part01.cbr')))
  expect(facts.errors).toMatchObject([{ errorType: 'parser' }])
  expect(facts.errors[0]?.message).toContain('volume')
  matrix.refused++
})
