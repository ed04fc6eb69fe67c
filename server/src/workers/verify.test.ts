// Checks of real files: intact ones have no damage, and a changed byte is detected in each format.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ebook } from '../../../tests/kit/books'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import { startParserPool } from './pool'

setDefaultTimeout(120_000)

const EXPECTED = JSON.parse(readFileSync(join(FIXTURES, 'expected.json'), 'utf8')) as Record<
  string,
  { readonly error: string | null; readonly bad_pages?: readonly string[]; readonly sha256: string }
>
/** Opens, but its second page is a node of the page tree that refers to itself. */
const BROKEN_PAGE = 'pdf/Pages-tree-refs.pdf'
const WHOLE = Object.entries(EXPECTED)
  .filter(([path, { error, bad_pages }]) => !path.startsWith('hostile/') && error === null && !bad_pages)
  .map(([path]) => path)
  .filter(path => path !== BROKEN_PAGE)
  .filter(path => /^(cbz|cbr|cb7|cbt|epub|pdf)\//.test(path))

const pool = startParserPool({ size: 2 })
const scratch = temporaryFolder('verify')
afterAll(async () => {
  await pool.close()
  scratch.remove()
})

const verify = (path: string) => pool.verify({ path, size: statSync(path).size, full: true })

test('whole files have no damage', async () => {
  expect(WHOLE.length).toBeGreaterThan(20)
  const found: Record<string, unknown> = {}
  for (const path of WHOLE) {
    const { problems } = await verify(join(FIXTURES, path))
    if (problems.length > 0) found[path] = problems
  }
  expect(found).toEqual({})
})

test('a PDF page that cannot be opened is found', async () => {
  const { problems } = await verify(join(FIXTURES, BROKEN_PAGE))
  expect(problems).toMatchObject([{ errorType: 'pdf_rendering', reason: 'page-corrupt', details: { page: 2 } }])
})

test('a changed byte inside an EPUB is found', async () => {
  const path = join(scratch.path, 'changed.epub')
  const bytes = Buffer.from(ebook({ title: 'Tide', chapters: [{ title: 'One', paragraphs: ['All is well.'] }] }))
  const at = bytes.indexOf('c1.xhtml') + 'c1.xhtml'.length + 4
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(path, bytes)
  const { problems } = await verify(path)
  expect(problems).toMatchObject([{ errorType: 'page_extraction', reason: 'page-corrupt', details: { damaged: 1 } }])
  expect(problems[0]?.details?.name).toEndWith('c1.xhtml')
})

test('a truncated file is found', async () => {
  const [whole = ''] = WHOLE.filter(path => path.endsWith('.cbz'))
  const path = join(scratch.path, 'cut.cbz')
  const bytes = readFileSync(join(FIXTURES, whole))
  writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length / 2)))
  expect((await verify(path)).problems).toMatchObject([{ errorType: 'parser', reason: 'corrupt' }])
})

test('a missing file has no stamp', async () => {
  const { stamp, problems } = await pool.verify({ path: join(scratch.path, 'none.cbz'), size: 1, full: true })
  expect(stamp).toBeNull()
  expect(problems).toMatchObject([{ errorType: 'other', reason: 'unreadable', details: { code: 'ENOENT' } }])
  expect(await pool.digest({ path: join(scratch.path, 'none.cbz'), size: 1 })).toBeNull()
})

test('the digest is that of the whole file', async () => {
  const [first = ''] = WHOLE
  const path = join(FIXTURES, first)
  const digest = await pool.digest({ path, size: statSync(path).size })
  expect(digest?.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'))
  expect(digest?.sha256).toBe(EXPECTED[first]?.sha256)
})
