import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, openBench } from '../../bad-input/bench'
import { jpegImage } from '../../kit/images'
import { centralHeader, deflated, endRecords, localHeader, type RawEntry, rawZip } from '../../kit/raw-zip'
import type { Outcome, Row, Trial } from '../harness/row'

export const largeZips: Row = {
  id: 'B06',
  does: 'zips with zip64 records, 20,000 and 70,000 entries, a sparse entry of 5 GiB and pages behind it, data descriptors of four kinds, bytes in front (counted and not), a comment of 64 KiB',
  required: 'the right pages, or the limit by its name',
  databases: ['sqlite'],
  rounds: 1,
  minutes: 15,
  run,
}

const GIB = 1024 ** 3

async function run({ say }: Trial): Promise<Outcome> {
  const bench = openBench('large-zips', { analysisMs: 60_000 })
  const faults: string[] = []
  const pages = await Promise.all([1, 2, 3].map(async n => Buffer.from(await jpegImage({ width: 30 + n, height: 40 }))))
  const entries: RawEntry[] = pages.map((data, at) => ({ name: `${at + 1}.jpg`, data }))
  const packed = pages.map((data, at) => deflated(`${at + 1}.jpg`, data))
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `${at}.jpg`, data: Buffer.alloc(0) }))
  const prefix = Buffer.alloc(150_000, 'MZ')
  const comment = Buffer.alloc(65_535, 'c')
  const all = (list: readonly RawEntry[], more: Partial<RawEntry>) => list.map(entry => ({ ...entry, ...more }))
  const cases: readonly (readonly [string, () => string, readonly Buffer[] | string])[] = [
    ['zip64 records', () => write(rawZip(all(entries, { zip64: true }), { zip64: true })), pages],
    ['zip64 end alone', () => write(rawZip(entries, { zip64: true })), pages],
    [
      '20,000 entries, zip64',
      () =>
        write(
          rawZip([...entries, ...many(19_997).map(one => ({ ...one, name: `x/${one.name}.txt` }))], { zip64: true }),
        ),
      pages,
    ],
    ['20,001 entries', () => write(rawZip(many(20_001))), 'too-large'],
    ['70,000 entries, zip64', () => write(rawZip(many(70_000), { zip64: true })), 'too-large'],
    ['70,000 entries, counted modulo 65,536', () => write(rawZip(many(70_000))), 'too-large'],
    ['70,000 entries that say they are 3', () => write(rawZip(many(70_000), { zip64: true, count: 3 })), 'too-large'],
    ['an entry of 5 GiB before the pages', () => sparse(bench, entries), pages],
    ['descriptors, stored', () => write(rawZip(all(entries, { descriptor: true }))), pages],
    ['descriptors, deflated', () => write(rawZip(all(packed, { descriptor: true }))), pages],
    [
      'descriptors without a signature',
      () => write(withoutSignature(rawZip(all(packed, { descriptor: true })))),
      pages,
    ],
    ['descriptors, zip64', () => write(rawZip(all(packed, { descriptor: true, zip64: true }), { zip64: true })), pages],
    ['bytes in front, not counted', () => write(rawZip(entries, { prefix })), pages],
    ['bytes in front, counted', () => write(rawZip(entries, { prefix, countsPrefix: true })), pages],
    ['bytes in front, zip64', () => write(rawZip(entries, { prefix, countsPrefix: true, zip64: true })), pages],
    ['a comment of 64 KiB', () => write(rawZip(entries, { comment })), pages],
    [
      'a comment full of ends',
      () =>
        write(
          rawZip(entries, {
            comment: Buffer.concat(Array.from({ length: 2900 }, () => endRecords({ at: 0, size: 0, entries: 0 }))),
          }),
        ),
      pages,
    ],
    [
      'all of it',
      () => write(rawZip(all(packed, { descriptor: true, zip64: true }), { prefix, comment, zip64: true })),
      pages,
    ],
  ]
  let made = 0
  const write = (bytes: Buffer) => bench.write(`${++made}.cbz`, bytes)
  let right = 0
  for (const [name, make, required] of cases) {
    const path = make()
    const { facts, ended, ms } = await bench.read(path)
    const seen = typeof required === 'string' ? facts.errors[0]?.reason : await bench.pages(path, facts, 3)
    const isRight =
      typeof required === 'string'
        ? seen === required
        : JSON.stringify(seen) === JSON.stringify(required) && ended.length <= (name.includes('5 GiB') ? 1 : 0)
    if (isRight) right++
    else faults.push(`${name}: ${ended.join(', ')} ${facts.pages.length} pages`)
    say(`${name}: ${isRight ? 'right' : 'WRONG'}, ${Math.round(ms)} ms, peak ${bench.peakMb()} MB`)
  }
  const figure = `${right}/${cases.length} as required, peak ${bench.peakMb()} MB, worst ${bench.worstMs()} ms, ${bench.pool.counts().killed} processes ended`
  await bench.close()
  return { n: cases.length, figure, faults }
}

/** A file of 5 GiB and little more on a disk that keeps no zeros: the pages lie behind the first 4 GiB. */
function sparse(bench: Bench, pages: readonly RawEntry[]): string {
  const path = join(bench.folder, 'sparse.cbz')
  const fd = openSync(path, 'w')
  const big: RawEntry = {
    name: '0.bin',
    data: Buffer.alloc(0),
    size: 5 * GIB,
    storedSize: 5 * GIB,
    crc: 0,
    zip64: true,
  }
  const head = localHeader(big)
  writeSync(fd, head, 0, head.length, 0)
  let at = head.length + 5 * GIB
  ftruncateSync(fd, at)
  const directory = [centralHeader(big, 0)]
  for (const page of pages) {
    directory.push(centralHeader({ ...page, zip64: true }, at))
    const bytes = Buffer.concat([localHeader(page), page.data])
    writeSync(fd, bytes, 0, bytes.length, at)
    at += bytes.length
  }
  const bytes = Buffer.concat(directory)
  const end = Buffer.concat([bytes, endRecords({ at, size: bytes.length, entries: directory.length }, { zip64: true })])
  writeSync(fd, end, 0, end.length, at)
  closeSync(fd)
  return path
}

/** Descriptors may have no signature (APPNOTE 4.3.9.3): the directory is what counts. */
function withoutSignature(zip: Buffer): Buffer {
  for (let at = zip.indexOf('PK\x07\x08', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x07\x08', at + 1, 'latin1')) {
    zip.fill(0, at, at + 4)
  }
  return zip
}
