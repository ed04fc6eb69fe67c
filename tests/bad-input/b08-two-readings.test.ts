// B08: ambiguous archives. All of our code reads them the same way.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageDto } from '@octavo/contract/page'
import { allBooks, bookAt, makeLibrary } from '../api/catalogue'
import { ebook, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { deflated, type RawArchive, type RawEntry, rawZip } from '../kit/raw-zip'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { openBench, tell } from './bench'

setDefaultTimeout(60_000)

/** Six pictures of six sizes: which one was read, its bytes tell. */
const [A, B, C, D, E, F] = (await Promise.all(
  [1, 2, 3, 4, 5, 6].map(async n => Buffer.from(await jpegImage({ width: 20 + n, height: 30 }))),
)) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]

interface Ambiguous {
  readonly archive: Buffer
  /** The pages by the directory alone, in natural order; null where that page is damaged, `damaged` for all. */
  readonly pages: readonly (Buffer | null)[] | 'damaged'
}

const of = (entries: readonly RawEntry[], pages: Ambiguous['pages'], options?: RawArchive): Ambiguous => ({
  archive: rawZip(entries, options),
  pages,
})

const inner = rawZip([{ name: 'inner.jpg', data: C }])
const CASES: Readonly<Record<string, Ambiguous>> = {
  'one name twice': of(
    [
      { name: '1.jpg', data: A },
      { name: '1.jpg', data: B },
    ],
    [A, B],
  ),
  'one name thrice, packed in three ways': of(
    [
      { name: '1.jpg', data: A },
      deflated('1.jpg', B),
      deflated('1.jpg', C, { data: Bun.zstdCompressSync(C), method: 93 }),
    ],
    [A, B, C],
  ),
  'names that differ in case': of(
    [
      { name: 'P.jpg', data: A },
      { name: 'p.jpg', data: B },
    ],
    [A, B],
  ),
  'names that differ in the form of a letter': of(
    [
      { name: 'e\u0301.jpg', data: A, flags: 0x800 },
      { name: 'é.jpg', data: B, flags: 0x800 },
    ],
    [A, B],
  ),
  'another name in the local header': of(
    [
      { name: '1.jpg', data: A, local: { name: '9.jpg' } },
      { name: '2.jpg', data: B, local: { name: '0.txt' } },
    ],
    [A, B],
  ),
  'another size in the local header': of(
    [
      { name: '1.jpg', data: A, local: { size: 1, storedSize: 1 } },
      { name: '2.jpg', data: B },
    ],
    [A, B],
  ),
  'another checksum in the local header': of(
    [
      { name: '1.jpg', data: A, local: { crc: 7 } },
      { name: '2.jpg', data: B },
    ],
    [A, B],
  ),
  'another method in the local header': of(
    [
      { name: '1.jpg', data: A, local: { method: 8 } },
      { name: '2.jpg', data: B },
    ],
    [null, B],
  ),
  'a wrong checksum in the directory': of(
    [deflated('1.jpg', A, { crc: 7, local: { crc: 8 } }), { name: '2.jpg', data: B }],
    [null, B],
  ),
  'an entry that is nowhere': of(
    [
      { name: '1.jpg', data: A },
      { name: '2.jpg', data: B, offset: 3 + A.length },
    ],
    'damaged',
  ),
  'bytes that no directory names': of(
    [
      { name: '1.jpg', data: A },
      { name: '2.jpg', data: B, listed: false },
      { name: '3.jpg', data: C },
    ],
    [A, C],
  ),
  'two directories, one behind the other': {
    archive: Buffer.concat([rawZip([{ name: '1.jpg', data: A }]), rawZip([{ name: '2.jpg', data: B }])]),
    pages: [B],
  },
  'an archive stored in an archive': of(
    [
      { name: '1.jpg', data: A },
      { name: 'inner.zip', data: inner },
    ],
    [A],
  ),
  'an archive in the comment': of([{ name: '1.jpg', data: A }], [A], {
    comment: Buffer.concat([Buffer.from('x'), inner.subarray(0, 60)]),
  }),
  'fewer entries than announced': of([{ name: '1.jpg', data: A }], 'damaged', { count: 2 }),
  'more entries than announced': of(
    [
      { name: '1.jpg', data: A },
      { name: '2.jpg', data: B },
    ],
    'damaged',
    { count: 1 },
  ),
  'a name by the Unicode field that differs': of(
    [
      { name: 'plain.jpg', data: D, extra: Buffer.from([0x75, 0x70, 0x09, 0, 1, 0, 0, 0, 0, 0x7a, 0x2e, 0x74, 0x78]) },
      { name: 'q.jpg', data: E },
    ],
    [D, E],
  ),
  'sizes that follow the data, and lie': of(
    [
      { name: '1.jpg', data: F, descriptor: true },
      { name: '2.jpg', data: A, descriptor: true, local: { size: 5 } },
    ],
    [F, A],
  ),
}

