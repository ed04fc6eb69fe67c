// A strip of 300 tall pages: the browser holds a few of them, wherever the reader is, and nothing moves by itself.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(120_000)

const PAGES = 300
const MEGABYTE = 1024 ** 2

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      writeLibrary(folder, {
        'Large/Large 1.cbz': await comic({ pages: 2, size: { width: 800, height: 1600 } }),
        'Strip/Strip 1.cbz': await comic({ pages: PAGES, size: { width: 400, height: 2000 }, method: 'store' }),
      })
    },
  })
})
afterAll(() => room?.close())

/** Bytes that the page's scripts hold. */
async function heap(page: Page): Promise<number> {
  await page.requestGC()
  const devtools = await page.context().newCDPSession(page)
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}

/** Runs in the page: scrolls to the end of the strip, frame by frame. */
async function scrollThrough(): Promise<{ images: number; nodes: number; jumps: number }> {
  const scroller = [...document.querySelectorAll('[data-reader] *')].find(
    element => element.scrollHeight > element.clientHeight * 10 && getComputedStyle(element).overflowY !== 'visible',
  )
  if (!scroller) throw new Error('Nothing scrolls')
  const most = { images: 0, nodes: 0, jumps: 0 }
  const height = scroller.scrollHeight
  const step = height / 400
  for (let top = 0; top < height; top += step) {
    scroller.scrollTo({ top, behavior: 'instant' })
    const asked = scroller.scrollTop
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    if (Math.abs(scroller.scrollTop - asked) > 1 || scroller.scrollHeight !== height) most.jumps++
    most.images = Math.max(most.images, document.images.length)
    most.nodes = Math.max(most.nodes, document.querySelectorAll('*').length)
  }
  return most
}

test('scrolled from end to end, memory stays as it was', () =>
  room.visit('long-strip', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('Strip 1.cbz')
    await page.goto(`/books/${book.id}/read?page=1`)
    await page.locator('[data-page="1"][data-state="ready"]').waitFor()
    await page.evaluate(scrollThrough)
    const once = await heap(page)
    const most = await page.evaluate(scrollThrough)
    expect(most.jumps).toBe(0)
    expect(most.images).toBeLessThan(30)
    expect(most.nodes).toBeLessThan(1500)
    // What is there after one time is there after two: nothing is gathered.
    expect((await heap(page)) - once).toBeLessThan(8 * MEGABYTE)
    await page.locator(`[data-page="${PAGES}"][data-state="ready"]`).waitFor()
  }))

/** Runs in the page: scrolls some pixels in each of 60 frames. */
async function scrollFrames(): Promise<void> {
  const scroller = [...document.querySelectorAll('[data-reader] *')].find(
    element => element.scrollHeight > element.clientHeight + 500 && getComputedStyle(element).overflowY === 'auto',
  )
  if (!scroller) throw new Error('Nothing scrolls')
  for (let frame = 0; frame < 60; frame++) {
    scroller.scrollBy({ top: 8, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
  }
}

/** Tiles that are drawn meanwhile. */
async function drawnTiles(page: Page, scroll: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().browser()?.newBrowserCDPSession()
  if (!devtools) throw new Error('No browser')
  let drawn = 0
  devtools.on('Tracing.dataCollected', ({ value }) => {
    drawn += (value as { name?: string }[]).filter(({ name }) => name === 'RasterTask').length
  })
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await scroll()
  const complete = new Promise(done => devtools.once('Tracing.tracingComplete', done))
  await devtools.send('Tracing.end')
  await complete
  await devtools.detach()
  return drawn
}

for (const [name, file] of [
  ['strip', 'Strip 1.cbz'],
  ['page larger than the view', 'Large 1.cbz'],
] as const) {
  test(`a scrolled ${name} is not drawn again: only what comes into view is`, () =>
    room.visit('long-strip-drawn', DESKTOP, async ({ page }) => {
      const book = await room.bookFile(file)
      await page.goto(`/books/${book.id}/read?page=1`)
      await page.locator('[data-page="1"][data-state="ready"]').waitFor()
      // The width of the view.
      if (file === 'Large 1.cbz') await page.keyboard.press('w')
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[data-reader] *')].some(
          one => one.scrollHeight > one.clientHeight + 500 && getComputedStyle(one).overflowY === 'auto',
        ),
      )
      const drawn = await drawnTiles(page, () => page.evaluate(scrollFrames))
      // All tiles of every frame would be about a thousand.
      expect(drawn).toBeLessThan(240)
    }))
}
