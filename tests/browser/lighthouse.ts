// Lighthouse on home, library and a series, on a desktop and a phone: `npm run lighthouse [-- ROUNDS [desktop|mobile [PAGE]]]`.
// Build the web app first.
// It measures and prints; nothing passes or fails by time. Lighthouse itself is installed into `.cache` when it is missing.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { freePort } from '../kit/free-port'
import { ROOT, resultsFolder, temporaryFolder } from '../kit/paths'
import { run } from '../kit/python-tool'
import { ADMIN } from '../kit/server'
import { openReadingRoom, type ReadingRoom } from './reading-room'
import { writeShowLibrary } from './show-library'

/** The last version for Node 20. */
const VERSION = '12.8.2'
const HOME = join(ROOT, '.cache/lighthouse')
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const [ROUNDS = 3, ONLY_FORM = '', ONLY_PAGE = ''] = [Number(process.argv[2] ?? 3), ...process.argv.slice(3)]

interface Report {
  readonly categories: Record<string, { readonly score: number | null }>
  readonly audits: Record<
    string,
    {
      readonly title: string
      readonly score: number | null
      readonly displayValue?: string
      readonly numericValue?: number
    }
  >
}

async function lighthouse(): Promise<string> {
  const command = join(HOME, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(command)) return command
  console.log(`Installing Lighthouse ${VERSION} into ${HOME}`)
  const install = ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', HOME]
  const { code, output } = await run([...install, `lighthouse@${VERSION}`])
  if (code !== 0) throw new Error(`Lighthouse could not be installed:\n${output.slice(-2000)}`)
  return command
}

/** As a person does who comes back: Lighthouse clears the browser's caches, but not who is signed in. */
async function signIn(page: Page, url: string): Promise<void> {
  const { username, password } = ADMIN
  await page.goto(`${new URL(url).origin}/sign-in`)
  await page.getByLabel('User name or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.goto('about:blank')
}

/** Someone who reads: rows of home have something to show. */
async function readSome(room: ReadingRoom): Promise<void> {
  const books = await room.books()
  for (const [at, { id, pageCount }] of books.entries()) {
    if (at % 3 === 0) await room.admin.post(`/api/v1/books/${id}/read`)
    else if (at % 7 === 1 && pageCount > 3)
      await room.admin.put(`/api/v1/books/${id}/progress`, {
        currentPage: 3,
        progressPercentage: null,
        completed: false,
      })
  }
}

async function measure(command: string, url: string, form: 'desktop' | 'mobile'): Promise<Report> {
  const port = await freePort()
  const profile = temporaryFolder('lighthouse')
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`]
  const executablePath = process.env.OCTAVO_TEST_CHROMIUM ?? Bun.which('chromium') ?? Bun.which('google-chrome')
  if (!executablePath) throw new Error('No Chromium: install one, or name its executable in OCTAVO_TEST_CHROMIUM')
  const browser = await chromium.launchPersistentContext(profile.path, { executablePath, headless: true, args: flags })
  const output = join(profile.path, 'report.json')
  try {
    await signIn(browser.pages()[0] ?? (await browser.newPage()), url)
    const { code, output: said } = await run([
      ...['node', command, url, `--port=${port}`, '--output=json', `--output-path=${output}`, '--quiet'],
      ...[`--only-categories=${CATEGORIES.join()}`],
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ])
    if (code !== 0) throw new Error(`Lighthouse failed on ${url}:\n${said.slice(-2000)}`)
    return (await Bun.file(output).json()) as Report
  } finally {
    await browser.close()
    profile.remove()
  }
}

const scoreOf = (report: Report, category: string) => Math.round((report.categories[category]?.score ?? 0) * 100)
const seconds = (report: Report, audit: string) => ((report.audits[audit]?.numericValue ?? 0) / 1000).toFixed(1)

const command = await lighthouse()
const room = await openReadingRoom({
  fill: writeShowLibrary,
  libraries: ['Comics', 'Manga', 'Books'],
})
try {
  await readSome(room)
  const [series] = (await room.admin.get<{ data: { id: string }[] }>('/api/v1/series?pageSize=1')).data
  const pages = { home: '/', library: '/library', series: `/series/${series?.id}` }
  console.log(
    '| page | form | performance | accessibility | best practices | first paint | largest paint | blocked | shift |',
  )
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const form of ['desktop', 'mobile'] as const) {
    if (!form.startsWith(ONLY_FORM)) continue
    for (const [name, path] of Object.entries(pages)) {
      if (!name.startsWith(ONLY_PAGE)) continue
      const reports: Report[] = []
      for (let round = 0; round < ROUNDS; round++) reports.push(await measure(command, room.octavo.url + path, form))
      reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
      const report = reports[Math.floor(reports.length / 2)] as Report
      writeFileSync(join(resultsFolder('lighthouse'), `${name}-${form}.json`), JSON.stringify(report))
      const times = ['first-contentful-paint', 'largest-contentful-paint'].map(audit => `${seconds(report, audit)} s`)
      const blocked = `${Math.round(report.audits['total-blocking-time']?.numericValue ?? 0)} ms`
      const shift = (report.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)
      const scores = CATEGORIES.map(category => scoreOf(report, category))
      console.log(`| ${[name, form, ...scores, ...times, blocked, shift].join(' | ')} |`)
      for (const [id, { title, score }] of Object.entries(report.audits)) {
        const isShown = score !== null && score < 0.9 && !/paint|index|blocking|interactive|insight/.test(id)
        if (isShown) console.error(`  ${name} ${form}: ${title} (${id}) ${score}`)
      }
    }
  }
} finally {
  await room.close()
}