describe('B08', () => {
  const folder = temporaryFolder('ambiguous')
  const bench = openBench('ambiguous')
  let octavo: Octavo
  let admin: Client
  let opds: Client
  let compared = 0
  const disagreements: string[] = []

  beforeAll(async () => {
    const names = Object.keys(CASES)
    writeLibrary(folder.path, {
      ...Object.fromEntries(names.map(name => [`S/${name}.cbz`, (CASES[name] as Ambiguous).archive])),
      'E/twice.epub': twiceEverything(),
    })
    octavo = await startOctavo({ database: 'sqlite' })
    admin = await octavo.signInAsAdmin()
    const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')
    opds = {
      ...octavo.anonymous,
      fetch: (path, init) => octavo.anonymous.fetch(path, { ...init, headers: { authorization: `Basic ${basic}` } }),
    }
    await makeLibrary(admin, 'Ambiguous', folder.path)
    expect((await allBooks(admin)).length).toBe(names.length + 1)
  })
  afterAll(async () => {
    tell(
      'B08',
      `${disagreements.length} disagreements in ${compared} comparisons of ${Object.keys(CASES).length + 1} archives`,
    )
    await octavo?.stop()
    await bench.close()
    folder.remove()
  })

  function compare(what: string, is: boolean): void {
    compared++
    if (!is) disagreements.push(what)
  }

  test.each(Object.keys(CASES))('B08: %s', async name => {
    const { archive, pages } = CASES[name] as Ambiguous
    const book = await bookAt(admin, `${name}.cbz`)
    const before = disagreements.length
    const download = await admin.fetch(`/api/v1/books/${book.id}/file`)
    compare('download', Buffer.from(await download.arrayBuffer()).equals(archive))
    const listed = await admin.get<readonly PageDto[]>(`/api/v1/books/${book.id}/pages`)
    const path = join(folder.path, `S/${name}.cbz`)
    expect(readFileSync(path).equals(archive)).toBe(true)
    const { facts } = await bench.read(path)
    const expected = pages === 'damaged' ? [] : pages
    compare('scan and API', listed.length === facts.pages.length)
    compare('scan and specification', facts.pages.length === expected.length)
    if (pages === 'damaged') {
      compare(
        'damaged',
        facts.errors.some(({ errorType, reason }) => errorType === 'parser' && reason === 'corrupt'),
      )
    }
    const unpacked = await bench.pages(path, facts)
    for (const [index, bytes] of expected.entries()) {
      const fromApi = await bodyOf(await admin.fetch(`/api/v1/books/${book.id}/pages/${index + 1}`))
      const fromOpds = await bodyOf(await opds.fetch(`/opds/v1/books/${book.id}/pages/${index}?zero_based=true`))
      const fromParser = unpacked[index]
      for (const [how, got] of Object.entries({ fromApi, fromOpds, fromParser })) {
        compare(
          `${how} ${index + 1}`,
          bytes === null ? typeof got === 'string' : Buffer.isBuffer(got) && got.equals(bytes),
        )
      }
    }
    expect(disagreements.slice(before)).toEqual([])
  })

  test('B08: an EPUB with every entry twice', async () => {
    const book = await bookAt(admin, 'twice.epub')
    const manifest = await admin.get<{ metadata: { title: string }; readingOrder: { href: string }[] }>(
      `/api/v1/books/${book.id}/manifest`,
    )
    const ticket = await admin.post<{ base: string }>(`/api/v1/books/${book.id}/resource-ticket`)
    const text = await (await octavo.anonymous.fetch(ticket.base + manifest.readingOrder[0]?.href)).text()
    compare('scan', book.title === 'Second')
    compare('manifest', manifest.metadata.title === 'Second')
    compare('text', text.includes('of the second') && !text.includes('of the first'))
    expect(disagreements).toEqual([])
  })
})

/** The second of two entries counts, as for every unpacker. */
function twiceEverything(): Buffer {
  const [first, second] = ['First', 'Second'].map(title =>
    entriesOf(ebook({ title, chapters: [{ title: 'One', paragraphs: [`Text of the ${title.toLowerCase()}.`] }] })),
  )
  return rawZip([...(first ?? []), ...(second ?? [])])
}

/** The entries of a zip that the kit wrote, as raw entries. */
function entriesOf(bytes: Uint8Array): RawEntry[] {
  const zip = Buffer.from(bytes)
  const entries: RawEntry[] = []
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    const nameBytes = zip.readUInt16LE(at + 28)
    const storedSize = zip.readUInt32LE(at + 20)
    const begin = zip.readUInt32LE(at + 42) + 30 + nameBytes
    entries.push({
      name: zip.subarray(at + 46, at + 46 + nameBytes),
      data: zip.subarray(begin, begin + storedSize),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      size: zip.readUInt32LE(at + 24),
    })
  }
  return entries
}

async function bodyOf(answer: Response): Promise<Buffer | string> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  return answer.ok ? bytes : `${answer.status} ${bytes.toString().slice(0, 100)}`
}
