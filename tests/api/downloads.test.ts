// A series or chosen books as one zip: what another program reads in it, its length, and every part of it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import { comic, ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage, pageColour } from '../kit/images'
import { FIXTURES, temporaryFolder } from '../kit/paths'
import { ADMIN } from '../kit/server'
import { zip } from '../kit/zip'
import { allBooks, firstScans } from './catalogue'
import { type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const LIST = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({i.filename: [i.file_size, i.compress_type, i.flag_bits & 0x800, hashlib.sha256(archive.read(i)).hexdigest()] for i in archive.infolist()}))
`
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const PAGE = { width: 60, height: 90 }

describe('downloads', () => {
  const folder = temporaryFolder('downloads')
  const at = (path: string) => join(folder.path, path)
  let octavo: Inhabited
  let admin: Client
  let books: readonly BookDto[]
  const named = (name: string) => books.find(book => book.path.endsWith(name)) as BookDto
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
  /** What python's zipfile finds, its checksums verified: size, method, whether the name is UTF-8, and hash of each. */
  const listed = (bytes: Uint8Array): Record<string, (number | string)[]> => {
    writeFileSync(at('../downloaded.zip'), bytes)
    return JSON.parse(execFileSync('python3', ['-c', LIST, at('../downloaded.zip')], { encoding: 'utf8' }))
  }
  const asIs = (path: string) => {
    const bytes = readFileSync(at(path))
    return [bytes.length, 0, 0x800, sha256(bytes)]
  }

  beforeAll(async () => {
    const big = [1, 2, 3].map(n => ({ name: `${n}.jpg`, data: randomBytes(4 * 1024 ** 2), method: 'store' as const }))
    const picture = await jpegImage(PAGE, pageColour(3))
    /** A picture with bytes behind its end, which viewers ignore. */
    const heavy = () => Buffer.concat([picture, randomBytes(3 * 1024 ** 2)])
    writeLibrary(folder.path, {
      'books/東京/第1巻.cbz': await comic({ pages: 2 }),
      'books/東京/part/第1巻.cbz': await comic({ pages: 3 }),
      'books/東京/notes.epub': ebook({ title: 'Notes', chapters: [{ title: 'One', paragraphs: ['Words.'] }] }),
      'books/東京/paper.pdf': readFileSync(join(FIXTURES, 'pdf', 'rust_book.pdf')),
      'books/東京/Pictures/1.jpg': await jpegImage(PAGE, pageColour(1)),
      'books/東京/Pictures/2.jpg': await jpegImage(PAGE, pageColour(2)),
      'books/Large/large.cbz': zip(big),
      'books/Large/small.cbz': await comic({ pages: 1 }),
      'books/Huge/one.cbz': zip(big),
      'books/Huge/two.cbz': zip(big.slice(0, 2)),
      'books/Heavy/1.jpg': heavy(),
      'books/Heavy/2.jpg': heavy(),
      'books/Heavy/3.jpg': heavy(),
    })
    octavo = await startInhabited({
      database: 'sqlite',
      libraries: [at('books')],
      // A quarter of it is enough for the series Large, not for Huge.
      env: { OCTAVO_PAGE_CACHE_MB: '64' },
    })
    admin = octavo.admin
    await firstScans(admin, 1)
    books = await allBooks(admin)
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('chosen books are stored in one zip with their names, those of several series in folders', async () => {
    const ids = books.filter(book => book.path.includes('東京')).map(book => book.id)
    const answer = await admin.fetch(`/api/v1/books/download?bookIds=${ids.join(',')}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const bytes = await bytesOf(answer)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    const { '東京/Pictures.cbz': pictures, 'Pictures/Pictures.cbz': own, ...others } = listed(bytes)
    const files = Object.entries(others).map(([name, facts]) => [name.split('/').at(-1), facts])
    expect(Object.fromEntries(files)).toMatchObject({
      '第1巻.cbz': asIs('books/東京/part/第1巻.cbz'),
      'notes.epub': asIs('books/東京/notes.epub'),
      'paper.pdf': asIs('books/東京/paper.pdf'),
    })
    const pages = await bytesOf(await admin.fetch(`/api/v1/books/${named('Pictures').id}/file`))
    expect((pictures ?? own)?.[3]).toBe(sha256(pages))
  })

  test('a series is one zip with a name, a length and byte ranges', async () => {
    const { seriesId } = named('large.cbz')
    const url = `/api/v1/series/${seriesId}/download`
    const head = await admin.fetch(url, { method: 'HEAD' })
    const size = Number(head.headers.get('content-length'))
    const etag = head.headers.get('etag') ?? ''
    const answer = await admin.fetch(url)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Large.zip"; filename*=UTF-8''Large.zip`,
    )
    const whole = await bytesOf(answer)
    expect([whole.length, answer.headers.get('etag')]).toEqual([size, etag])
    expect(Object.entries(listed(whole))).toEqual([
      ['large.cbz', asIs('books/Large/large.cbz')],
      ['small.cbz', asIs('books/Large/small.cbz')],
    ])

    // Another process has read nothing yet: it has to find the checksums of what it does not send.
    await octavo.restart()
    for (const first of [0, 1, 40, 5_000_000, 12_582_900, size - 1_000, size - 23, size - 1]) {
      const part = await admin.fetch(url, { headers: { Range: `bytes=${first}-`, 'If-Range': etag } })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${first}-${size - 1}/${size}`)
      expect([first, (await bytesOf(part)).equals(whole.subarray(first))]).toEqual([first, true])
    }
    const old = await admin.fetch(url, { headers: { Range: 'bytes=5-', 'If-Range': '"other"' } })
    expect([old.status, (await bytesOf(old)).length]).toEqual([200, size])
    expect((await admin.fetch(url, { headers: { Range: `bytes=${size}-` } })).status).toBe(416)
    expect((await admin.fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })

  /** Runs curl as the admin and returns its exit code and output. */
  const curl = async (...args: string[]) => {
    const credentials = ['--user', `${ADMIN.username}:${ADMIN.password}`]
    const child = Bun.spawn(['curl', '--silent', '--fail', ...credentials, ...args], { cwd: folder.path })
    return { code: await child.exited, output: await new Response(child.stdout).text() }
  }
  /** Headers by their names in lower case. */
  const headersOf = (head: string) =>
    Object.fromEntries(
      head.split('\r\n').flatMap(line => {
        const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
        return name === '' ? [] : [[name.toLowerCase(), value]]
      }),
    )

  test.each([
    ['a series', () => `series/${named('large.cbz').seriesId}/download`],
    ['a folder of images', () => `books/${named('Heavy').id}/file`],
  ])('curl knows the length of %s before it starts, and resumes', async (_, path) => {
    const url = `${octavo.url}/api/v1/${path()}`
    const asked = headersOf((await curl('--head', url)).output)
    const size = Number(asked['content-length'])
    expect(size).toBeGreaterThan(8 * 1024 ** 2)
    expect((await curl('--dump-header', 'head', '--output', 'whole.zip', url)).code).toBe(0)
    const sent = headersOf(readFileSync(at('head'), 'latin1'))
    expect([sent['content-length'], sent.etag, sent['transfer-encoding']]).toEqual([
      String(size),
      asked.etag,
      undefined,
    ])
    const whole = readFileSync(at('whole.zip'))
    expect(whole.length).toBe(size)
    expect(Object.keys(listed(whole)).length).toBeGreaterThan(1)
    truncateSync(at('whole.zip'), 5_000_000)
    expect((await curl('--continue-at', '-', '--dump-header', 'head', '--output', 'whole.zip', url)).code).toBe(0)
    expect(headersOf(readFileSync(at('head'), 'latin1'))['content-length']).toBe(String(size - 5_000_000))
    expect(readFileSync(at('whole.zip')).equals(whole)).toBe(true)
  })

  test('a zip is written once for all who ask at the same time, and no other file is left in the cache', async () => {
    const cached = () => readdirSync(join(octavo.dataDir, 'cache', 'pages')).filter(name => /zip|tmp/.test(name))
    await admin.fetch('/api/v1/admin/pdf-cache/pages', { method: 'DELETE' })
    expect(cached()).toEqual([])
    const url = `/api/v1/series/${named('large.cbz').seriesId}/download`
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => bytesOf(await admin.fetch(url)).then(sha256)),
    )
    expect([new Set(answers).size, cached().length, cached()[0]?.endsWith('.zip')]).toEqual([1, 1, true])
  })

  test('a zip in the cache is not sent to those who may not see one of its books', async () => {
    const reader = await octavo.addUser('limited')
    const ids = ['large.cbz', 'one.cbz', 'small.cbz'].map(name => named(name).id)
    const url = `/api/v1/books/download?bookIds=${ids[0]},${ids[2]}`
    const whole = await admin.fetch(url)
    expect(Object.keys(listed(await bytesOf(whole)))).toEqual(['large.cbz', 'small.cbz'])
    expect((await reader.fetch(url)).headers.get('etag')).toBe(whole.headers.get('etag'))
    const tag = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'Private' })).id
    await admin.put(`/api/v1/series/${named('large.cbz').seriesId}/sharing-tags`, { sharingTagIds: [tag] })
    const userId = (await reader.get<{ id: string }>('/api/v1/auth/me')).id
    await admin.put(`/api/v1/users/${userId}/sharing-tags`, { sharingTagId: tag, accessMode: 'deny' })
    expect((await reader.fetch(url)).status).toBe(404)
    expect((await reader.fetch(url, { headers: { Range: 'bytes=0-9' } })).status).toBe(404)
    const conditional = { headers: { 'If-None-Match': whole.headers.get('etag') ?? '' } }
    expect((await reader.fetch(url, conditional)).status).toBe(404)
    const other = await reader.fetch(`/api/v1/books/download?bookIds=${ids.join(',')}`)
    expect(Object.keys(listed(await bytesOf(other)))).toEqual(['one.cbz'])
    expect((await reader.fetch(`/api/v1/series/${named('large.cbz').seriesId}/download`)).status).toBe(404)
  })

  test('a zip too large for the cache is streamed, and can be resumed', async () => {
    const url = `/api/v1/series/${named('one.cbz').seriesId}/download`
    const size = Number((await admin.fetch(url, { method: 'HEAD' })).headers.get('content-length'))
    const answer = await admin.fetch(url)
    expect(answer.headers.get('content-length')).toBeNull()
    const whole = await bytesOf(answer)
    expect(whole.length).toBe(size)
    expect(Object.keys(listed(whole))).toEqual(['one.cbz', 'two.cbz'])
    const rest = await admin.fetch(url, { headers: { Range: `bytes=${size - 70_000}-` } })
    expect([rest.status, (await bytesOf(rest)).equals(whole.subarray(size - 70_000))]).toEqual([206, true])
  })

  test('ids are validated, and unknown ones are left out', async () => {
    const { id } = named('small.cbz')
    const none = '00000000-0000-4000-8000-000000000000'
    const some = await admin.fetch(`/api/v1/books/download?bookIds=${id},${none},${id}`)
    expect(Object.keys(listed(await bytesOf(some)))).toEqual(['small.cbz'])
    const statusOf = async (query: string) => (await admin.fetch(`/api/v1/books/download${query}`)).status
    expect(await statusOf(`?bookIds=${none}`)).toBe(404)
    expect(await statusOf(`?seriesIds=${none}`)).toBe(404)
    expect(await statusOf('')).toBe(400)
    expect(await statusOf('?bookIds=x')).toBe(400)
    expect(await statusOf(`?bookIds=${Array.from({ length: 201 }, () => none).join(',')}`)).toBe(400)
    expect((await admin.fetch(`/api/v1/series/${none}/download`)).status).toBe(404)
  })

  test('a changed file is reported, and aborts a streamed download that has begun', async () => {
    const { seriesId } = named('one.cbz')
    const url = `/api/v1/series/${seriesId}/download`
    const begun = await admin.fetch(url)
    const reader = begun.body?.getReader()
    await reader?.read()
    utimesSync(at('books/Huge/two.cbz'), 1_000_000, 1_000_000)
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    expect(rest()).rejects.toThrow()
    await rest().catch(() => undefined)
    const refused = await admin.fetch(url)
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      409,
      '“two.cbz” is missing or has changed. Scan its library to update it.',
    ])
  })
})
