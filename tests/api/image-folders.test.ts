// Folders of images as books: found, read, downloaded, moved, changed, and ignored if the library disables them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto, PreviewScanResponse } from '@octavo/contract/library'
import type { PageDto } from '@octavo/contract/page'
import sharp from 'sharp'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage, pageColour, pngImage } from '../kit/images'
import { tiffImage } from '../kit/odd-images'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { allBooks, bookAt, makeLibrary, refusal, scan, scanEnd, seriesNamed } from './catalogue'

setDefaultTimeout(120_000)

const SIZE = { width: 320, height: 480 }
const page = (index: number) => jpegImage(SIZE, pageColour(index))

/** Longer than what is put together before it is sent: what follows a JPEG is no part of it. */
const longPage = async (index: number) => Buffer.concat([await page(index), Buffer.alloc(5 * 1024 ** 2)])

describe.each(['sqlite', 'postgres'] as const)('folders of images on %s', database => {
  const folder = temporaryFolder(`image-folders-${database}`)
  const at = (path: string) => join(folder.path, path)
  let octavo: Octavo
  let admin: Client
  let library: LibraryDto
  const pagesOf = (book: BookDto) => admin.get<PageDto[]>(`/api/v1/books/${book.id}/pages`)
  const scanned = () => scan(admin, library.id)

  beforeAll(async () => {
    const { pdf } = { pdf: ebook({ title: 'Words', chapters: [{ title: 'One', paragraphs: ['Words.'] }] }) }
    writeLibrary(folder.path, {
      'Tide/Vol. 1.5/10.jpg': await page(10),
      'Tide/Vol. 1.5/2.jpg': await page(2),
      'Tide/Vol. 1.5/1.png': await pngImage(SIZE, pageColour(1)),
      'Tide/Vol. 1.5/3.tiff': await tiffImage(),
      'Tide/Vol. 1.5/cover.jpg': await jpegImage(SIZE, '#ff0000'),
      'Tide/Vol. 1.5/ComicInfo.xml': '<ComicInfo><Summary>Water rises.</Summary><Writer>Ana Sea</Writer></ComicInfo>',
      'Tide/Vol. 1.5/notes.txt': 'nothing',
      'Tide/Vol. 2/1.jpg': await page(1),
      'Tide/Vol. 2/2.jpg': Buffer.from('no image at all'),
      'Tide/Vol. 3/1.jpg': await longPage(1),
      'Tide/Vol. 3/2.jpg': await longPage(2),
      'Tide/cover.jpg': await page(5),
      'Tide/folder.jpg': await page(6),
      'Mixed/a.cbz': await comic({ pages: 2, size: SIZE }),
      'Mixed/1.jpg': await page(1),
      'Mixed/2.jpg': await page(2),
      'Words/words.epub': pdf,
      'Words/cover.jpg': await page(1),
      'Words/poster.jpg': await page(1),
      'Lonely/only.jpg': await page(1),
      'root-1.jpg': await page(1),
      'root-2.jpg': await page(2),
    })
    execFileSync('mkfifo', [at('Tide/Vol. 2/3.jpg')])
    symlinkSync('/etc/passwd', at('Tide/Vol. 2/4.jpg'))
    octavo = await startOctavo({ database })
    admin = await octavo.signInAsAdmin()
    const made = { name: 'Pictures', path: folder.path, scanImmediately: true }
    library = await admin.post<LibraryDto>('/api/v1/libraries', made)
    await scanEnd(admin, library.id)
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('two images and no book file make a book; covers, single images and images next to books do not', async () => {
    const books = (await allBooks(admin)).map(book => book.path.slice(folder.path.length + 1)).toSorted()
    expect(books).toEqual(['Mixed/a.cbz', 'Tide/Vol. 1.5', 'Tide/Vol. 2', 'Tide/Vol. 3', 'Words/words.epub'])
    expect((await seriesNamed(admin, 'Tide')).bookCount).toBe(3)
    expect(await bookAt(admin, 'Vol. 2')).toMatchObject({ number: 2, pageCount: 2 })
    const book = await bookAt(admin, 'Vol. 1.5')
    expect(book).toMatchObject({ fileFormat: 'cbz', title: 'Vol. 1.5', pageCount: 4, analyzed: true })
    expect(book).toMatchObject({ summary: 'Water rises.', analysisError: null })
    expect(book.fileHash).toMatch(/^[0-9a-f]{64}$/)
    const inside = ['1.png', '2.jpg', '3.tiff', '10.jpg', 'ComicInfo.xml'].map(name => at(`Tide/Vol. 1.5/${name}`))
    expect(book.fileSize).toBe(inside.reduce((sum, path) => sum + readFileSync(path).length, 0))
  })

  test('pages are in natural order, byte for byte, converted and resized', async () => {
    const book = await bookAt(admin, 'Vol. 1.5')
    const pages = await pagesOf(book)
    expect(pages.map(({ fileName }) => fileName)).toEqual(['1.png', '2.jpg', '3.tiff', '10.jpg'])
    expect(pages[1]).toMatchObject({ fileFormat: 'jpeg', ...SIZE })
    for (const [index, name, type] of [
      [1, '1.png', 'image/png'],
      [4, '10.jpg', 'image/jpeg'],
    ] as const) {
      const answer = await admin.fetch(`/api/v1/books/${book.id}/pages/${index}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      const file = readFileSync(at(`Tide/Vol. 1.5/${name}`))
      expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
    }
    const shown = await admin.fetch(`/api/v1/books/${book.id}/pages/3`, { headers: { accept: 'image/*' } })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await admin.fetch(`/api/v1/books/${book.id}/pages/5`)).status).toBe(404)
  })

  test('the cover in the folder is the cover', async () => {
    const book = await bookAt(admin, 'Vol. 1.5')
    const answer = await admin.fetch(`/api/v1/books/${book.id}/thumbnail`)
    const [red, , blue] = (await sharp(await answer.arrayBuffer()).stats()).channels.map(channel => channel.mean)
    expect(red).toBeGreaterThan(240)
    expect(blue).toBeLessThan(15)
  })

  test('a damaged image is a problem of its page; links and pipes are no pages', async () => {
    const book = await bookAt(admin, 'Vol. 2')
    expect((await pagesOf(book)).map(({ fileName }) => fileName)).toEqual(['1.jpg', '2.jpg'])
    const { groups } = await admin.get<{
      groups: { errorType: string; books: { book: BookDto; errors: object[] }[] }[]
    }>('/api/v1/books/errors?errorType=page_extraction')
    const found = groups.flatMap(group => group.books).find(one => one.book.id === book.id)
    expect(found?.errors).toMatchObject([{ errorType: 'page_extraction', details: { page: '2.jpg' } }])
    expect((await admin.fetch(`/api/v1/books/${book.id}/pages/1`)).status).toBe(200)
    expect((await admin.fetch(`/api/v1/books/${book.id}/pages/2`)).status).toBe(422)
  })

  test('the download is a zip that other programs open', async () => {
    const book = await bookAt(admin, 'Vol. 1.5')
    const answer = await admin.fetch(`/api/v1/books/${book.id}/file`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('content-disposition')).toContain('filename="Vol. 1.5.cbz"')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const path = at('../downloaded.cbz')
    writeFileSync(path, bytes)
    const script = 'import zipfile,sys,hashlib,json\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n'
    const list = 'print(json.dumps({n:hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist()}))'
    const listed = JSON.parse(execFileSync('python3', ['-c', script + list, path], { encoding: 'utf8' }))
    unlinkSync(path)
    const names = ['1.png', '2.jpg', '3.tiff', '10.jpg']
    expect(Object.keys(listed)).toEqual(names)
    for (const name of names) {
      const sum = new Bun.CryptoHasher('sha256').update(readFileSync(at(`Tide/Vol. 1.5/${name}`))).digest('hex')
      expect(listed[name]).toBe(sum)
    }
    const length = String(bytes.length)
    expect([answer.headers.get('content-length'), answer.headers.get('accept-ranges')]).toEqual([length, 'bytes'])
    const head = await admin.fetch(`/api/v1/books/${book.id}/file`, { method: 'HEAD' })
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0])
    expect(head.headers.get('content-length')).toBe(length)
    const etag = answer.headers.get('etag') ?? ''
    const again = await admin.fetch(`/api/v1/books/${book.id}/file`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  test('an interrupted download is resumed, and any range equals that of the whole', async () => {
    const book = await bookAt(admin, 'Vol. 1.5')
    const path = `/api/v1/books/${book.id}/file`
    const answer = await admin.fetch(path)
    const etag = answer.headers.get('etag') ?? ''
    const whole = Buffer.from(await answer.arrayBuffer())
    const size = whole.length
    const part = async (range: string, headers = {}) => {
      const part = await admin.fetch(path, { headers: { range: `bytes=${range}`, ...headers } })
      return { status: part.status, headers: part.headers, bytes: Buffer.from(await part.arrayBuffer()) }
    }
    const second = whole.indexOf('2.jpg')
    const ranges = [
      `0-0`,
      `29-${second + 3}`,
      `${second}-`,
      `-22`,
      `${size - 1}-`,
      `${second + 100}-${size - 40}`,
      `5-${size + 9}`,
    ]
    for (const range of ranges) {
      const [from = '', to = ''] = range.split('-')
      const first = from === '' ? size - Number(to) : Number(from)
      const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
      const { status, headers, bytes } = await part(range, { 'if-range': etag })
      expect([range, status, headers.get('content-range')]).toEqual([range, 206, `bytes ${first}-${last}/${size}`])
      expect(headers.get('content-length')).toBe(String(last - first + 1))
      expect(bytes.equals(whole.subarray(first, last + 1))).toBe(true)
    }
    expect((await part('5-9', { 'if-range': '"another"' })).status).toBe(200)
    const outside = await part(`${size}-`)
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  })

  test('a long archive has its length in the header, and is complete', async () => {
    const path = `/api/v1/books/${(await bookAt(admin, 'Vol. 3')).id}/file`
    const head = await admin.fetch(path, { method: 'HEAD' })
    const whole = Buffer.from(await (await admin.fetch(path)).arrayBuffer())
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
    expect(whole.length).toBeGreaterThan(10 * 1024 ** 2)
    const part = await admin.fetch(path, { headers: { range: 'bytes=7-' } })
    expect(part.headers.get('content-range')).toBe(`bytes 7-${whole.length - 1}/${whole.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(7))).toBe(true)
  })

  test('OPDS offers it', async () => {
    const book = await bookAt(admin, 'Vol. 1.5')
    const feed = await (await admin.fetch(`/opds/v1/series/${book.seriesId}`)).text()
    expect(feed).toContain('title="Vol. 1.5.cbz"')
    expect(feed).toContain(`/opds/v1/books/${book.id}/file`)
    expect((await admin.fetch(`/opds/v1/books/${book.id}/file`)).status).toBe(200)
  })

  test('without rights it is not there', async () => {
    const book = await bookAt(admin, 'Vol. 1.5')
    for (const path of ['file', 'pages', 'pages/1', 'thumbnail']) {
      const answer = await fetch(`${octavo.url}/api/v1/books/${book.id}/${path}`)
      expect([path, answer.status]).toEqual([path, 401])
    }
  })

  test('a moved and renamed folder keeps its book and the place in it', async () => {
    const book = await bookAt(admin, 'Vol. 1.5')
    await admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 3 })
    renameSync(at('Tide/Vol. 1.5'), at('Tide/Volume 1'))
    await scanned()
    const moved = await bookAt(admin, 'Volume 1')
    expect(moved).toMatchObject({ id: book.id, title: 'Volume 1', fileHash: book.fileHash })
    expect((await admin.get<{ currentPage: number }>(`/api/v1/books/${book.id}/progress`)).currentPage).toBe(3)
    expect((await allBooks(admin)).length).toBe(5)
  })

  test('a scan that finds it unchanged reads nothing; a new page is noticed', async () => {
    const before = await bookAt(admin, 'Volume 1')
    await scanned()
    expect(await bookAt(admin, 'Volume 1')).toMatchObject({ updatedAt: before.updatedAt })
    writeFileSync(at('Tide/Volume 1/11.jpg'), await page(11))
    await scanned()
    expect(await bookAt(admin, 'Volume 1')).toMatchObject({ id: before.id, pageCount: 5 })
  })

  test('a scan of its series or of the folder alone finds new pages and new folders', async () => {
    const { id } = await bookAt(admin, 'Vol. 2')
    writeLibrary(folder.path, { 'Tide/Vol. 3/1.jpg': await page(1), 'Tide/Vol. 3/2.jpg': await page(2) })
    await admin.post(`/api/v1/series/${(await seriesNamed(admin, 'Tide')).id}/scan`)
    await scanEnd(admin, library.id)
    expect(await bookAt(admin, 'Vol. 3')).toMatchObject({ number: 3, pageCount: 2 })
    writeFileSync(at('Tide/Vol. 2/5.jpg'), await page(5))
    await admin.post(`/api/v1/libraries/${library.id}/scan?path=${encodeURIComponent('Tide/Vol. 2')}`)
    await scanEnd(admin, library.id)
    expect(await bookAt(admin, 'Vol. 2')).toMatchObject({ id, pageCount: 3 })
    renameSync(at('Tide/Vol. 3'), at('Tide/Vol. 4'))
    const { id: third } = await bookAt(admin, 'Vol. 3')
    await admin.post(`/api/v1/libraries/${library.id}/scan?path=Tide`)
    await scanEnd(admin, library.id)
    expect(await bookAt(admin, 'Vol. 4')).toMatchObject({ id: third })
    renameSync(at('Tide/Vol. 4'), at('../octavo-taken-away'))
    await scanned()
    expect((await allBooks(admin)).some(book => book.id === third)).toBe(false)
    renameSync(at('../octavo-taken-away'), at('Tide/Vol. 3'))
    await scanned()
    expect(await bookAt(admin, 'Vol. 3')).toMatchObject({ id: third })
  })

  test('a folder moved to another library and back keeps its book', async () => {
    const { id } = await bookAt(admin, 'Volume 1')
    const other = temporaryFolder(`image-folders-elsewhere-${database}`)
    writeLibrary(other.path, { 'Tide/a.cbz': await comic({ pages: 1, size: SIZE }) })
    const elsewhere = await makeLibrary(admin, 'Elsewhere', other.path)
    renameSync(at('Tide/Volume 1'), join(other.path, 'Tide/Volume 1'))
    await scan(admin, elsewhere.id)
    expect(await bookAt(admin, 'Volume 1')).toMatchObject({ id, libraryId: elsewhere.id })
    renameSync(join(other.path, 'Tide/Volume 1'), at('Tide/Volume 1'))
    await scanned()
    expect(await bookAt(admin, 'Volume 1')).toMatchObject({ id, libraryId: library.id })
    await admin.fetch(`/api/v1/libraries/${elsewhere.id}`, { method: 'DELETE' })
    other.remove()
  })

  test('a page that was changed since the scan is refused, and one that became a link', async () => {
    const book = await bookAt(admin, 'Volume 1')
    writeFileSync(at('Tide/Volume 1/11.jpg'), 'other')
    const changed = await admin.fetch(`/api/v1/books/${book.id}/pages/5`)
    expect(await refusal(changed)).toBe('409 Conflict')
    unlinkSync(at('Tide/Volume 1/11.jpg'))
    symlinkSync(at('Tide/Volume 1/10.jpg'), at('Tide/Volume 1/11.jpg'))
    expect((await admin.fetch(`/api/v1/books/${book.id}/pages/5`)).status).toBe(404)
    await scanned()
    expect(await bookAt(admin, 'Volume 1')).toMatchObject({ id: book.id, pageCount: 4 })
  })

  test('a preview says so, with and without them', async () => {
    const preview = (more: object) =>
      admin.post<PreviewScanResponse>('/api/v1/libraries/preview-scan', { path: folder.path, ...more })
    const files = (answer: PreviewScanResponse) => answer.files.map(({ path }) => path).toSorted()
    expect(files(await preview({}))).toEqual([
      'Mixed/a.cbz',
      'Tide/Vol. 2',
      'Tide/Vol. 3',
      'Tide/Volume 1',
      'Words/words.epub',
    ])
    expect(files(await preview({ imageFolders: false }))).toEqual(['Mixed/a.cbz', 'Words/words.epub'])
    expect(files(await preview({ allowedFormats: ['epub'] }))).toEqual(['Words/words.epub'])
  })

  test('a library that does not want them leaves them out, and has them back with all that was done', async () => {
    const book = await bookAt(admin, 'Volume 1')
    const scanning = { enabled: true, scanMode: 'normal' }
    await admin.patch(`/api/v1/libraries/${library.id}`, { scanningConfig: { ...scanning, imageFolders: false } })
    await scanned()
    expect((await allBooks(admin)).map(({ fileFormat }) => fileFormat).toSorted()).toEqual(['cbz', 'epub'])
    expect(existsSync(at('Tide/Volume 1/2.jpg'))).toBe(true)
    await admin.patch(`/api/v1/libraries/${library.id}`, { scanningConfig: scanning })
    await scanned()
    expect(await bookAt(admin, 'Volume 1')).toMatchObject({ id: book.id, readProgress: { currentPage: 3 } })
  })
})
