// B10: documents of a few megabytes whose names, levels or paths take minutes if a reader goes through them repeatedly.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { tarHeader } from '../kit/bombs'
import { bmpHeader } from '../kit/odd-images'
import { deflated, rawZip } from '../kit/raw-zip'
import { openBench, tell } from './bench'

setDefaultTimeout(120_000)
const bench = openBench('slow-documents')
afterAll(async () => {
  tell('B10', `slow documents: worst ${bench.worstMs()} ms, peak ${bench.peakMb()} MB`)
  await bench.close()
})

const PAGE = Buffer.concat([bmpHeader(10, 10, 320), Buffer.alloc(320)])
const comic = (inside: string) =>
  rawZip([
    { name: '1.bmp', data: PAGE },
    deflated('ComicInfo.xml', Buffer.from(`<ComicInfo>${inside}<Title>Tide</Title></ComicInfo>`)),
  ])

const TYPE = 'application/xhtml+xml'
interface Parts {
  readonly folder?: string
  readonly metadata?: string
  readonly manifest?: string
}
const epub = ({ folder = '', metadata = '', manifest = '' }: Parts) =>
  rawZip(
    Object.entries({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': `<container><rootfiles><rootfile full-path="${folder}p.opf"/></rootfiles></container>`,
      [`${folder}p.opf`]: `<package version="3.0"><metadata><title>Tide</title>${metadata}</metadata><manifest><item id="c" href="c.xhtml" media-type="${TYPE}"/>${manifest}</manifest><spine><itemref idref="c"/></spine></package>`,
      [`${folder}c.xhtml`]: '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Text.</p></body></html>',
    }).map(([name, data]) => deflated(name, Buffer.from(data))),
  )
const inLevels = (levels: number, name: string, inside: string, attributes = '') =>
  `<${name}${attributes}>`.repeat(levels) + inside + `</${name}>`.repeat(levels)
const long = 't'.repeat(20_000)

/** What it is, the file, its bytes, and the problem that it must have, if any. */
const CASES: readonly (readonly [string, string, () => Buffer, problem: string | null])[] = [
  ['a name of a million letters', 'a.cbz', () => comic(inLevels(1, 't'.repeat(1_000_000), 'x')), null],
  ['names of 20,000 letters in 90 levels', 'b.cbz', () => comic(inLevels(90, long, '<a/>'.repeat(100_000))), null],
  ['half a million elements in 190 levels', 'c.cbz', () => comic(inLevels(190, 'a', '<a/>'.repeat(500_000))), null],
  [
    'a package in 15,000 folders',
    'd.epub',
    () =>
      epub({ folder: 'a/'.repeat(15_000), manifest: '<item id="a" href="c.xhtml" media-type="x/y"/>'.repeat(60_000) }),
    'parser too-large',
  ],
  [
    'a package in 2,000 folders',
    'e.epub',
    () =>
      epub({
        folder: 'a/'.repeat(2_000),
        manifest: '<item id="a" href="../x/c.xhtml" media-type="x/y"/>'.repeat(60_000),
      }),
    null,
  ],
  [
    'half a million elements in 190 collections',
    'f.epub',
    () => epub({ metadata: inLevels(190, 'meta', '<a/>'.repeat(500_000), ' property="belongs-to-collection"') }),
    null,
  ],
  [
    'three million letters in 190 collections',
    'g.epub',
    () => epub({ metadata: inLevels(190, 'meta', 'x'.repeat(3_000_000), ' property="belongs-to-collection"') }),
    'metadata too-large',
  ],
  [
    'a tar of 19,999 pages',
    'h.cbt',
    () =>
      Buffer.concat([
        ...Array.from({ length: 19_999 }, (_, at) => [
          tarHeader(`${at}.bmp`, PAGE.length),
          Buffer.concat([PAGE], Math.ceil(PAGE.length / 512) * 512),
        ]).flat(),
        Buffer.alloc(1024),
      ]),
    null,
  ],
]

test.each(CASES)('B10: %s', async (_, name, make, problem) => {
  const { facts, ended, ms } = await bench.read(bench.write(name, make()))
  expect(ended).toEqual(problem === null ? [] : [problem])
  if (problem !== 'parser too-large') expect(facts.pageCount).toBeGreaterThan(0)
  // Each takes the whole time of its book if anything in it is quadratic.
  expect(ms).toBeLessThan(20_000)
})
