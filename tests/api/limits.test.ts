// Configured limits apply in the server and its parser processes: just below, and just above.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { deflateRawSync } from 'node:zlib'
import type { BookDto } from '@octavo/contract/book'
import type { BookErrorDto } from '@octavo/contract/book-error'
import { writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { zip } from '../kit/zip'
import { bookAt, firstScans, refusal } from './catalogue'

setDefaultTimeout(120_000)

const MEBIBYTE = 1024 * 1024

describe('limits', () => {
  const folder = temporaryFolder('limits')
  let octavo: Octavo
  let admin: Client
  const problems = async (name: string) => {
    const { id } = await bookAt(admin, name)
    const { groups } = await admin.get<{
      groups: { books: { book: BookDto; errors: (BookErrorDto & { details?: { reason?: string } })[] }[] }[]
    }>('/api/v1/books/errors?pageSize=100')
    const found = groups.flatMap(({ books }) => books).find(({ book }) => book.id === id)
    return found?.errors.map(({ errorType, details }) => `${errorType} ${details?.reason}`) ?? []
  }

  beforeAll(async () => {
    const page = await jpegImage({ width: 100, height: 100 })
    const pages = (count: number) =>
      zip(Array.from({ length: count }, (_, i) => ({ name: `${i}.jpg`, data: page, method: 'store' as const })))
    const long = (bytes: number) =>
      zip([{ name: '1.jpg', data: Buffer.concat([page, Buffer.alloc(bytes - page.length)]) }])
    const info = (bytes: number) => {
      const text = '<ComicInfo><Title>Tide</Title>'
      const data = `${text}${' '.repeat(bytes - text.length - 12)}</ComicInfo>`
      return zip([
        { name: '1.jpg', data: page },
        { name: 'ComicInfo.xml', data },
      ])
    }
    const picture = async (width: number, height: number) =>
      zip([{ name: '1.jpg', data: await jpegImage({ width, height }) }])
    // Noise packs badly, so that only its size counts.
    const noise = (bytes: number) => {
      const data = Buffer.alloc(bytes)
      page.forEach((byte, i) => {
        data[i] = byte
      })
      for (let i = page.length; i < bytes; i += 50) data.writeUInt8((i * 7919) % 251, i)
      return zip([{ name: '1.jpg', data, method: 'deflate' }])
    }
    expect(deflateRawSync(Buffer.alloc(MEBIBYTE)).length).toBeLessThan(MEBIBYTE / 200)
    writeLibrary(folder.path, {
      'below/entries.cbz': pages(100),
      'above/entries.cbz': pages(101),
      'below/entry.cbz': long(MEBIBYTE),
      'above/entry.cbz': long(MEBIBYTE + 1),
      'below/packed.cbz': noise(MEBIBYTE),
      'above/packed.cbz': noise(MEBIBYTE + 1),
      'below/xml.cbz': info(MEBIBYTE),
      'above/xml.cbz': info(MEBIBYTE + 1),
      'below/pixels.cbz': await picture(1000, 1000),
      'above/pixels.cbz': await picture(1000, 1001),
      'below/side.cbz': await picture(1200, 10),
      'above/side.cbz': await picture(1201, 10),
    })
    octavo = await startOctavo({
      database: 'sqlite',
      libraries: [folder.path],
      env: {
        OCTAVO_LIMITS_ARCHIVE_ENTRIES: '100',
        OCTAVO_LIMITS_ENTRY_MB: '1',
        OCTAVO_LIMITS_XML_MB: '1',
        OCTAVO_LIMITS_IMAGE_MEGAPIXELS: '1',
        OCTAVO_LIMITS_IMAGE_SIDE: '1200',
        OCTAVO_LIMITS_BODY_KB: '16',
      },
    })
    admin = await octavo.signInAsAdmin()
    await firstScans(admin)
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test.each([
    ['entries', 'parser'],
    ['entry', 'page_extraction'],
    ['packed', 'page_extraction'],
    ['xml', 'metadata'],
    ['pixels', 'page_extraction'],
    ['side', 'page_extraction'],
  ])('%s: what is at the limit is read, what is above it is refused by name', async (name, errorType) => {
    expect(await problems(`below/${name}.cbz`)).toEqual([])
    expect((await bookAt(admin, `below/${name}.cbz`)).pageCount).toBeGreaterThan(0)
    expect(await problems(`above/${name}.cbz`)).toContain(`${errorType} too-large`)
  })

  test('the headers of a request are limited to 16 KiB', async () => {
    const status = async (bytes: number) => {
      const answer = await fetch(`${octavo.url}/health/live`, { headers: { 'x-long': 'x'.repeat(bytes) } })
      return answer.status
    }
    expect(await status(15 * 1024)).toBe(200)
    expect(await status(17 * 1024)).toBe(431)
  })

  test('the body of a request is limited', async () => {
    const ask = (bytes: number) => {
      const body = JSON.stringify({ fullTextSearch: 'a' }).padEnd(bytes)
      return admin.fetch('/api/v1/books/list', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
    }
    expect((await ask(16 * 1024)).status).toBe(200)
    expect(await refusal(await ask(16 * 1024 + 1))).toStartWith('413 ')
  })
})
