// The same page hash for the same pages, in any container.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { ebook } from '../../../tests/kit/books'
import { jpegImage, pageColour } from '../../../tests/kit/images'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import { type PdfObjects, rawPdf } from '../../../tests/kit/raw-pdf'
import { sevenZip } from '../../../tests/kit/seven-zip'
import { tagPdf } from '../../../tests/kit/tag-pdf'
import { zip } from '../../../tests/kit/zip'
import { withSource } from '../formats/file-source'
import { listPackedPages, unpackPage } from '../formats/packed/comic-packed'
import { isOfFewPages } from '../formats/pages-hash'
import { startParserPool } from '.'
import { openPacked } from './decode/open-packed'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
const folder = temporaryFolder('same-pages')
afterAll(async () => {
  await pool.close()
  folder.remove()
})

async function hashOf(path: string): Promise<string | null> {
  const facts = await pool.analyze({ path, thumbnailTarget: null })
  return facts.pagesHash ?? null
}

async function hashOfBytes(name: string, bytes: Uint8Array): Promise<string | null> {
  const path = join(folder.path, name)
  writeFileSync(path, bytes)
  return hashOf(path)
}

for (const name of ['rar5.cbr', 'rar3-solid.cbr', 'rar15.cbr']) {
  test(`the pages of ${name} match in zip and 7z, with other names and with metadata`, async () => {
    const rar = join(FIXTURES, 'cbr', name)
    const pages = await withSource(rar, async source => {
      const archive = await openPacked(source, 'rar')
      return listPackedPages(archive.entries).map(entry => unpackPage(archive, entry))
    })
    const named = pages.map((data, index) => ({ name: `page ${index}.jpg`, data }))
    const info = { name: 'ComicInfo.xml', data: '<ComicInfo><Series>Other</Series></ComicInfo>' }
    const hash = await hashOf(rar)
    const others = [
      await hashOfBytes('stored.cbz', zip(named)),
      await hashOfBytes('deflated.cbz', zip([...named.map(each => ({ ...each, method: 'deflate' as const })), info])),
      await hashOfBytes(
        'seven.cb7',
        await sevenZip('7z', Object.fromEntries(named.map(each => [each.name, each.data]))),
      ),
    ]
    if (new Set(pages.map(String)).size >= 3) {
      expect([...others, isOfFewPages(hash)]).toEqual([hash, hash, hash, false])
    } else {
      // With one or two different pages, the kind of archive counts, too.
      expect([others[0], others[2], isOfFewPages(hash)]).toEqual([others[1] as string, hash, true])
      expect(others[0]).not.toBe(hash)
    }
    expect(await hashOfBytes('less.cbz', zip(named.slice(1)))).not.toBe(hash ?? 'none')
  })
}

test('an EPUB matches with another title, but not with another chapter', async () => {
  const chapters = ['One', 'Two', 'Three'].map(title => ({ title, paragraphs: [`${title} begins.`] }))
  const hash = await hashOfBytes('a.epub', ebook({ title: 'First', chapters }))
  expect(hash).not.toBeNull()
  expect(await hashOfBytes('b.epub', ebook({ title: 'Second', author: 'Somebody', chapters }))).toBe(hash)
  const changed = chapters.with(1, { title: 'Two', paragraphs: ['Two begins otherwise.'] })
  expect(await hashOfBytes('c.epub', ebook({ title: 'First', chapters: changed }))).not.toBe(hash)
})

const pictures = (count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_, n) => jpegImage({ width: 60 + from + n, height: 90 }, pageColour(n))))

test('the pages of a tar, compressed or not, match those of a zip', async () => {
  const pages = (await pictures(4)).map((data, index) => ({ name: `${index}.jpg`, data }))
  const named = (names: string) => Object.fromEntries(pages.map(({ data }, index) => [`${names} ${index}.jpg`, data]))
  const hash = await hashOfBytes('pages.cbz', zip(pages))
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  const tar = await sevenZip('tar', named('plain'))
  const info = { 'ComicInfo.xml': Buffer.from('<ComicInfo><Series>Other</Series></ComicInfo>') }
  const tagged = await sevenZip('tar', { ...named('tagged'), ...info })
  expect(await hashOfBytes('plain.cbt', tar)).toBe(hash)
  expect(await hashOfBytes('tagged.cbt', tagged)).toBe(hash)
  expect(await hashOfBytes('packed.cbt', Bun.gzipSync(new Uint8Array(tagged)))).toBe(hash)
  const other = await sevenZip('tar', { ...named('plain'), 'plain 3.jpg': pages[0]?.data ?? Buffer.alloc(0) })
  expect(await hashOfBytes('other.cbt', other)).not.toBe(hash)
  // The last page is truncated: its content is unknown.
  expect(await hashOfBytes('cut.cbt', tar.subarray(0, tar.lastIndexOf(pages[3]?.data ?? '') + 100))).toBeNull()
})

