// One hash for the same pages, however they are packed.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ebook } from '../../../tests/kit/books'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import { sevenZip } from '../../../tests/kit/seven-zip'
import { zip } from '../../../tests/kit/zip'
import { withSource } from '../formats/file-source'
import { listPackedPages, unpackPage } from '../formats/packed/comic-packed'
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
  test(`the pages of ${name} are the same in a zip and in a 7z, under other names and with metadata`, async () => {
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
    expect(others).toEqual([hash, hash, hash])
    if (new Set(pages.map(String)).size < 3) expect(hash).toBeNull()
    else expect(hash).not.toBeNull()
    expect(await hashOfBytes('less.cbz', zip(named.slice(1)))).not.toBe(hash ?? 'none')
  })
}

test('an EPUB with another title has the same chapters, and one with another chapter does not', async () => {
  const chapters = ['One', 'Two', 'Three'].map(title => ({ title, paragraphs: [`${title} begins.`] }))
  const hash = await hashOfBytes('a.epub', ebook({ title: 'First', chapters }))
  expect(hash).not.toBeNull()
  expect(await hashOfBytes('b.epub', ebook({ title: 'Second', author: 'Somebody', chapters }))).toBe(hash)
  const changed = chapters.with(1, { title: 'Two', paragraphs: ['Two begins otherwise.'] })
  expect(await hashOfBytes('c.epub', ebook({ title: 'First', chapters: changed }))).not.toBe(hash)
})
