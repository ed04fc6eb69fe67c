// Every real and hostile file against facts that other tools measured (fixtures/expected.json).
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import type { BookFacts, PageEntry, TocEntry } from '../formats/facts'
import { startParserPool } from './pool'

/** The facts that concern reading a book; fixtures/README.md explains them. */
interface Expected {
  readonly format: string
  readonly error: string | null
  readonly or?: readonly (string | null)[]
  readonly sha256: string
  readonly pages?: number | null
  readonly pages_min?: number
  readonly pages_max?: number
  readonly page_names?: readonly string[]
  readonly page_order_free?: boolean
  readonly first_page?: string
  readonly first_page_sha256?: string
  readonly bad_pages?: readonly string[]
  readonly kinds?: readonly (string | null)[]
  readonly width?: number
  readonly height?: number
  readonly rotate?: number
  readonly kind?: string
  readonly orientation?: number
  readonly encrypted?: boolean
  readonly title?: string | null
  readonly authors?: readonly string[]
  readonly creators?: readonly string[]
  readonly language?: string | null
  readonly publisher?: string
  readonly date?: string
  readonly series?: string
  readonly series_index?: string
  readonly version?: string
  readonly spine?: number
  readonly spine_missing?: readonly string[]
  readonly toc_entries?: number
  readonly direction?: string
  readonly layout?: string
  readonly cover?: string
  readonly comicinfo?: { readonly fields?: Readonly<Record<string, string>> }
}

const EXPECTED = JSON.parse(readFileSync(join(FIXTURES, 'expected.json'), 'utf8')) as Record<string, Expected>
const BOOK_FORMATS = ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf']
const BOOKS = Object.entries(EXPECTED).filter(([, { format }]) => BOOK_FORMATS.includes(format))

/** Spine items whose addresses lead out of the archive; expected.json counts them. */
const OUTSIDE: Readonly<Record<string, number>> = { 'hostile/hrefs-escape.epub': 3 }

const pool = startParserPool({ analysisMs: 20_000 })
// The hostile files use up their time limits, and others wait behind them.
setDefaultTimeout(120_000)
const scratch = temporaryFolder('fixtures')
afterAll(async () => {
  await pool.close()
  scratch.remove()
})

/** The result of a book, in the words of expected.json. Problems with only metadata or cover leave a readable book. */
function endingOf(facts: BookFacts): string | null {
  const [found] = facts.errors.filter(one => one.errorType !== 'metadata' && one.errorType !== 'thumbnail')
  if (found === undefined) return null
  return found.reason === 'unknown-format' || found.reason === 'unreadable' ? 'corrupt' : found.reason
}

