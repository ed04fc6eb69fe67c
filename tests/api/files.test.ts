// Downloads: the whole file, ranges, and its name.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { bookAt, firstScans, refusal } from './catalogue'

setDefaultTimeout(60_000)

const NAME = '進撃の巨人 "第1巻" 100%.cbz'

describe('the file of a book', () => {
  const folder = temporaryFolder('files')
  let octavo: Octavo
  let admin: Client
  let book: BookDto
  let bytes: Buffer
  let etag: string
  const file = (headers: Record<string, string> = {}, method = 'GET') =>
    admin.fetch(`/api/v1/books/${book.id}/file`, { method, headers })
  const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  beforeAll(async () => {
    writeLibrary(folder.path, { [`漫画/${NAME}`]: await comic({ pages: 3, size: { width: 300, height: 400 } }) })
    const fixtures = ['cbr', 'epub', 'pdf'].map(name => join(FIXTURES, name))
    octavo = await startOctavo({ database: 'sqlite', libraries: [folder.path, ...fixtures] })
    admin = await octavo.signInAsAdmin()
    await firstScans(admin, 4)
    book = await bookAt(admin, NAME)
    bytes = readFileSync(book.path)
    etag = (await file()).headers.get('etag') ?? ''
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('is sent byte for byte, with its type', async () => {
    const types = [
      [NAME, 'application/zip'],
      ['komga-rar4.cbr', 'application/x-rar-compressed'],
      ['moby-dick.epub', 'application/epub+zip'],
      ['rust_book.pdf', 'application/pdf'],
    ] as const
    for (const [name, type] of types) {
      const { id, path, fileSize } = await bookAt(admin, name)
      const answer = await admin.fetch(`/api/v1/books/${id}/file`)
      expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 200, type])
      expect(answer.headers.get('content-length')).toBe(String(fileSize))
      expect(answer.headers.get('accept-ranges')).toBe('bytes')
      expect(answer.headers.get('cache-control')).toContain('private')
      expect((await bodyOf(answer)).equals(readFileSync(path))).toBe(true)
    }
  })

  test('says its name to old clients and in full', async () => {
    const header = (await file()).headers.get('content-disposition') ?? ''
    const [, plain = '', full = ''] = /^attachment; filename="([^"]*)"; filename\*=UTF-8''([^;]*)$/.exec(header) ?? []
    expect(plain).toMatch(/^[\x20-\x7e]+\.cbz$/)
    expect(full).toMatch(/^[A-Za-z0-9!#$&+.^_`|~%-]+$/)
    expect(decodeURIComponent(full)).toBe(NAME)
  })

  test('is sent in parts', async () => {
    const size = bytes.length
    const parts: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, size - 1],
      ['bytes=-10', size - 10, size - 1],
      [`bytes=-${size + 5}`, 0, size - 1],
      [`bytes=${size - 1}-${size + 100}`, size - 1, size - 1],
      ['BYTES=5-9', 5, 9],
    ]
    for (const [range, first, last] of parts) {
      const answer = await file({ range })
      expect([range, answer.status]).toEqual([range, 206])
      expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`)
      expect(answer.headers.get('content-length')).toBe(String(last - first + 1))
      expect(answer.headers.get('etag')).toBe(etag)
      expect((await bodyOf(answer)).equals(bytes.subarray(first, last + 1))).toBe(true)
    }
  })

  test('joins from parts to the whole', async () => {
    const step = Math.ceil(bytes.length / 7)
    const parts: Buffer[] = []
    for (let at = 0; at < bytes.length; at += step) {
      parts.push(await bodyOf(await file({ range: `bytes=${at}-${at + step - 1}` })))
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  })

  test('has no part behind its end', async () => {
    for (const range of [`bytes=${bytes.length}-`, 'bytes=999999999-1000000000', 'bytes=-0']) {
      const answer = await file({ range })
      expect([range, answer.headers.get('content-range')]).toEqual([range, `bytes */${bytes.length}`])
      expect(await refusal(answer)).toBe('416 RangeNotSatisfiable')
    }
  })

  test('is sent whole for several ranges, another unit and an invalid range', async () => {
    for (const range of ['bytes=0-1,5-6', 'pages=1-2', 'bytes=9-5', 'bytes=a-b', 'bytes', 'bytes=', 'bytes=-']) {
      const answer = await file({ range })
      expect([range, answer.status, (await bodyOf(answer)).length]).toEqual([range, 200, bytes.length])
    }
  })

  test('is sent in parts only of the version that the client has', async () => {
    const range = 'bytes=0-9'
    expect((await file({ range, 'if-range': etag })).status).toBe(206)
    for (const other of ['"another"', `W/${etag}`]) {
      const answer = await file({ range, 'if-range': other })
      expect([other, answer.status, (await bodyOf(answer)).length]).toEqual([other, 200, bytes.length])
    }
    const same = await file({ 'if-none-match': etag })
    expect([same.status, await same.text()]).toEqual([304, ''])
  })

  test('by HEAD has all headers and no bytes', async () => {
    const get = await file()
    const head = await file({ range: 'bytes=0-9' }, 'HEAD')
    expect([head.status, (await bodyOf(head)).length]).toEqual([200, 0])
    for (const name of ['etag', 'content-type', 'content-length', 'content-disposition', 'accept-ranges']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
  })
})
