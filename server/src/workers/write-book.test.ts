import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { until } from '../../../tests/kit/client'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import { zip } from '../../../tests/kit/zip'
import { emptyMetadata } from '../formats/empty-metadata'
import type { BookFacts, EmbeddedMetadata } from '../formats/facts'
import { startParserPool } from './pool'

setDefaultTimeout(60_000)

const folder = temporaryFolder('write-book')
const pool = startParserPool()
afterAll(async () => {
  await pool.close()
  folder.remove()
})

const VALUES: EmbeddedMetadata = {
  ...emptyMetadata('person'),
  title: 'Ein <neuer> "Titel" & mehr 東京',
  series: 'Série',
  number: '1.5',
  summary: 'Zeile eins\nZeile zwei & <b>',
  genres: ['Horror', 'Sci-Fi & Co'],
  authors: [
    { name: 'Ana María', role: 'writer', sortName: null },
    { name: 'Zoë', role: 'translator', sortName: null },
  ],
}
let made = 0
/** A copy in a separate folder, without sidecar files. */
function copyOf(dir: string, name: string): string {
  const own = join(folder.path, String(++made))
  mkdirSync(own)
  copyFileSync(join(FIXTURES, dir, name), join(own, name))
  return join(own, name)
}
const write = (path: string, values = VALUES, isPlan = false) =>
  pool.write({ path, into: 'file', draft: isPlan ? null : `${path}.tmp`, values, cleared: [], size: 1_000_000 })
const content = ({ format, pages, pageCount, pagesHash, epub, errors }: BookFacts) => ({
  ...{ format, pageCount, pagesHash, epub, errors },
  pages: pages.map(({ offset: _, ...page }) => page),
})
const analyze = (path: string) => pool.analyze({ path, thumbnailTarget: null })
const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
/** Members with their hashes, by Python: all except the documents that we write. */
const MEMBERS = `
import hashlib, json, sys, zipfile
def members(path):
    with zipfile.ZipFile(path) as a:
        return [a.comment.decode('latin1'), {i.filename: hashlib.sha256(a.read(i)).hexdigest() for i in a.infolist() if not i.filename.lower().endswith(('comicinfo.xml', 'metroninfo.xml', '.opf'))}]
assert members(sys.argv[1]) == members(sys.argv[2])
`

for (const dir of ['cbz', 'epub']) {
  test(`each ${dir} of the fixtures has the same content after its metadata was written, or a reason why it was not`, async () => {
    const refused: string[] = []
    const names = readdirSync(join(FIXTURES, dir), { withFileTypes: true })
      // Small ones.
      .filter(entry => entry.isFile() && statSync(join(FIXTURES, dir, entry.name)).size < 400_000)
      .slice(0, 12)
    for (const { name } of names) {
      const path = copyOf(dir, name)
      const before = hashOf(path)
      const result = await write(path)
      expect([name, hashOf(path)]).toEqual([name, before])
      if (!result.ok) {
        refused.push(result.problem.message)
        expect([name, existsSync(`${path}.tmp`)]).toEqual([name, false])
        continue
      }
      expect([name, result.plan.files]).toEqual([name, [{ target: path, draft: `${path}.tmp` }]])
      execFileSync('python3', ['-c', MEMBERS, path, `${path}.tmp`])
      expect(content(await analyze(`${path}.tmp`))).toEqual(content(await analyze(path)))
      renameSync(`${path}.tmp`, path)
      const { title, series, number, summary, genres, authors } = (await analyze(path)).metadata ?? VALUES
      expect([name, title, series, number, summary, genres, authors]).toEqual([
        ...[name, VALUES.title, VALUES.series, VALUES.number, VALUES.summary],
        ...[VALUES.genres, VALUES.authors],
      ])
      const again = await write(path, VALUES, true)
      expect([name, again.ok && again.plan.files]).toEqual([name, []])
    }
    expect(refused.filter(message => !/encrypted/.test(message))).toEqual([])
  })
}

test.each([
  ['cbr', 'komga-rar4.cbr', 'RAR archives can’t be written.'],
  ['pdf', 'rust_book.pdf', 'PDF files can’t be written.'],
])('a file of %s is left alone', async (dir, name, message) => {
  const result = await write(copyOf(dir, name))
  expect(result.ok ? null : result.problem.message).toBe(message)
})

test('comments, unknown elements and the order of the schema are preserved; a genre with a comma is reported as not written', async () => {
  const path = join(folder.path, 'comment.cbz')
  const info = `<?xml version="1.0"?>
<ComicInfo>
  <!-- by hand -->
  <Title>Old</Title>
  <Own kind="x">mine</Own>
  <Pages><Page Image="0" Type="FrontCover"/></Pages>
</ComicInfo>`
  const pages = [1, 2].map(n => ({ name: `${n}.jpg`, data: randomBytes(500), method: 'store' as const }))
  writeFileSync(path, zip([{ name: 'ComicInfo.xml', data: info, method: 'deflate' }, ...pages]))
  const result = await write(path, { ...emptyMetadata('person'), title: 'New', year: 1999, genres: ['a, b'] })
  expect(result.ok && result.plan.documents[0]?.skipped).toEqual(['genres'])
  const read = 'import sys,zipfile;sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read("ComicInfo.xml").decode())'
  expect(execFileSync('python3', ['-c', read, `${path}.tmp`], { encoding: 'utf8' })).toBe(
    info.replace('Old', 'New').replace('\n  <Own', '\n  <Year>1999</Year>\n  <Own'),
  )
})

test('a process killed while writing leaves the file unchanged, and the next attempt succeeds', async () => {
  const path = join(folder.path, 'large.cbz')
  writeFileSync(
    path,
    zip([1, 2, 3].map(n => ({ name: `${n}.jpg`, data: randomBytes(12_000_000), method: 'store' as const }))),
  )
  const before = hashOf(path)
  const draft = `${path}.tmp`
  for (let round = 0; round < 2; round++) {
    rmSync(draft, { force: true })
    const script = `import { writeBook } from ${JSON.stringify(join(import.meta.dir, '../formats/writing/write-book.ts'))}
      await writeBook(${JSON.stringify({ path, into: 'file', draft, values: VALUES, cleared: [] })})`
    const process_ = Bun.spawn([process.execPath, '-e', script], { stdout: 'ignore', stderr: 'ignore' })
    await until(async () => existsSync(draft), Boolean)
    process_.kill('SIGKILL')
    await process_.exited
    expect(hashOf(path)).toBe(before)
  }
  expect((await write(path)).ok).toBe(true)
  execFileSync('python3', ['-c', MEMBERS, path, draft])
})
