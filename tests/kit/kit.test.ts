// Other tests rely on the kit: each part is checked with an independent tool.
import { afterAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { comic, ebook, writeLibrary } from './books'
import { axeFindings, openBrowser, openScreen, saveScreenshot, writeScreenshot } from './browser'
import { jpegImage, pageColour, pngImage } from './images'
import { makeLibrary } from './large-library'
import { FIXTURES, resultsFolder, temporaryFolder } from './paths'
import { freshPostgres } from './postgres'
import { zip } from './zip'

const folder = temporaryFolder('kit')
afterAll(folder.remove)

/** Entries as Python's zipfile reads them: name, method, size; it checks every CRC on the way. */
function entriesByPython(archive: string): [string, number, number][] {
  const script =
    'import json,sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(json.dumps([[i.filename,i.compress_type,i.file_size] for i in z.infolist()]))'
  const run = spawnSync('python3', ['-c', script, archive], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as [string, number, number][]
}

function saved(name: string, data: Uint8Array): string {
  const path = join(folder.path, name)
  writeFileSync(path, data)
  return path
}

test('the fixtures are there', () => {
  expect(existsSync(join(FIXTURES, 'expected.json'))).toBe(true)
})

test('a written zip is what another reader finds: stored, deflated, empty, and a name beyond ASCII', () => {
  const text = 'line\n'.repeat(1000)
  const archive = zip([
    { name: 'a.txt', data: 'plain' },
    { name: 'b/日本.txt', data: text, method: 'deflate' },
    { name: 'empty', data: new Uint8Array() },
  ])
  expect(entriesByPython(saved('a.zip', archive))).toEqual([
    ['a.txt', 0, 5],
    ['b/日本.txt', 8, text.length],
    ['empty', 0, 0],
  ])
})

test('a made comic has its pages, sizes and ComicInfo', async () => {
  const archive = await comic({ pages: 3, size: { width: 20, height: 30 }, comicInfo: { Series: 'A & B', Number: 2 } })
  const names = entriesByPython(saved('c.cbz', archive)).map(([name]) => name)
  expect(names).toEqual(['p001.jpg', 'p002.jpg', 'p003.jpg', 'ComicInfo.xml'])
})

test('a made ebook begins with a stored mimetype', () => {
  const archive = ebook({ title: 'Tide', chapters: [{ title: 'One', paragraphs: ['It rained.'] }] })
  const [first] = entriesByPython(saved('e.epub', archive))
  expect(first).toEqual(['mimetype', 0, 20])
})

test('made images have their size and colour', async () => {
  for (const [format, data] of [
    ['png', await pngImage({ width: 7, height: 9 }, '#ff0000')],
    ['jpeg', await jpegImage({ width: 7, height: 9 }, '#ff0000')],
  ] as const) {
    const image = sharp(data)
    expect(await image.metadata()).toMatchObject({ format, width: 7, height: 9 })
    expect((await image.stats()).dominant.r).toBeGreaterThan(240)
  }
  expect(new Set([0, 1, 2, 3].map(pageColour)).size).toBe(4)
})

test('the library writer writes books', () => {
  const target = join(folder.path, 'library')
  makeLibrary(target, { series: 2, booksPerSeries: 2, pagesPerBook: 3, formats: ['cbz'], pageKb: 5 })
  const books = readdirSync(target, { recursive: true }).filter(name => String(name).endsWith('.cbz'))
  expect(books).toHaveLength(4)
})

test('files are written below a folder', () => {
  writeLibrary(folder.path, { 'x/y/z.txt': 'deep' })
  expect(existsSync(join(folder.path, 'x/y/z.txt'))).toBe(true)
})

test('every PostgreSQL database is new and is gone when dropped', async () => {
  const [a, b] = await Promise.all([freshPostgres(), freshPostgres()])
  const sql = new SQL(a.url)
  await sql`create table t (n int)`
  const [version] = await sql`select current_setting('server_version_num')::int as number`
  expect(version.number).toBeGreaterThanOrEqual(180000)
  await a.drop()
  await sql.close()
  const other = new SQL(b.url)
  const [found] = await other`select to_regclass('t') as t`
  expect(found.t).toBeNull()
  expect(await other`select datname from pg_database where datname = ${a.url.split('/').at(-1)}`).toHaveLength(0)
  await other.close()
  await b.drop()
})

test('the browser shows a page, reports its problems, and axe finds violations', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request =>
      new URL(request.url).pathname === '/'
        ? new Response(
            '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>t</title><main><h1>hi</h1><img src="/gone"><script>console.error("oh")</script></main></html>',
            { headers: { 'content-type': 'text/html', 'content-security-policy': "script-src 'unsafe-inline'" } },
          )
        : new Response(null, { status: 404 }),
  })
  const browser = await openBrowser()
  const screen = await openScreen(browser, server.url.origin, { viewport: 'phone', scheme: 'dark' })
  await screen.page.goto('/')
  expect(await screen.page.evaluate('innerWidth')).toBe(390)
  expect(await screen.page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches')).toBe(true)
  expect(screen.problems()).toContain('console: oh')
  expect(screen.problems()).toContain(`answer: 404 ${server.url.origin}/gone`)
  expect(await axeFindings(screen.page)).toEqual([expect.stringContaining('image-alt')])
  expect(await savedPictures('failures', screen.page)).toEqual(['kit-failed.png'])
  expect(await savedPictures('all', screen.page)).toEqual(['kit-failed.png', 'kit-passed.png'])
  await screen.close()
  await browser.close()
  await server.stop(true)
}, 60_000)

/** Pictures that are there after one of a page that is fine and one of a failure, and removes them. */
async function savedPictures(wanted: 'all' | 'failures', page: Page): Promise<string[]> {
  const before = process.env.OCTAVO_TEST_PICTURES
  process.env.OCTAVO_TEST_PICTURES = wanted
  try {
    await saveScreenshot(page, 'kit-passed')
    await writeScreenshot(page, 'kit-failed')
  } finally {
    if (before === undefined) delete process.env.OCTAVO_TEST_PICTURES
    else process.env.OCTAVO_TEST_PICTURES = before
  }
  const folder = resultsFolder('screens')
  const names = readdirSync(folder).filter(name => name.startsWith('kit-'))
  for (const name of names) rmSync(join(folder, name))
  return names.sort()
}
