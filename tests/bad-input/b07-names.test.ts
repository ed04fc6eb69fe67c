// B07: unusual names, on disk and in archives: shown, in a stable natural order, and the same books in every scan.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { ScanReportDto } from '@octavo/contract/scan'
import { allBooks, makeLibrary, scan } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { jpegImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { rawZip } from '../kit/raw-zip'
import { type Octavo, startOctavo } from '../kit/server'
import { openBench, tell } from './bench'

setDefaultTimeout(60_000)
const folder = temporaryFolder('names')
const bench = openBench('names')
let octavo: Octavo
let admin: Client
let library: LibraryDto

/** On the disk: each is one book. */
const NAMES = [
  'Ｗｉｄｅ １.cbz',
  '漫画 第2巻.cbz',
  '漫画 第10巻.cbz',
  'café 1.cbz',
  'cafe\u0301 1.cbz',
  'Straße.cbz',
  'STRASSE.cbz',
  'İstanbul.cbz',
  'ﬁn.cbz',
  'שלום עולם.cbz',
  'مرحبا.cbz',
  'rtl \u202Egnp.exe\u202C.cbz',
  'zero\u200Bwidth.cbz',
  'line\nbreak.cbz',
  'tab\there.cbz',
  'bell\u0007.cbz',
  'escape\u001b[31m.cbz',
  '  leading.cbz',
  'trailing  .cbz',
  'dots...cbz',
  'quote\'s "two".cbz',
  'back\\slash.cbz',
  'pipe|star*what?.cbz',
  'per%cent%20.cbz',
  'hash#1.cbz',
  'question?.cbz',
  'amp&lt;.cbz',
  '<b>bold</b>.cbz',
  '$(touch evil).cbz',
  '-rf.cbz',
  '=cmd.cbz',
  'CON.cbz',
  '😀 1.cbz',
  '👩‍👩‍👧‍👦.cbz',
  `${'n'.repeat(251)}.cbz`,
  `${'漢'.repeat(83)}.cbz`,
  'Book 2.cbz',
  'Book 10.cbz',
  'book 1.cbz',
  'Book 010.cbz',
]
/** Bytes that no UTF-8 has. */
const NOT_UTF8 = [[0xff], [0x8d, 0xc4, 0x83], [0xc3, 0x28], [0xed, 0xa0, 0x80]]

beforeAll(async () => {
  const files: Record<string, Uint8Array> = {}
  for (const [at, name] of NAMES.entries()) {
    files[`S/${name}`] = await comic({ pages: 1, size: { width: 20 + at, height: 30 } })
  }
  for (const at of NOT_UTF8.keys())
    files[`S/bytes ${at}`] = await comic({ pages: 1, size: { width: 90 + at, height: 9 } })
  writeLibrary(folder.path, files)
  for (const [at, bytes] of NOT_UTF8.entries()) {
    const raw = [Buffer.from(`${folder.path}/S/`), Buffer.from(bytes), Buffer.from('.cbz')]
    renameSync(join(folder.path, `S/bytes ${at}`), Buffer.concat(raw))
  }
  octavo = await startOctavo({ database: 'sqlite' })
  admin = await octavo.signInAsAdmin()
  library = await makeLibrary(admin, 'Names', folder.path)
})
afterAll(async () => {
  await octavo?.stop()
  await bench.close()
  folder.remove()
})

test('B07: every odd file name is one book, which is the same after three scans', async () => {
  expect(NAMES.length).toBe(40)
  const listed = async () => {
    const books = await allBooks(admin, '&sort=title,asc')
    return books.map(({ id, path, title, number }) => ({ id, path, title, number }))
  }
  const first = await listed()
  expect(first.map(({ path }) => path).toSorted()).toEqual(NAMES.map(name => join(folder.path, 'S', name)).toSorted())
  let churn = 0
  for (const mode of ['normal', 'deep', 'normal']) {
    const end = await scan(admin, library.id, mode)
    expect(end.status).toBe('completed')
    if (JSON.stringify(await listed()) !== JSON.stringify(first)) churn++
  }
  expect(churn).toBe(0)
  const titles = first.map(({ title }) => title)
  const inOrder = ['book 1', 'Book 2', 'Book 10'].map(title => titles.indexOf(title))
  expect(inOrder.every(at => at >= 0)).toBe(true)
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  for (const { id } of first) {
    expect((await admin.fetch(`/api/v1/books/${id}/pages/1`)).status).toBe(200)
    expect((await admin.fetch(`/api/v1/books/${id}/file`)).headers.get('content-disposition')).toMatch(/^[\x20-\x7e]+$/)
  }
  tell(
    'B07',
    `${first.length}/40 listed and read, ${NOT_UTF8.length} not UTF-8 named in the report, churn ${churn} of 3 scans`,
  )
})

test('B07: names that are not UTF-8 are reported, and never read', async () => {
  const { data } = await admin.get<{ data: readonly { id: string }[] }>(`/api/v1/libraries/${library.id}/scans`)
  const { problems } = await admin.get<ScanReportDto>(`/api/v1/libraries/${library.id}/scans/${data[0]?.id}`)
  expect(problems.map(({ kind }) => kind)).toEqual(NOT_UTF8.map(() => 'file_name'))
  for (const { message } of problems) expect(message).toContain('is not valid UTF-8')
})

/** `é`, `ü` and `ß` in code page 437; `テ`, `ス` and `ト` in Shift-JIS. */
const INSIDE: readonly (readonly [string, readonly (string | number[])[], readonly string[]])[] = [
  [
    'code page 437',
    [
      [0x82, 0x31],
      [0x81, 0x32],
      [0xe1, 0x33],
    ],
    ['ß3', 'é1', 'ü2'],
  ],
  [
    'Shift-JIS',
    [
      [0x83, 0x65, 0x32],
      [0x83, 0x65, 0x31],
      [0x83, 0x58, 0x83, 0x67],
    ],
    ['スト', 'テ1', 'テ2'],
  ],
  ['UTF-8 without its flag', ['é10', 'é9', 'ü'], ['é9', 'é10', 'ü']],
  ['both forms of one letter', ['e\u03011', 'é1'], ['e\u03011', 'é1']],
  ['from right to left', ['שלום2', 'שלום1'], ['שלום1', 'שלום2']],
  ['a line break', ['a\n2', 'a\n1'], ['a\uFFFD1', 'a\uFFFD2']],
  ['numbers without end', [`${'9'.repeat(200)}`, `1${'0'.repeat(200)}`], ['9'.repeat(200), `1${'0'.repeat(200)}`]],
  ['255 bytes', ['x'.repeat(251), 'w'.repeat(251)], ['w'.repeat(251), 'x'.repeat(251)]],
]

test('B07: names in an archive: 65,000 bytes become a label of 1,000 with a distinguishing ending', async () => {
  const data = await jpegImage({ width: 12, height: 18 })
  const names = ['1', '2'].map(last => `${'y'.repeat(64_990)}${last}.jpg`)
  const path = bench.write('long.cbz', rawZip(names.map(name => ({ name, data }))))
  const { facts, ended } = await bench.read(path)
  const labels = names.map(
    name => `${'y'.repeat(987)}~${new Bun.CryptoHasher('sha256').update(name).digest('hex').slice(0, 12)}`,
  )
  expect([facts.pages.map(page => page.name), ended]).toEqual([labels, ['metadata too-large']])
  expect(await bench.pages(path, facts)).toEqual([Buffer.from(data), Buffer.from(data)])
})

test.each(INSIDE)('B07: names in an archive: %s', async (_, names, expected) => {
  const image = await jpegImage({ width: 12, height: 18 })
  const archive = rawZip(
    names.map(name => ({ name: Buffer.concat([Buffer.from(name as string), Buffer.from('.jpg')]), data: image })),
  )
  const path = bench.write('inside.cbz', archive)
  for (let again = 0; again < 2; again++) {
    const { facts } = await bench.read(path)
    expect(facts.pages.map(page => page.name)).toEqual(expected.map(name => `${name}.jpg`))
  }
})
