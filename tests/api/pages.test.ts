// Pages as images: the very bytes of the file, or no wider than asked.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import sharp from 'sharp'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { bmpImage, heicImage, jxlImage, tiffImage } from '../kit/odd-images'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { zip } from '../kit/zip'
import { allBooks, bookAt, firstScans, refusal } from './catalogue'
import { below, EXPECTED } from './fixture-library'

setDefaultTimeout(60_000)

describe('pages', () => {
  const folder = temporaryFolder('pages')
  let octavo: Octavo
  let admin: Client
  const pageOf = (book: BookDto, rest: string, init?: RequestInit) =>
    admin.fetch(`/api/v1/books/${book.id}/pages/${rest}`, init)
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
  const cached = () => readdirSync(join(octavo.dataDir, 'cache/pages'))

  beforeAll(async () => {
    writeLibrary(folder.path, {
      'Wide/stored.cbz': await comic({ pages: 2, size: { width: 1000, height: 500 } }),
      'Odd/kinds.cbz': zip([
        { name: '1.heic', data: heicImage() },
        { name: '2.bmp', data: bmpImage() },
        { name: '3.tiff', data: await tiffImage() },
        { name: '4.jxl', data: jxlImage() },
      ]),
      'Odd/damaged.cbz': await damaged(),
      'Wide/deflated.cbz': await comic({ pages: 2, size: { width: 7000, height: 700 }, method: 'deflate' }),
    })
    const fixtures = ['cbz', 'cbr', 'pdf'].map(name => join(FIXTURES, name))
    octavo = await startOctavo({ database: 'sqlite', libraries: [folder.path, ...fixtures] })
    admin = await octavo.signInAsAdmin()
    await firstScans(admin, 4)
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('are the bytes that other tools extract, stored, deflated and from RAR', async () => {
    const books = await allBooks(admin)
    const compared: string[] = []
    for (const book of books) {
      const facts = EXPECTED[below(book.path)]
      if (!facts?.first_page_sha256 || book.analysisError !== null) continue
      const answer = await pageOf(book, '1')
      expect([below(book.path), answer.status]).toEqual([below(book.path), 200])
      expect(answer.headers.get('content-type')).toStartWith('image/')
      const digest = createHash('sha256')
        .update(await bytesOf(answer))
        .digest('hex')
      expect([below(book.path), digest]).toEqual([below(book.path), facts.first_page_sha256])
      compared.push(book.fileFormat)
    }
    expect(compared.filter(format => format === 'cbz').length).toBeGreaterThan(5)
    expect(compared.filter(format => format === 'cbr').length).toBeGreaterThan(5)
  })

  test('with a wrong checksum are refused, and the others are served', async () => {
    const book = await bookAt(admin, 'Odd/damaged.cbz')
    expect(await refusal(await pageOf(book, '2'))).toBe('422 UnprocessableEntity')
    expect((await pageOf(book, '1')).status).toBe(200)
    expect((await pageOf(book, '3')).status).toBe(200)
  })

  test('are converted to JPEG for clients that do not support their format', async () => {
    const book = await bookAt(admin, 'Odd/kinds.cbz')
    expect(book).toMatchObject({ pageCount: 4, analysisError: null })
    const kindOf = async (page: number, accept: string, query = '') => {
      const answer = await pageOf(book, `${page}${query}`, { headers: { accept } })
      expect(answer.headers.get('vary')).toContain('Accept')
      const { format, width, height } = await sharp(await bytesOf(answer)).metadata()
      expect(answer.headers.get('content-type')).toBe(`image/${format}`)
      return [format, width, height]
    }
    const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
    expect(await kindOf(1, browser)).toEqual(['jpeg', 64, 96])
    expect(await kindOf(2, 'image/jpeg')).toEqual(['jpeg', 64, 96])
    expect(await kindOf(3, browser)).toEqual(['jpeg', 64, 96])
    expect(await kindOf(4, browser)).toEqual(['jpeg', 550, 368])
    expect(await kindOf(4, 'image/jxl', '?width=400')).toEqual(['jpeg', 400, 268])
    const own = await pageOf(book, '4', { headers: { accept: 'image/jxl,*/*' } })
    expect(own.headers.get('content-type')).toBe('image/jxl')
    expect((await bytesOf(own)).equals(jxlImage())).toBe(true)
    const bitmap = await pageOf(book, '2', { headers: { accept: browser } })
    expect((await bytesOf(bitmap)).equals(bmpImage())).toBe(true)
  })

  test('are all there, from the first to the last', async () => {
    for (const path of ['image-formats.cbz', 'komga-rar4-solid.cbr', 'stored.cbz', 'sizes.pdf']) {
      const book = await bookAt(admin, path)
      for (let number = 1; number <= book.pageCount; number++) {
        const answer = await pageOf(book, String(number))
        expect([path, number, answer.status]).toEqual([path, number, 200])
        expect((await bytesOf(answer)).length).toBeGreaterThan(0)
      }
      expect(await refusal(await pageOf(book, String(book.pageCount + 1)))).toBe('404 NotFound')
    }
  })

  test('no wider than asked, within 320 and 6000, and never wider than they are', async () => {
    const stored = await bookAt(admin, 'stored.cbz')
    const deflated = await bookAt(admin, 'deflated.cbz')
    const pdf = await bookAt(admin, 'sizes.pdf')
    const cases: [BookDto, number, number][] = [
      [stored, 500, 500],
      [stored, 1, 320],
      [stored, 320, 320],
      [stored, 1000, 1000],
      [stored, 4000, 1000],
      [deflated, 5000, 5000],
      [deflated, 6001, 6000],
      [deflated, 2_147_483_647, 6000],
      [pdf, 400, 400],
      [pdf, 1, 320],
    ]
    for (const [book, width, served] of cases) {
      const answer = await pageOf(book, `1?width=${width}`)
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      const image = await sharp(await bytesOf(answer)).metadata()
      expect([book.title, width, image.width, image.format]).toEqual([book.title, width, served, 'jpeg'])
    }
    const original = await bytesOf(await pageOf(stored, '1'))
    expect((await bytesOf(await pageOf(stored, '1?width=4000'))).equals(original)).toBe(true)
    for (const wrong of ['0', '-1', 'x', '1.5', '1e99', '']) {
      expect(await refusal(await pageOf(stored, `1?width=${wrong}`))).toBe('400 BadRequest')
    }
  })

  test('with a number that is none, or behind the end, are refused', async () => {
    const book = await bookAt(admin, 'stored.cbz')
    for (const wrong of ['0', '-1', 'x', '1.5', '2147483648', '1e3x', '%20']) {
      expect([wrong, await refusal(await pageOf(book, wrong))]).toEqual([wrong, '400 BadRequest'])
    }
    for (const far of ['3', '1000000000']) expect(await refusal(await pageOf(book, far))).toBe('404 NotFound')
  })

  test('of an encrypted book are refused, with the reason', async () => {
    const book = await bookAt(admin, 'komga-zip-encrypted.cbz')
    expect(book.analysisError).toContain('encrypted')
    const answer = await pageOf(book, '1')
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ details: { reason: 'part_encrypted', problem: 'encrypted' } })
  })

  test('are cached by the client only, and not sent twice', async () => {
    for (const [path, rest] of [
      ['stored.cbz', '1'],
      ['stored.cbz', '1?width=400'],
      ['komga-rar4-solid.cbr', '2'],
      ['sizes.pdf', '2'],
    ] as const) {
      const book = await bookAt(admin, path)
      const answer = await pageOf(book, rest)
      const etag = answer.headers.get('etag') ?? ''
      expect(answer.headers.get('cache-control')).toContain('private')
      const same = await pageOf(book, rest, { headers: { 'if-none-match': etag } })
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
      const other = await pageOf(book, rest, { headers: { 'if-none-match': '"another"' } })
      expect(other.status).toBe(200)
    }
  })

  test('by HEAD have the headers and no bytes', async () => {
    const book = await bookAt(admin, 'stored.cbz')
    const get = await pageOf(book, '1')
    const head = await pageOf(book, '1', { method: 'HEAD' })
    expect(head.status).toBe(200)
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
    expect((await bytesOf(head)).length).toBe(0)
  })

  test('requested by fifty clients at once are generated once', async () => {
    const wanted = [
      ['tracemonkey.pdf', '7'],
      ['tracemonkey.pdf', '8?width=600'],
      ['stored.cbz', '2?width=777'],
      ['Captain Science #001-cix-cbi.cbr', '3'],
    ] as const
    for (const [path, rest] of wanted) {
      const book = await bookAt(admin, path)
      const before = cached()
      const answers = await Promise.all(Array.from({ length: 50 }, () => pageOf(book, rest)))
      expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
      const bodies = await Promise.all(answers.map(bytesOf))
      expect(bodies.every(body => body.equals(bodies[0] as Buffer))).toBe(true)
      const made = cached().filter(name => !before.includes(name))
      expect([path, made.length]).toEqual([path, 1])
      // A later request gets the same file.
      expect((await bytesOf(await pageOf(book, rest))).equals(bodies[0] as Buffer)).toBe(true)
    }
    expect(cached().filter(name => !/^[0-9a-z]+\.(jpg|png|webp|gif|avif)$/i.test(name))).toEqual([])
  })
})

/** Three deflated pages; the checksum of the second is wrong. */
async function damaged(): Promise<Uint8Array> {
  const bytes = Buffer.from(await comic({ pages: 3, size: { width: 40, height: 60 }, method: 'deflate' }))
  const first = bytes.indexOf('PK\x01\x02', 0, 'latin1')
  bytes.writeUInt32LE(1, bytes.indexOf('PK\x01\x02', first + 4, 'latin1') + 16)
  return bytes
}
