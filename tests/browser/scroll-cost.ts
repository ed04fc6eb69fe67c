// The cost of scrolling: `bun tests/browser/scroll-cost.ts [BOOKS]`, 100,000 by default. Build the web app first.
import type { Page } from 'playwright-core'
import { temporaryFolder } from '../kit/paths'
import { fillLarge, showCovers } from './large-database'
import { openReadingRoom, type ReadingRoom } from './reading-room'

const BOOKS = Number(process.argv[2] ?? 100_000)
/** CSS pixels a second, and how far. */
const SPEED = 3000
const DISTANCE = 24_000

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

interface Cost {
  readonly frames: number
  /** Milliseconds of CPU that the page's main thread took for each frame. */
  readonly mean: number
  readonly p95: number
  readonly most: number
  /** Share of the frames that would not fit 60 a second. */
  readonly late: number
}

/** The main thread's own tasks from one drawn frame to the next, by their CPU time: others on the machine do not count. */
function costOf(events: readonly TraceEvent[]): Cost {
  const drawn = (at: TraceEvent) =>
    events.filter(({ name, ph, pid, tid }) => name === 'Commit' && ph === 'X' && pid === at.pid && tid === at.tid)
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const commits = mains.map(drawn).sort((a, b) => b.length - a.length)[0] ?? []
  const ends = commits.map(commit => commit.ts).sort((a, b) => a - b)
  const frames = new Array<number>(ends.length).fill(0)
  for (const { name, ph, ts, pid, tid, tdur = 0 } of events) {
    if (name !== 'RunTask' || ph !== 'X' || pid !== commits[0]?.pid || tid !== commits[0]?.tid) continue
    // The task that draws a frame began before it was drawn.
    const frame = ends.findIndex(end => end >= ts)
    if (frame !== -1) frames[frame] = (frames[frame] ?? 0) + tdur / 1000
  }
  const sorted = frames.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return {
    frames: frames.length,
    mean: frames.reduce((sum, frame) => sum + frame, 0) / frames.length,
    p95: share(0.95),
    most: share(1),
    late: frames.filter(frame => frame > 1000 / 60).length / frames.length,
  }
}

const TRACED = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata']

async function traced(room: ReadingRoom, page: Page, act: () => Promise<void>): Promise<Cost> {
  await room.browser.startTracing(page, { categories: TRACED })
  await act()
  const { traceEvents } = JSON.parse((await room.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return costOf(traceEvents)
}

/** As a wheel that turns evenly does at 60 frames a second, however many the machine has time for. */
const turnWheel = (page: Page, sign: 1 | -1) =>
  page.evaluate(
    async ([step, frames]) => {
      for (let frame = 0; frame < frames; frame++) {
        await new Promise(requestAnimationFrame)
        scrollBy(0, step)
      }
    },
    [(sign * SPEED) / 60, (DISTANCE / SPEED) * 60] as const,
  )

/** Drags the scrollbar from the top to the end: each frame is as large a jump as to a letter. */
const pullBar = (page: Page) =>
  page.evaluate(async steps => {
    const end = document.documentElement.scrollHeight - innerHeight
    for (let step = 1; step <= steps; step++) {
      await new Promise(requestAnimationFrame)
      scrollTo(0, (end * step) / steps)
    }
  }, 120)

const data = temporaryFolder('scroll')
await fillLarge(data.path, BOOKS)
const room = await openReadingRoom({
  lively: true,
  optimised: true,
  env: { OCTAVO_DATA_DIR: data.path },
})
try {
  await room.octavo.signInAsAdmin()
  const screen = await room.open({ viewport: 'desktop', scheme: 'dark' })
  const { page } = screen
  await showCovers(page.context())
  console.log(`${BOOKS} books; CPU of the page's main thread for each frame, ms`)
  console.log('| view | by | frames | mean | p95 | most | over 16.7 ms |\n|---|---|---|---|---|---|---|')
  for (const view of ['grid', 'list', 'table']) {
    await page.goto(`/library?show=books&view=${view}`)
    await page.locator('[data-index="5"] a').waitFor()
    const ways: [string, () => Promise<void>][] = [
      ['wheel, down', () => turnWheel(page, 1)],
      ['wheel, up again', () => turnWheel(page, -1)],
      ['scroll bar, top to end', () => pullBar(page)],
    ]
    for (const [way, act] of ways) {
      const { frames, mean, p95, most, late } = await traced(room, page, act)
      const figures = [mean, p95, most].map(value => value.toFixed(1))
      console.log(`| ${view} | ${way} | ${frames} | ${figures.join(' | ')} | ${(late * 100).toFixed(1)} % |`)
    }
  }
  await screen.close()
} finally {
  await room.close()
  data.remove()
}
