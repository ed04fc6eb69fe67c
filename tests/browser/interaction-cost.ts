// How long screens take to answer clicks and keys on a slower processor: `bun tests/browser/interaction-cost.ts`.
// The answer (INP) lasts from the input to the next paint. Also printed: all CPU of the main thread until 120 ms after a key
// and 250 ms after a click. It measures and prints; nothing passes or fails by time. Build the web app first.
// `--busy`, for a machine with other work: by the main thread's CPU, multiplied (see interaction-trace.ts).
// `--rate N`: times slower, 4 if not given. For a machine whose processor is itself slow.
// `--only PATTERN`: screens with such a name. `--all`: every interaction. `--strip`: frames and memory of a long strip.
import type { CDPSession, Locator, Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { cpuUntilPaint, SLOWER } from './interaction-trace'
import { openReadingRoom, type ReadingRoom, settled } from './reading-room'
import { copyFixtures } from './shelves'
import { writeShowLibrary } from './show-library'

const IS_BUSY = process.argv.includes('--busy')
const PRINTS_ALL = process.argv.includes('--all')
const MEASURES_STRIP = process.argv.includes('--strip')
const ONLY = new RegExp(process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : '')
const STRIP_PAGES = 300
/** What a click on these would change or lead away from. */
const LEFT_ALONE =
  /delete|remove|sign out|scan|cancel|retry|revoke|clear|restart|read|continue|download|back|send|save/i
const CLICKS = 6
/** From the arrival of the pointer to the press, and from the press to the release: shorter than most hands take. */
const HOVER_MS = 200
const PRESS_MS = 60

interface Answer {
  readonly on: string
  /** ms until the next paint, and its parts: before the handlers, in them, after them. */
  readonly paint: number
  readonly parts: string
  /** ms of CPU until nothing follows. */
  readonly cpu: number
}

interface Entry {
  readonly start: number
  readonly duration: number
  readonly parts: string
}

/** Records every interaction that takes at least 16 ms, from the input to the next paint. */
function record(): void {
  const entries: Entry[] = []
  Object.assign(window, { interactions: entries })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      if (!entry.interactionId) continue
      const { startTime, processingStart, processingEnd, duration, name } = entry
      const parts = [processingStart - startTime, processingEnd - processingStart, startTime + duration - processingEnd]
      entries.push({ start: startTime, duration, parts: `${name} ${parts.map(Math.round).join(' + ')}` })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

let devtools: CDPSession
let answers: Answer[] = []

async function metric(wanted: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? 0
}

/** Measures one click or key, and everything that follows within `wait` ms. */
async function measure(page: Page, on: string, wait: number, act: () => Promise<unknown>): Promise<void> {
  const begun = await page.evaluate(() => performance.now())
  const before = await metric('TaskDuration')
  const trace = IS_BUSY ? await cpuUntilPaint(page) : null
  await act()
  await page.waitForTimeout(wait)
  const cpu = Math.round(((await metric('TaskDuration')) - before) * 1000 * (IS_BUSY ? SLOWER : 1))
  if (trace) {
    const { ms, parts } = await trace()
    answers.push({ on, paint: Math.round(ms), parts, cpu })
    return
  }
  // Entries arrive after the paint, when the page is idle.
  await page.evaluate(() => new Promise(done => requestIdleCallback(done, { timeout: 2000 })))
  const slowest = await page.evaluate(
    begun =>
      (window as unknown as { interactions: Entry[] }).interactions
        .filter(({ start }) => start >= begun)
        .toSorted((a, b) => b.duration - a.duration)[0] ?? { duration: 0, parts: '' },
    begun,
  )
  answers.push({ on, paint: slowest.duration, parts: slowest.parts, cpu })
}

async function measureClick(page: Page, target: Locator, name: string, wait: number): Promise<void> {
  await target.hover({ timeout: 2000 }).catch(() => undefined)
  await page.waitForTimeout(HOVER_MS)
  await measure(page, name, wait, () => target.click({ timeout: 2000, delay: PRESS_MS }).catch(() => undefined))
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await measure(page, key, 120, () => page.keyboard.press(key))
}

/** Goes through the screen by Tab, and clicks what opens something. */
async function touchAll(page: Page): Promise<void> {
  await press(page, ...Array.from({ length: 8 }, () => 'Tab'))
  const buttons = page.locator('main button:visible:enabled, main [role="tab"]:visible, main label:has(input):visible')
  const names = await buttons.evaluateAll(all =>
    all.map(one => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  )
  let clicked = 0
  for (const [at, name] of names.entries()) {
    if (clicked === CLICKS) break
    if (LEFT_ALONE.test(name)) continue
    const button = buttons.nth(at)
    if (!(await button.isVisible().catch(() => false))) continue
    await measureClick(page, button, name, 250)
    await press(page, 'Escape')
    clicked++
  }
}

async function readThrough(page: Page): Promise<void> {
  await press(page, ...Array.from({ length: 6 }, () => 'ArrowRight'), 'ArrowLeft', 'b', 'b')
  for (const panel of ['o', 't', 'p', '?']) await press(page, panel, 'Escape')
}

/** Follows the links of the side menu, and a card. */
async function travel(page: Page): Promise<void> {
  const follow = (link: Locator, name: string) => measureClick(page, link, name, 900)
  for (const name of ['Everything', 'Browse', 'Lists', 'Statistics', 'Comics', 'Administration', 'Home']) {
    await follow(page.locator('nav a').filter({ hasText: name }).first(), name)
  }
  await follow(page.locator('main a[href^="/books/"]').first(), 'a book')
  await follow(page.locator('main a[href^="/series/"]').first(), 'a series')
}

async function palette(page: Page): Promise<void> {
  await press(page, 'Control+k', 's', 'a', 'l', 't')
  await page.waitForTimeout(400)
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Escape')
}

/** Opens the editor, goes through its first controls and closes it. */
async function edit(page: Page): Promise<void> {
  await measure(page, 'e', 900, () => page.keyboard.press('e'))
  await press(page, ...Array.from({ length: 6 }, () => 'Tab'), 'Escape')
}

type Step = readonly [name: string, path: string, act: (page: Page) => Promise<void>]

async function steps(room: ReadingRoom): Promise<Step[]> {
  const { data } = await room.admin.get<{ data: { id: string; title: string }[] }>('/api/v1/series?pageSize=100')
  const series = data.find(({ title }) => title === 'The Salt Road')
  const [comicBook, ebook, pdf] = await Promise.all(
    ['Science Comics', 'Moby-Dick', 'tracemonkey'].map(title => room.book(title)),
  )
  const seriesIds = data.slice(0, 12).map(({ id }) => id)
  const collection = await room.admin.post<{ id: string }>('/api/v1/collections', { name: 'Shelf' })
  await room.admin.post(`/api/v1/collections/${collection.id}/series`, { seriesIds })
  const readList = await room.admin.post<{ id: string }>('/api/v1/readlists', { name: 'Evenings', ordered: true })
  await room.admin.post(`/api/v1/readlists/${readList.id}/books`, { bookIds: [comicBook?.id, ebook?.id, pdf?.id] })
  const plain: readonly [string, string][] = [
    ['home', '/'],
    ['library, grid', '/library?show=books'],
    ['library, list', '/library?show=books&view=list'],
    ['library, table', '/library?show=books&view=table'],
    ['search', '/search?q=s'],
    ['series', `/series/${series?.id}`],
    ['book', `/books/${comicBook?.id}`],
    ['lists', '/lists'],
    ['collection', `/lists/collections/${collection.id}`],
    ['reading list', `/lists/readlists/${readList.id}`],
    ['want to read', '/want-to-read'],
    ['notes and highlights', '/marks'],
    ['reading history', '/history'],
    ['statistics', '/statistics'],
    ['ratings', '/ratings'],
    ['people and tags', '/browse'],
    ['genres', '/browse/genres'],
    ['a person', '/browse/people/named?name=Ada%20Marlowe'],
    ['offline', '/offline'],
    ['profile', '/profile'],
    ...[
      'libraries',
      'users',
      'tasks',
      'schedules',
      'errors',
      'duplicates',
      'metrics',
      'audit',
      'access',
      'providers',
      'server',
      'template',
      'system',
      'storage',
    ].map((name): [string, string] => [`administration, ${name}`, `/settings/${name}`]),
  ]
  return [
    ...plain.map(([name, path]): Step => [name, path, touchAll]),
    ['editor of a series', `/series/${series?.id}`, edit],
    ['editor of a book', `/books/${comicBook?.id}`, edit],
    ['links', '/', travel],
    ['search palette', '/library', palette],
    ['comic reader', `/books/${comicBook?.id}/read?page=1`, readThrough],
    ['ebook reader', `/books/${ebook?.id}/read`, readThrough],
    ['PDF reader', `/books/${pdf?.id}/read?page=1`, readThrough],
  ]
}

/** A strip scrolled by 3,000 pixels a second: intervals between frames, and memory. */
async function strip(room: ReadingRoom, page: Page): Promise<void> {
  const book = await room.bookFile('Strip 1.cbz')
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await metric('JSHeapUsedSize')) / 1024 ** 2
  }
  await page.goto(`/books/${book.id}/read?page=1`)
  await page.locator('[data-page="1"][data-state="ready"]').waitFor()
  const before = await heap()
  const { gaps, most } = await page.evaluate(async () => {
    const scroller = [...document.querySelectorAll('[data-reader] *')].find(
      one => one.scrollHeight > one.clientHeight + 1000 && getComputedStyle(one).overflowY !== 'visible',
    )
    if (!scroller) throw new Error('Nothing scrolls')
    const gaps: number[] = []
    let [last, most, end] = [performance.now(), 0, 0]
    while (end < 3) {
      const now = await new Promise(requestAnimationFrame)
      gaps.push(now - last)
      scroller.scrollBy({ top: ((now - last) / 1000) * 3000, behavior: 'instant' })
      last = now
      most = Math.max(most, document.images.length)
      end = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2 ? end + 1 : 0
    }
    return { gaps: gaps.slice(5), most }
  })
  const late = gaps.filter(gap => gap > 1000 / 60 + 4).length
  const sorted = gaps.toSorted((a, b) => a - b)
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  console.log(
    `\nA strip of ${STRIP_PAGES} tall pages: ${gaps.length} frames, ${(1000 / mean).toFixed(1)} a second, ${((late / gaps.length) * 100).toFixed(1)} % late, 95 of 100 within ${sorted[Math.floor(gaps.length * 0.95)]?.toFixed(1)} ms; at most ${most} images in the page; heap ${before.toFixed(1)} MB before, ${(await heap()).toFixed(1)} MB after.`,
  )
}

const of = (all: readonly Answer[], value: (one: Answer) => number) =>
  all.reduce((most, each) => (value(each) > value(most) ? each : most))

const room = await openReadingRoom({
  lively: true,
  optimised: true,
  libraries: MEASURES_STRIP ? ['Comics', 'Manga', 'Books', 'Strips'] : ['Comics', 'Manga', 'Books'],
  fill: async folder => {
    await writeShowLibrary(folder)
    copyFixtures(folder, { 'Books/Papers/tracemonkey.pdf': 'pdf/tracemonkey.pdf' })
    if (!MEASURES_STRIP) return
    writeLibrary(folder, {
      'Strips/Strip/Strip 1.cbz': await comic({ pages: STRIP_PAGES, size: { width: 800, height: 2400 } }),
    })
  },
})
try {
  const { page, close } = await room.open({ viewport: 'desktop', scheme: 'dark' })
  devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(record)
  await page.goto('/')
  await settled(page)
  if (MEASURES_STRIP) await strip(room, page)
  console.log(`\nA processor ${SLOWER} times slower${IS_BUSY ? ', by CPU' : ''}:`)
  console.log('| screen | slowest paint, ms | after | most CPU, ms | after |\n|---|---:|---|---:|---|')
  for (const [name, path, act] of await steps(room)) {
    if (!ONLY.test(name)) continue
    await page.goto(path)
    await page.locator('main, [data-reader]').first().waitFor()
    if (/\/read(\?|$)/.test(path)) await page.locator('[data-bars]').waitFor()
    await page.waitForTimeout(800)
    answers = []
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: IS_BUSY ? 1 : SLOWER })
    await act(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const [painted, busy] = [of(answers, one => one.paint), of(answers, one => one.cpu)]
    console.log(`| ${name} | ${painted.paint} | ${painted.on} (${painted.parts}) | ${busy.cpu} | ${busy.on} |`)
    if (PRINTS_ALL)
      for (const { on, paint, parts, cpu } of answers) console.log(`    ${paint} ${on} (${parts}), ${cpu}`)
  }
  await close()
} finally {
  await room.close()
}
