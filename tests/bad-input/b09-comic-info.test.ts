// B09: broken ComicInfo files: the book is still read, and reports what was left out.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { jpegImage } from '../kit/images'
import { deflated, rawZip } from '../kit/raw-zip'
import { openBench, tell } from './bench'

setDefaultTimeout(120_000)
const bench = openBench('comic-info')
let readable = 0
let tried = 0
afterAll(async () => {
  const { killed } = bench.pool.counts()
  tell(
    'B09',
    `${readable}/${tried} books readable, ${killed} processes ended, peak ${bench.peakMb()} MB, worst ${bench.worstMs()} ms`,
  )
  await bench.close()
})

const info = (inside: string) => `<?xml version="1.0"?><ComicInfo>${inside}</ComicInfo>`
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
const TITLE = '<Title>Größe</Title>'

/** What it is, its bytes, and the title that has to come of it; null: left out with a word of why. */
const CASES: readonly (readonly [string, () => Uint8Array | string, string | null])[] = [
  ['50 MiB', () => info(`<Summary>${'All work and no play. '.repeat(2_383_127)}</Summary>`), null],
  ['50 MiB that do not pack', () => Buffer.from(info('x'.repeat(50_000_000))), null],
  ['more than a million tags', () => info('<a/>'.repeat(1_050_000)), null],
  ['a million tags within the limit', () => info(`${TITLE}${'<a/>'.repeat(1_000_000)}`), 'Größe'],
  [
    'a million attributes',
    () => info(`<a ${Array.from({ length: 300_000 }, (_, i) => `b${i}=""`).join(' ')}/>${TITLE}`),
    'Größe',
  ],
  ['100,000 deep', () => info('<a>'.repeat(100_000) + '</a>'.repeat(100_000)), null],
  ['100,000 deep and cut off', () => '<ComicInfo>'.repeat(100_000), null],
  ['UTF-16 LE', () => Buffer.from(`\uFEFF${info(TITLE)}`, 'utf16le'), 'Größe'],
  ['UTF-16 BE', () => utf16be(info(TITLE)), 'Größe'],
  ['UTF-16 without a mark', () => Buffer.from(info(TITLE), 'utf16le'), 'Größe'],
  [
    'UTF-16 of half a letter',
    () => Buffer.concat([Buffer.from(`\uFEFF${info(TITLE)}`, 'utf16le'), Buffer.from([0x20])]),
    null,
  ],
  ['UTF-8 with a mark', () => `\uFEFF${info(TITLE)}`, 'Größe'],
  ['three marks', () => `\uFEFF\uFEFF\uFEFF${info(TITLE)}`, 'Größe'],
  ['Windows-1252', () => Buffer.from(info('<Title>Gr\xf6\xdfe</Title>'), 'latin1'), 'Größe'],
  [
    'a mark of UTF-8 before Windows-1252',
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(info('<Title>Gr\xf6\xdfe</Title>'), 'latin1')]),
    'Größe',
  ],
  ['not closed', () => '<ComicInfo><Title>Open', null],
  ['closed crosswise', () => '<ComicInfo><Title>x</Series></ComicInfo>', 'x'],
  ['no XML', () => 'Title: x', null],
  ['HTML', () => '<html><body>404</body></html>', null],
  ['zeros', () => Buffer.alloc(10_000), null],
  ['nothing', () => '', null],
  ['control characters', () => info('<Title>Gr\u0001ö\u0000ße</Title>'), 'Größe'],
  ['characters beyond Unicode', () => info('<Title>Größe&#xD800;&#0;</Title>'), 'Größe'],
  ['a comment without end', () => info(`${TITLE}<!--`), null],
  ['CDATA without end', () => info(`${TITLE}<![CDATA[`), null],
  ['a document type', () => `<!DOCTYPE ComicInfo SYSTEM "x.dtd">${info(TITLE)}`, null],
]

test.each(CASES)('B09: %s', async (name, make, title) => {
  tried++
  const image = Buffer.from(await jpegImage({ width: 30, height: 45 }))
  const text = Buffer.from(make() as string)
  const archive = rawZip([{ name: '1.jpg', data: image }, deflated('ComicInfo.xml', text)])
  const path = bench.write(`${tried}.cbz`, archive)
  const { facts, ended } = await bench.read(path)
  expect([name, facts.pageCount, facts.cover !== null]).toEqual([name, 1, true])
  expect(await bench.pages(path, facts)).toEqual([image])
  readable++
  expect(ended.map(one => one.split(' ')[0])).toEqual(title === null ? ['metadata'] : [])
  expect(facts.metadata?.title ?? null).toBe(title)
})

test('B09: a highly compressed document is skipped by the size in its header', async () => {
  tried++
  const image = Buffer.from(await jpegImage({ width: 30, height: 45 }))
  const archive = rawZip([
    { name: '1.jpg', data: image },
    deflated('ComicInfo.xml', Buffer.alloc(50 * 1024 * 1024, ' '), { size: 1000 }),
  ])
  const { facts, ended } = await bench.read(bench.write('bomb.cbz', archive))
  expect([facts.pageCount, ended.length]).toEqual([1, 1])
  expect(ended[0]).toStartWith('metadata')
  readable++
})
