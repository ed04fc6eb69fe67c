import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { ebook, writeLibrary } from '../../../../../tests/kit/books'
import { forEachDatabase } from '../../../db/testing'
import { startParserPool } from '../../../workers'
import { libraryNamer } from '../../catalogue/naming'
import { describePath } from './describe-path'
import { previewScan } from './preview-scan'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('numbers by position', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => library.remove())

  /** After a scan, and after one that reads all books again: both give the same. */
  const numbers = async () => {
    const now = async () => Object.values(await library.books()).map(({ number }) => number)
    await library.scan()
    const scanned = await now()
    await library.scan({ mode: 'deep' })
    expect(await now()).toEqual(scanned)
    return scanned
  }

  test('follow when numbered books come and go', async () => {
    await library.files.add('Thor/Thor 001.cbz')
    await library.files.add('Thor/Thor Annual.cbz')
    expect(await numbers()).toEqual([1, 2])
    await library.files.add('Thor/Thor 002.cbz')
    expect(await numbers()).toEqual([1, 2, 3])
    library.files.remove('Thor/Thor 001.cbz')
    expect(await numbers()).toEqual([2, 2])
    library.files.move('Thor/Thor 002.cbz', 'Odin/Thor 002.cbz')
    expect(await numbers()).toEqual([2, 1])
  })

  test('follow when the metadata of a numbered book moves it to another series', async () => {
    const add = (name: string, Series: string) => library.files.add(`${name}.cbz`, { comicInfo: { Series } })
    for (const name of ['Odin Annual', 'Odin Special']) await add(name, 'Odin')
    for (const name of ['Thor 001', 'Thor Annual']) await add(name, 'Thor')
    await library.scan()
    await library.name({ seriesStrategy: 'flat' })
    expect(await numbers()).toEqual([1, 2, 1, 2])
    await add('Aesir 005', 'Thor')
    expect(await numbers()).toEqual([5, 1, 2, 1, 3])
    await add('Aesir 005', 'Odin')
    expect(await numbers()).toEqual([5, 2, 3, 1, 2])
  })

  test('count only the files that are numbered by position, whatever was added last', async () => {
    for (const name of ['a.cbz', 'c.cbz']) await library.files.add(`Mixed/${name}`)
    expect(await numbers()).toEqual([1, 2])
    for (const name of ['b.epub', 'b2.epub']) {
      writeLibrary(library.root, { [`Mixed/${name}`]: ebook({ title: name, chapters: [] }) })
    }
    expect(await numbers()).toEqual([1, null, null, 2])
    await library.files.add('Mixed/d.cbz')
    expect(await numbers()).toEqual([1, null, null, 2, 3])
    for (const name of ['a.cbz', 'b.epub', 'b2.epub', 'c.cbz', 'd.cbz'])
      library.files.copy(`Mixed/${name}`, `New/${name}`)
    expect(await numbers()).toEqual([1, null, null, 2, 3, 1, null, null, 2, 3])
    const { files } = await previewScan(
      pool,
      { folders: [library.root], namer: libraryNamer(pool, null), formats: null, excludedPatterns: null },
      new AbortController().signal,
    )
    expect(files.map(({ number }) => number)).toEqual([1, null, null, 2, 3, 1, null, null, 2, 3])
    const described = await describePath(library.root, pool)
    const [series] = described.kind === 'folder' ? described.series : []
    expect(series?.books.map(({ number }) => number)).toEqual([1, null, null, 2, 3])
    await library.name({ numberStrategy: 'file_order' })
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    await library.name({ numberStrategy: 'smart' })
    expect(await numbers()).toEqual([1, null, null, 2, 3, 1, null, null, 2, 3])
  })
})
