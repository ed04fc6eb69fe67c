// B10: EPUBs of some kilobytes whose documents repeat a path, a type or a title thousands of times.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { deflated, rawZip } from '../kit/raw-zip'
import { openBench } from './bench'

setDefaultTimeout(120_000)
const bench = openBench('repeated-parts')
afterAll(() => bench.close())
const CONTAINER =
  '<container><rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
const CHAPTER = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Text.</p></body></html>'
const TYPE = 'application/xhtml+xml'

interface Parts {
  readonly manifest: string
  readonly items?: number
  readonly spine?: string
  readonly files: Readonly<Record<string, string | Buffer>>
}

const epub = ({ manifest, items = 1, spine = '', files }: Parts) =>
  rawZip([
    { name: 'mimetype', data: Buffer.from('application/epub+zip') },
    ...Object.entries({
      'META-INF/container.xml': CONTAINER,
      'p.opf': `<package version="3.0"><metadata><title>Tide</title></metadata><manifest>${manifest}</manifest><spine ${spine}>${'<itemref idref="a"/>'.repeat(items)}</spine></package>`,
      ...files,
    }).map(([name, data]) => deflated(name, Buffer.from(data))),
  ])

const LONG = 'n'.repeat(60_000)
/** 12 MiB that unpack to less than 200 times their size. */
const hash = (text: string) => Bun.hash(text).toString()
const text = Buffer.from(
  Array.from({ length: 2_048 }, (_, at) => (hash(`a${at}`) + hash(`b${at}`) + hash(`c${at}`)).padEnd(6_144)).join('\n'),
)
const deep = (levels: number) =>
  `${'<li><p><ol>'.repeat(levels)}<li><a href="a.xhtml">${'t'.repeat(1_000_000)}</a></li>${'</ol></p></li>'.repeat(levels)}`

const CASES: readonly (readonly [string, Parts, 'read' | 'too-large'])[] = [
  [
    'a media type of 3,000 letters, 50,000 times',
    {
      manifest: `<item id="a" href="a.xhtml" media-type="${TYPE}${'x'.repeat(3_000)}"/>`,
      items: 50_000,
      files: { 'a.xhtml': CHAPTER },
    },
    'read',
  ],
  [
    'contents with a path of 60,000 letters, 8,000 times',
    {
      manifest: `<item id="a" href="a.xhtml" media-type="${TYPE}"/><item id="n" href="${LONG}" media-type="x/y"/>`,
      spine: 'toc="n"',
      files: {
        'a.xhtml': CHAPTER,
        [LONG]: `<ncx><navMap>${'<navPoint><content src="#"/></navPoint>'.repeat(8_000)}</navMap></ncx>`,
      },
    },
    'read',
  ],
  [
    'contents whose every level contains the text of all levels below',
    {
      manifest: `<item id="a" href="a.xhtml" media-type="${TYPE}"/><item id="n" href="n.xhtml" properties="nav" media-type="${TYPE}"/>`,
      files: { 'a.xhtml': CHAPTER, 'n.xhtml': `<html><body><nav><ol>${deep(40)}</ol></nav></body></html>` },
    },
    'read',
  ],
  [
    'files with names of 60,000 letters',
    {
      manifest: `<item id="a" href="a.xhtml" media-type="${TYPE}"/>`,
      files: {
        'a.xhtml': CHAPTER,
        ...Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${LONG}${at}`, 'x'])),
      },
    },
    'read',
  ],
  [
    'a chapter whose path has 60,000 letters',
    { manifest: `<item id="a" href="${LONG}" media-type="${TYPE}"/>`, files: { [LONG]: text } },
    'too-large',
  ],
  [
    'a chapter of 12 MiB, 100,000 times',
    {
      manifest: `<item id="a" href="a.xhtml" media-type="${TYPE}"/>`,
      items: 100_000,
      files: { 'a.xhtml': text },
    },
    'too-large',
  ],
]

describe.each(CASES)('B10: %s', (what, parts, required) => {
  test('does not grow beyond its limits', async () => {
    const path = bench.write(`${what}.epub`, epub(parts))
    const { facts } = await bench.read(path)
    const opened = await bench.pool.publication({ path })
    const reasons = facts.errors.filter(({ errorType }) => errorType === 'parser').map(({ reason }) => reason)
    if (required === 'too-large') {
      expect([reasons, facts.pageCount]).toEqual([['too-large'], 0])
      expect(opened.ok ? 'read' : opened.problem.reason).toBe('too-large')
      return
    }
    expect([reasons, opened.ok]).toEqual([[], true])
    // No more than four times what one document may have.
    expect(JSON.stringify(opened).length).toBeLessThanOrEqual(16 * 1024 * 1024)
  })
})
