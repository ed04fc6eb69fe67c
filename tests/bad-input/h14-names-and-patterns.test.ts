// H14: patterns with catastrophic backtracking elsewhere, and names with special meaning in shells, headers and tables.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import { allBooks, type BookPage, JSON_HEADERS, makeLibrary } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { tell } from './bench'

setDefaultTimeout(120_000)

/** Backtracking takes time exponential or quadratic in the text for these; RE2 refuses some and runs the rest in a line. */
const PATTERNS = [
  '(a+)+$',
  '([a-zA-Z]+)*$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(.*a){25}',
  String.raw`^(\w+\s?)*$`,
  '(x+x+)+y',
  String.raw`(?=(a+))\1b`,
  String.raw`(a+)\1+$`,
  'a{1000}{1000}',
  '(((((a{10}){10}){10}){10}){10})',
  String.raw`[\s\S]*[\s\S]*[\s\S]*[\s\S]*[\s\S]*!`,
  '(?<=a)b',
  String.raw`\p{L}+\p{L}+\p{L}+$`,
  '(',
  '[z-a]',
  '*',
  '(?<n>a)(?<n>b)',
  '('.repeat(500),
  'a?'.repeat(300).concat('a'.repeat(300)),
]
/** What a replacement may say; `$` of a language must not be carried out. */
const REPLACEMENTS = ['$1$2$99', '$&$`', '\\1', '$(touch /tmp/owned)', '=cmd|x', '\r\nSet-Cookie: a=b']

const NAMES = [
  '-rf',
  '--help',
  '-o ProxyCommand=x',
  ';ls',
  '&& touch evil',
  '| tee evil',
  '$(touch evil)',
  '`touch evil`',
  '\x24{HOME}',
  '%PATH%',
  '~root',
  '*',
  '?',
  '{a,b}',
  '<in >out',
  "it's",
  '"quoted"',
  'a\\"b',
  'back\\slash',
  'cr\rlf\nend',
  'a\r\nContent-Type: text-html',
  'a"; filename="evil.exe',
  "x''UTF-8''y",
  '%0d%0aSet-Cookie: a=b',
  '%2e%2e%2fetc',
  'semi;colon',
  'comma, name',
  '=cmd',
  '=HYPERLINK("http:evil")',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\tTab',
  '<script>alert(1)<-script>',
  '{{7*7}}',
  '\x24{7*7}',
  '漫画 ✓',
  'é'.repeat(60),
  '\u202egnp',
  "' or 1=1 --",
]

const folder = temporaryFolder('h14')
let octavo: Octavo
let admin: Client
let library: LibraryDto
let worst = 0

beforeAll(async () => {
  const files: Record<string, Uint8Array> = {}
  for (const [at, name] of NAMES.entries()) {
    files[`S/${name}.cbz`] = await comic({ pages: 1, size: { width: 40 + at, height: 60 } })
  }
  files[`S/${'a'.repeat(200)}b.cbz`] = await comic({ pages: 1, size: { width: 99, height: 61 } })
  writeLibrary(folder.path, files)
  octavo = await startOctavo({ database: 'sqlite' })
  admin = await octavo.signInAsAdmin()
  library = await makeLibrary(admin, 'H14', folder.path)
})
afterAll(async () => {
  await octavo?.stop()
  folder.remove()
})

async function timed(path: string, body: unknown): Promise<number> {
  const began = performance.now()
  const answer = await admin.fetch(path, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) })
  await answer.text()
  worst = Math.max(worst, performance.now() - began)
  return answer.status
}

test('H14: patterns take linear time, and invalid ones are refused', async () => {
  const preview = `/api/v1/libraries/${library.id}/naming/preview`
  let tried = 0
  for (const pattern of PATTERNS) {
    for (const replacement of REPLACEMENTS.slice(0, tried === 0 ? undefined : 1)) {
      const rules = { titlePreprocessingRules: [{ pattern, replacement }] }
      const custom = { seriesStrategy: 'custom', seriesConfig: { pattern: `${pattern}(?P<series>.*)` } }
      const flat = { seriesStrategy: 'flat', seriesConfig: { filenamePatterns: [pattern] } }
      const title = { bookStrategy: 'custom', bookConfig: { pattern } }
      for (const change of [rules, custom, flat, title]) {
        expect([pattern, [200, 400, 422].includes(await timed(preview, change))]).toEqual([pattern, true])
        tried++
      }
    }
  }
  expect((await admin.fetch('/health/live')).status).toBe(200)
  tell('H14', `${tried}/${tried} patterns answered, worst ${worst.toFixed(0)} ms`)
})

test('H14: hostile names are plain text in lists, downloads, covers, pages, feeds and search', async () => {
  const books = new Map<string, BookDto>((await allBooks(admin)).map(book => [book.path, book]))
  let checked = 0
  for (const name of NAMES) {
    const book = books.get(`${folder.path}/S/${name}.cbz`)
    expect([name, book?.fileFormat]).toEqual([name, 'cbz'])
    const id = book?.id ?? ''
    const file = await admin.fetch(`/api/v1/books/${id}/file`)
    await file.arrayBuffer()
    const disposition = file.headers.get('content-disposition') ?? ''
    // RFC 6266: a quoted string of plain characters, and the true name percent-encoded.
    expect([name, disposition]).toEqual([
      name,
      expect.stringMatching(
        /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/,
      ),
    ])
    const given = decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? '')
    expect([name, given.endsWith('.cbz'), file.headers.get('set-cookie')]).toEqual([name, true, null])
    for (const path of ['pages/1', 'thumbnail']) {
      const answer = await admin.fetch(`/api/v1/books/${id}/${path}`)
      await answer.arrayBuffer()
      expect([name, path, answer.status, answer.headers.get('content-type')]).toEqual([name, path, 200, 'image/jpeg'])
    }
    const is = { condition: { path: { operator: 'endsWith', value: `${name}.cbz` } } }
    const found = await admin.post<BookPage>('/api/v1/books/list', is)
    expect([name, found.data.some(each => each.id === id)]).toEqual([name, true])
    checked += 5
  }
  const feed = await (await admin.fetch(`/opds/v1/series/${[...books.values()][0]?.seriesId}?pageSize=100`)).text()
  expect([feed.includes('<script'), feed.includes('&lt;script')]).toEqual([false, true])
  tell('H14', `${checked}/${checked} (${NAMES.length} names x 5 features), commands run 0`)
})