describe.each(BOOKS)('%s', (path, expected) => {
  const target = join(scratch.path, `${createHash('md5').update(path).digest('hex')}.jpg`)
  const file = join(FIXTURES, path)
  const analysed = pool.analyze({ path: file, thumbnailTarget: target })

  test('has the expected outcome', async () => {
    const facts = await analysed
    expect([expected.error, ...(expected.or ?? [])]).toContain(endingOf(facts))
    expect(facts.stamp.size).toBe(readFileSync(file).length)
    expect(facts.fileHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('has the expected pages in order and size', async () => {
    const facts = await analysed
    if (endingOf(facts) !== null && facts.pages.length === 0) return
    if (expected.format !== 'epub' && facts.format !== 'epub') checkPages(facts, expected)
    checkFirstSize(facts, expected)
    checkKinds(facts.pages, expected)
  })

  test('has the expected metadata', async () => {
    const facts = await analysed
    if (facts.format === 'pdf' || facts.format === 'epub') checkBookMetadata(path, facts, expected)
    if (expected.comicinfo?.fields !== undefined && endingOf(facts) !== 'corrupt') {
      checkComicInfo(facts, expected.comicinfo.fields)
    }
  })

  test('returns its first page unchanged from the archive', async () => {
    const facts = await analysed
    const [first] = facts.pages
    if (expected.first_page_sha256 === undefined || first === undefined) return
    if (first.mediaType === 'application/octet-stream') return
    const page = await pool.page({ path: file, page: 1, ...first, width: null, target: `${target}.page` })
    expect(page).toMatchObject({ ok: true, mediaType: first.mediaType })
    expect(sha256(`${target}.page`)).toBe(expected.first_page_sha256)
  })

  test('has a cover if its first page can be decoded', async () => {
    const facts = await analysed
    if (facts.cover === null) return
    const { thumbnail, thumbHash } = facts.cover
    expect(Math.max(thumbnail.width, thumbnail.height)).toBeLessThanOrEqual(400)
    expect(readFileSync(target).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(readFileSync(target).length).toBe(thumbnail.bytes)
    expect(Buffer.from(thumbHash, 'base64').length).toBeGreaterThan(4)
  })

  test('can be read as a publication', async () => {
    const facts = await analysed
    if (facts.format !== 'epub' || facts.epub === null) return
    const read = await pool.publication({ path: file })
    expect(read.ok).toBe(expected.encrypted !== true)
    if (!read.ok) return
    if (expected.toc_entries !== undefined) expect(countEntries(read.publication.toc)).toBe(expected.toc_entries)
    expect(read.publication.readingOrder).toEqual([...facts.epub.spine])
    const paths = new Set(read.publication.members.map(member => member.path))
    expect(read.publication.readingOrder.filter(item => !paths.has(item.path))).toEqual([])
  })
})

/** Single images, each as a page of an image folder. */
const IMAGES = Object.entries(EXPECTED).filter(([, { format }]) => !BOOK_FORMATS.includes(format))

describe.each(IMAGES)('%s', (path, expected) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const folder = join(scratch.path, `${createHash('md5').update(path).digest('hex')} as a book`)
  mkdirSync(folder)
  copyFileSync(join(FIXTURES, path), join(folder, name))
  copyFileSync(join(FIXTURES, 'images/example.png'), join(folder, 'zz whole.png'))
  const analysed = pool.analyze({ path: folder, thumbnailTarget: null })

  test('has the expected outcome as a page', async () => {
    const { pages, errors } = await analysed
    const allowed = [expected.error, ...(expected.or ?? [])]
    const page = pages.find(one => one.name === name)
    expect(pages.at(-1)).toMatchObject({ name: 'zz whole.png', width: 550, height: 368 })
    // SVG and JPEG 2000 are not pages.
    if (page === undefined) {
      expect(allowed).toContain('unsupported')
      return
    }
    if (page.width !== null) expect([page.width, page.height]).toEqual([expected.width ?? -1, expected.height ?? -1])
    if (page.width !== null && expected.kind) expect(page.mediaType).toBe(`image/${expected.kind.toLowerCase()}`)
    const shown = await pool.page({ path: folder, page: 1, ...page, width: 40, asJpeg: true, target: `${folder}.jpg` })
    const ending = errors[0]?.reason ?? (shown.ok ? null : shown.problem.reason)
    expect(allowed).toContain(ending)
    if (!shown.ok) return
    const small = await sharp(`${folder}.jpg`).metadata()
    const isRotated = (expected.orientation ?? 1) > 4
    const [wide, high] = [expected.width ?? 0, expected.height ?? 0]
    const width = Math.min(40, isRotated ? high : wide)
    expect([small.format, small.width, small.pages ?? 1]).toEqual(['jpeg', width, 1])
  })
})

test('all fixtures are present, and each is in a table here', () => {
  expect(BOOKS.length + IMAGES.length).toBe(278)
  expect(Object.keys(EXPECTED).length).toBe(278)
  for (const [path, { sha256: known }] of Object.entries(EXPECTED)) expect(sha256(join(FIXTURES, path))).toBe(known)
})

function checkPages(facts: BookFacts, expected: Expected): void {
  const names = facts.pages.map(page => page.name)
  if (typeof expected.pages === 'number') expect(facts.pageCount).toBe(expected.pages)
  if (expected.pages_min !== undefined) expect(facts.pageCount).toBeGreaterThanOrEqual(expected.pages_min)
  if (expected.pages_max !== undefined) expect(facts.pageCount).toBeLessThanOrEqual(expected.pages_max)
  expect(facts.pages.length).toBe(facts.pageCount)
  if (expected.page_names !== undefined) {
    const inOrder = expected.page_order_free === true ? names.toSorted() : names
    expect(inOrder).toEqual(
      expected.page_order_free === true ? expected.page_names.toSorted() : [...expected.page_names],
    )
  }
  if (expected.first_page !== undefined) expect(names[0]).toBe(expected.first_page)
  // Pages after the first bad one that other decoders accept.
  const refused = facts.pages.filter(page => page.width === null).map(page => page.name)
  if (expected.bad_pages !== undefined) expect(expected.bad_pages).toEqual(expect.arrayContaining(refused))
}

/** Archives: the first page. EPUB: the cover. PDF: points before rotation, ours are pixels at 150 dpi as shown. */
function checkFirstSize(facts: BookFacts, expected: Expected): void {
  const { width, height } = expected
  if (width === undefined || height === undefined) return
  if (facts.format === 'pdf') {
    checkPdfSize(facts.pages[0], width, height)
    return
  }
  const seen = facts.format === 'epub' && expected.cover === undefined ? facts.cover : facts.pages[0]
  if (seen?.width == null) return
  expect({ width: seen.width, height: seen.height ?? 0 }).toEqual({ width, height })
}

function checkPdfSize(page: PageEntry | undefined, width: number, height: number): void {
  if (page?.width == null || page.height === null) return
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  const seen = [Math.min(page.width, page.height), Math.max(page.width, page.height)]
  const scale = Math.min(150 / 72, Math.sqrt(100_000_000 / (width * height)))
  expect(Math.abs((seen[0] ?? 0) - shorter * scale)).toBeLessThan(1.5)
  expect(Math.abs((seen[1] ?? 0) - longer * scale)).toBeLessThan(1.5)
}

function checkKinds(pages: readonly PageEntry[], { kinds }: Expected): void {
  const types = kinds?.map(kind => (kind === null ? 'application/octet-stream' : `image/${kind.toLowerCase()}`))
  if (types !== undefined) expect(pages.map(page => page.mediaType)).toEqual(types)
}

function checkBookMetadata(path: string, facts: BookFacts, expected: Expected): void {
  const { metadata, epub } = facts
  if (expected.title !== undefined && facts.errors.every(one => one.reason !== 'corrupt')) {
    expect(metadata?.title ?? null).toBe(expected.title)
  }
  if (expected.authors !== undefined && metadata !== null) {
    const writers = metadata.authors.filter(author => author.role === 'writer').map(author => author.name)
    const names = writers.length > 0 ? writers : metadata.authors.map(author => author.name)
    // Addresses are no people.
    expect(names).toEqual(expected.authors.filter(name => !name.startsWith('https://')))
  }
  if (expected.language !== undefined && facts.format === 'epub') {
    expect(metadata?.languageIso ?? null).toBe(expected.language)
  }
  if (expected.publisher !== undefined) expect(metadata?.publisher ?? null).toBe(expected.publisher)
  if (expected.series !== undefined) expect(metadata?.series ?? null).toBe(expected.series)
  if (expected.series_index !== undefined) expect(Number(metadata?.number)).toBe(Number(expected.series_index))
  if (expected.date !== undefined) expect(metadata?.year ?? null).toBe(Number(expected.date.slice(0, 4)))
  if (expected.direction !== undefined) expect(metadata?.readingDirection ?? null).toBe(expected.direction as 'rtl')
  if (epub === null) return
  const missing = expected.spine_missing?.length ?? OUTSIDE[path] ?? 0
  if (expected.spine !== undefined) expect(epub.spine.length).toBe(expected.spine - missing)
  if (expected.version !== undefined) expect(epub.version).toBe(expected.version)
  if (expected.layout !== undefined) expect(epub.fixedLayout).toBe(expected.layout === 'pre-paginated')
  if (expected.cover !== undefined && facts.pages.length > 0) expect(facts.pages[0]?.name).toBe(expected.cover)
  expect(facts.pageCount).toBe(epub.positions)
}

const PLAIN_FIELDS = {
  Title: 'title',
  Series: 'series',
  Number: 'number',
  Volume: 'volume',
  Count: 'count',
  Publisher: 'publisher',
  Imprint: 'imprint',
  Year: 'year',
  Month: 'month',
  Day: 'day',
  LanguageISO: 'languageIso',
  Format: 'formatDetail',
  AgeRating: 'ageRating',
} as const

function checkComicInfo({ metadata }: BookFacts, fields: Readonly<Record<string, string>>): void {
  for (const [field, name] of Object.entries(PLAIN_FIELDS)) {
    const value = fields[field]
    if (value !== undefined) expect(String(metadata?.[name as 'title'])).toBe(value)
  }
  // Long fields are cut in expected.json.
  if (fields.Summary !== undefined) expect(metadata?.summary).toStartWith(fields.Summary.replace(/…$/, ''))
  if (fields.Writer !== undefined) {
    const writers = metadata?.authors.filter(author => author.role === 'writer').map(author => author.name)
    expect(writers).toEqual(fields.Writer.split(',').map(name => name.trim()))
  }
}

function countEntries(toc: readonly TocEntry[]): number {
  return toc.reduce((sum, entry) => sum + 1 + countEntries(entry.children), 0)
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
