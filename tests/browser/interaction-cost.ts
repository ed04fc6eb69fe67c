// How long screens take to answer clicks and keys on a processor four times slower (INP): `bun tests/browser/interaction-cost.ts`,
// and frames and memory of a long strip. It measures and prints; nothing passes or fails by time. Build the web app first.
// `--busy`, for a machine with other work: four times the CPU of the main thread, until 120 ms after a key and 250 ms after
// a click, so more than the answer itself.
import type { CDPSession, Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { openReadingRoom, type ReadingRoom, settled } from './reading-room'
import { writeShowLibrary } from './show-library'

const SLOWER = 4
const IS_BUSY = process.argv.includes('--busy')
const STRIP_PAGES = 300
/** What a click on these would change or lead away from. */
const LEFT_ALONE =
  /delete|remove|sign out|scan|cancel|retry|revoke|clear|restart|read|continue|download|back|send|save/i
const CLICKS = 6

interface Slow {
  readonly name: string
  readonly duration: number
  readonly on: string
}

/** Records every interaction that takes at least 16 ms, from the input to the next frame. */
function record(): void {
  const slow: Slow[] = []
  Object.assign(window, { slowInteractions: slow })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      if (!entry.interactionId) continue
      const target = entry.target instanceof Element ? entry.target : null
      const on = (target?.getAttribute('aria-label') ?? target?.textContent ?? '').trim().slice(0, 30)
      slow.push({ name: entry.name, duration: entry.duration, on })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const slowest = async (page: Page): Promise<Slow> => {
  // Entries arrive after the frame.
  await page.waitForTimeout(300)
  const all = await page.evaluate(() => (window as unknown as { slowInteractions: Slow[] }).slowInteractions)
  return all.reduce((most, each) => (each.duration > most.duration ? each : most), { name: '', duration: 0, on: '' })
}

let devtools: CDPSession
let costliest: Slow

async function metric(wanted: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? 0
}

/** Adds up the main thread's CPU while it acts. */
async function costOf(on: string, act: () => Promise<unknown>): Promise<void> {
  const before = await metric('TaskDuration')
  await act()
  const duration = Math.round(((await metric('TaskDuration')) - before) * 1000 * SLOWER)
  if (duration > costliest.duration) costliest = { name: 'CPU', duration, on }
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await costOf(key, async () => {
      await page.keyboard.press(key)
      await page.waitForTimeout(120)
    })
  }
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
    await costOf(name, async () => {
      await button.click({ timeout: 2000 }).catch(() => undefined)
      await page.waitForTimeout(250)
    })
    await press(page, 'Escape')
    clicked++
  }
}

async function readThrough(page: Page): Promise<void> {
  await press(page, ...Array.from({ length: 6 }, () => 'ArrowRight'), 'ArrowLeft', 'b', 'b')
  for (const panel of ['o', 't', 'p', '?']) await press(page, panel, 'Escape')
}

async function palette(page: Page): Promise<void> {
  await press(page, 'Control+k', 's', 'a', 'l', 't')
  await page.waitForTimeout(400)
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Escape')
}

type Step = readonly [name: string, path: string, act: (page: Page) => Promise<void>]

async function steps(room: ReadingRoom): Promise<Step[]> {
  const { data } = await room.admin.get<{ data: { id: string; title: string }[] }>('/api/v1/series?pageSize=100')
  const series = data.find(({ title }) => title === 'The Salt Road')
  const [comicBook, ebook] = await Promise.all([room.book('Science Comics'), room.book('Moby-Dick')])
  const plain: readonly [string, string][] = [
    ['home', '/'],
    ['library, grid', '/library?show=books'],
    ['library, list', '/library?show=books&view=list'],
    ['library, table', '/library?show=books&view=table'],
    ['search', '/search?q=s'],
    ['series', `/series/${series?.id}`],
    ['book', `/books/${comicBook.id}`],
    ['lists', '/lists'],
    ['want to read', '/want-to-read'],
    ['notes and highlights', '/marks'],
    ['reading history', '/history'],
    ['statistics', '/statistics'],
    ['ratings', '/ratings'],
    ['people and tags', '/browse'],
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
      'server',
      'system',
      'storage',
    ].map((name): [string, string] => [`administration, ${name}`, `/settings/${name}`]),
  ]
  return [
    ...plain.map(([name, path]): Step => [name, path, touchAll]),
    ['search palette', '/library', palette],
    ['comic reader', `/books/${comicBook.id}/read?page=1`, readThrough],
    ['ebook reader', `/books/${ebook.id}/read`, readThrough],
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

const room = await openReadingRoom({
  lively: true,
  seeThrough: true,
  libraries: ['Comics', 'Manga', 'Books', 'Strips'],
  fill: async folder => {
    await writeShowLibrary(folder)
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
  if (!IS_BUSY) await strip(room, page)
  console.log(`\nA processor ${SLOWER} times slower:\n| screen | slowest answer, ms | to |\n|---|---:|---|`)
  for (const [name, path, act] of await steps(room)) {
    await page.goto(path)
    await page.locator('main, [data-reader]').first().waitFor()
    if (path.includes('/read')) await page.locator('[data-bars]').waitFor()
    await page.waitForTimeout(800)
    costliest = { name: '', duration: 0, on: '' }
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: IS_BUSY ? 1 : SLOWER })
    await act(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const { name: event, duration, on } = IS_BUSY ? costliest : await slowest(page)
    console.log(`| ${name} | ${duration} | ${event} ${on} |`)
  }
  await close()
} finally {
  await room.close()
}
