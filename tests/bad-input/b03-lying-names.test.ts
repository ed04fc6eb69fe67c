// B03: misleading file names, and files that are not books at all.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { comic, ebook } from '../kit/books'
import { pngImage } from '../kit/images'
import { FIXTURES } from '../kit/paths'
import { sevenZip } from '../kit/seven-zip'
import { openBench, tell } from './bench'

setDefaultTimeout(60_000)
const bench = openBench('lying')
afterAll(bench.close)

const fixture = (path: string) => readFileSync(join(FIXTURES, path))
const NOTHING = ['format_detection unknown-format']

test('B03: the format of a file is recognised by its content', async () => {
  const page = await pngImage({ width: 30, height: 40 })
  const files: readonly (readonly [
    name: string,
    bytes: Uint8Array | string,
    format: string | null,
    ended: string[],
  ])[] = [
    ['zip.cbr', await comic({ pages: 2 }), 'cbz', []],
    ['zip.epub', await comic({ pages: 2 }), 'cbz', []],
    ['rar.cbz', fixture('cbr/rar5.cbr'), 'cbr', []],
    ['7z.cbz', await sevenZip('7z', { 'a.png': page }), 'cbr', []],
    ['tar.pdf', await sevenZip('tar', { 'a.png': page }), 'cbz', []],
    ['pdf.epub', fixture('pdf/labelled_pages.pdf'), 'pdf', []],
    ['epub.pdf', ebook({ title: 'Tide', chapters: [{ title: 'One', paragraphs: ['Text.'] }] }), 'epub', []],
    ['picture.cbz', page, null, NOTHING],
    ['page.cbz', '<!DOCTYPE html><html><body>404 Not Found</body></html>', null, NOTHING],
    ['text.cbr', 'Rar! or so it says', null, NOTHING],
    ['empty.pdf', '', null, ['parser corrupt']],
    ['one.cbz', 'P', null, NOTHING],
  ]
  const seen = await Promise.all(
    files.map(async ([name, bytes]) => {
      const { facts, ended } = await bench.read(bench.write(name, bytes))
      return [name, facts.format, ended.filter(one => !one.startsWith('thumbnail')), facts.pageCount > 0]
    }),
  )
  expect(seen).toEqual(files.map(([name, , format, ended]) => [name, format, ended, ended.length === 0]))
  expect(files.length).toBe(12)
  tell('B03', `${seen.length}/12 by content`)
})