test('the pages of a folder match with metadata and other names', async () => {
  const pages = await pictures(4)
  const fill = (name: string, write: (index: number) => string) => {
    mkdirSync(join(folder.path, name))
    for (const [index, page] of pages.entries()) writeFileSync(join(folder.path, name, write(index)), page)
    return join(folder.path, name)
  }
  const plain = fill('plain', index => `${index}.jpg`)
  const tagged = fill('tagged', index => `page ${index}.jpg`)
  writeFileSync(join(tagged, 'ComicInfo.xml'), '<ComicInfo><Series>Other</Series></ComicInfo>')
  const hash = await hashOf(plain)
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(await hashOf(tagged)).toBe(hash)
  writeFileSync(join(tagged, 'page 4.jpg'), pages[0] as Uint8Array)
  expect(await hashOf(tagged)).not.toBe(hash)
})

for (const name of ['tracemonkey.pdf', 'basicapi.pdf', 'kavita-test.pdf', 'large_jpeg_downscale.pdf']) {
  test(`${name} matches with another title`, async () => {
    const path = join(FIXTURES, 'pdf', name)
    const before = await pool.analyze({ path, thumbnailTarget: null })
    const tagged = join(folder.path, name)
    writeFileSync(tagged, tagPdf(readFileSync(path), 'New tags'))
    const after = await pool.analyze({ path: tagged, thumbnailTarget: null })
    expect(after.metadata?.title).toBe('New tags')
    expect(after.fileHash).not.toBe(before.fileHash)
    expect(before.pagesHash).toMatch(/^(few:)?[0-9a-f]{32}$/)
    expect(after.pagesHash).toBe(before.pagesHash as string)
  })
}

interface Scan {
  /** One for each page. */
  readonly pictures: readonly Uint8Array[]
  readonly heights?: readonly number[]
  /** As a tool rewrites files: other object numbers, compressed streams, metadata. */
  readonly isRewritten?: boolean
}

/** A PDF of scanned pages, each a full-page picture and a line of text. */
function scanned({ pictures, heights = [], isRewritten = false }: Scan): Buffer {
  const first = isRewritten ? 40 : 10
  const number = (page: number, part: number) => first + (isRewritten ? pictures.length - page : page) * 5 + part
  const kids = pictures.map((_, page) => `${number(page, 0)} 0 R`).join(' ')
  const objects: Record<number, PdfObjects[number]> = {
    1: `<</Type/Catalog/Pages 2 0 R${isRewritten ? '/Metadata 3 0 R' : ''}>>`,
    2: `<</Type/Pages/Kids[${kids}]/Count ${pictures.length}>>`,
    4: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...(isRewritten && { 3: { dictionary: '/Type/Metadata/Subtype/XML', bytes: Buffer.from('<x:xmpmeta/>') } }),
  }
  for (const [page, bytes] of pictures.entries()) {
    const height = heights[page] ?? 300
    const drawn = Buffer.from(`q 200 0 0 ${height} 0 0 cm /I Do Q BT /F 9 Tf 20 20 Td (Page ${page}) Tj ET`)
    const resources = `<</XObject<</I ${number(page, 2)} 0 R>>/Font<</F 4 0 R>>>>`
    const place = `/MediaBox[0 0 200 ${height}]/Contents ${number(page, 1)} 0 R`
    objects[number(page, 0)] = `<</Type/Page/Parent 2 0 R/Resources${resources}${place}>>`
    objects[number(page, 1)] = {
      dictionary: isRewritten ? '/Filter/FlateDecode' : '',
      bytes: isRewritten ? deflateSync(drawn) : drawn,
    }
    const image = '/Type/XObject/Subtype/Image/Width 60/Height 90/ColorSpace/DeviceRGB/BitsPerComponent 8'
    objects[number(page, 2)] = { dictionary: `${image}/Filter/DCTDecode`, bytes }
  }
  return rawPdf(objects)
}

test('a PDF matches after it was rewritten, but not with another page', async () => {
  const pages = await pictures(6)
  const hash = await hashOfBytes('scan.pdf', scanned({ pictures: pages }))
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(await hashOfBytes('rewritten.pdf', scanned({ pictures: pages, isRewritten: true }))).toBe(hash)
  const [another] = await pictures(1, 90)
  const others = [
    { pictures: pages.slice(1) },
    { pictures: pages.with(4, another as Uint8Array) },
    { pictures: pages, heights: [300, 301] },
    { pictures: [...pages, another as Uint8Array] },
  ]
  for (const [n, scan] of others.entries()) expect(await hashOfBytes(`other ${n}.pdf`, scanned(scan))).not.toBe(hash)
})

test('PDFs of one small page, and of blank ones, are not distinguished', async () => {
  expect(await hashOfBytes('one.pdf', scanned({ pictures: await pictures(1) }))).toBeNull()
  expect(await hashOf(join(FIXTURES, 'pdf/labelled_pages.pdf'))).toBeNull()
})
