// The bars of readers whose pages fill the window: comics, PDFs and ebooks with a fixed layout.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { fixedBook } from './fixed-books'
import { callBars, DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'
import { smallTargets } from './touch-targets'

setDefaultTimeout(90_000)

const SCREENS = { desktop: DESKTOP, phone: PHONE } as const
const PAGES = 12

let room: ReadingRoom
beforeAll(async () => {
  const pages = Array.from({ length: PAGES }, () => ({ body: '' }))
  room = await openReadingRoom({
    fill: async folder => {
      copyFixtures(folder, { 'Papers/tracemonkey.pdf': 'pdf/tracemonkey.pdf' })
      writeLibrary(folder, {
        'Fixed/fixed.epub': fixedBook('Fixed', pages),
        'Wide/wide.epub': fixedBook('Wide', pages),
        'Paged/paged.cbz': await comic({ pages: 4, size: { width: 300, height: 450 } }),
        'Strip/strip.cbz': await comic({ pages: 6, size: { width: 200, height: 1400 } }),
      })
    },
  })
})
afterAll(() => room?.close())

/** A shown page, whichever reader shows it. */
const FIRST =
  'iframe[data-shown="true"], [data-current="true"] [data-state="ready"], [data-page="1"][data-state="ready"]'

async function openFile(page: Page, file: string): Promise<void> {
  await page.goto(`/books/${(await room.bookFile(file)).id}/read`)
  await page.locator(FIRST).first().waitFor()
}

describe('a book opens with its first page in sight', () => {
  for (const [name, screen] of Object.entries(SCREENS)) {
    for (const file of ['fixed.epub', 'paged.cbz', 'strip.cbz', 'tracemonkey.pdf']) {
      test(`${file}: ${name}`, () =>
        room.visit(`page-bars-${name}-${file}`, screen, async ({ page }) => {
          // Shown for a moment, perhaps before the page is.
          const hint = page.getByRole('status').getByText('Tap or click the middle to show the toolbars')
          await Promise.all([hint.waitFor(), openFile(page, file)])
          const top = page.locator('[data-reader] header')
          expect(await top.evaluate(bar => getComputedStyle(bar).opacity)).toBe('0')
          await saveScreenshot(page, `page-bars-${name}-${file}`)
          const { width = 0, height = 0 } = page.viewportSize() ?? {}
          await page.mouse.click(width / 2, height / 2)
          await page.locator('[data-reader][data-bars="true"]').waitFor()
          await page.getByText('Tap or click the middle to show the toolbars').waitFor({ state: 'detached' })
          // Called by hand, they stay.
          await page.waitForTimeout(3000)
          expect(await top.evaluate(bar => getComputedStyle(bar).opacity)).toBe('1')
          expect(await smallTargets(page, '[data-reader]')).toEqual([])
          expect(await axeFindings(page, '[data-reader]')).toEqual([])
        }))
    }
  }
})

test('the hint about the bars is gone once a page is turned', () =>
  room.visit('page-bars-hint', PHONE, async ({ page }) => {
    // It never ends by itself.
    await page.addInitScript(() => {
      const real = window.setTimeout
      window.setTimeout = ((run: () => void, ms?: number) => (ms === 2600 ? 0 : real(run, ms))) as typeof setTimeout
    })
    await openFile(page, 'paged.cbz')
    const hint = page.getByRole('status').getByText('Tap or click the middle to show the toolbars')
    await hint.waitFor()
    await page.keyboard.press('ArrowRight')
    await hint.waitFor({ state: 'detached' })
  }))

const shown = (page: Page) => page.locator('iframe[data-shown="true"], iframe[data-shown="partner"]').count()
const shows = (page: Page, pages: number) =>
  until(
    () => shown(page),
    count => count === pages,
  )

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`a fixed layout has buttons for spreads, pages and their number: ${name}`, () =>
    room.visit(`page-bars-fixed-${name}`, screen, async ({ page }) => {
      await openFile(page, name === 'phone' ? 'fixed.epub' : 'wide.epub')
      const isDouble = name === 'desktop'
      await callBars(page)
      await page.getByRole('button', { name: `1 / ${PAGES}, Go to page` }).click()
      await page.getByLabel(`Page 1 to ${PAGES}`).fill('4')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `4 / ${PAGES}, Go to page` }).waitFor()
      await shows(page, isDouble ? 2 : 1)
      await saveScreenshot(page, `page-bars-fixed-${name}`)
      expect(await axeFindings(page)).toEqual([])

      const double = page.getByRole('button', { name: 'One or two pages', pressed: isDouble })
      await double.click()
      await page.getByRole('button', { name: 'One or two pages', pressed: !isDouble }).waitFor()
      await shows(page, isDouble ? 1 : 2)
      await page.keyboard.press('d')
      await shows(page, isDouble ? 2 : 1)

      await page.getByRole('button', { name: 'Pages', exact: true }).click()
      const grid = page.getByRole('dialog', { name: 'Pages' })
      await grid.getByRole('button', { name: 'Page 9', exact: true }).click()
      await page.getByRole('button', { name: /^(8|9) \/ 12, Go to page$/ }).waitFor()
      await page.keyboard.press('p')
      await grid.waitFor()
      await page.keyboard.press('Escape')
      // The key of the contents does not lead to the grid.
      await page.keyboard.press('t')
      await page.getByRole('dialog', { name: 'Table of contents' }).waitFor()
    }))
}

test('marking an area covers the message of a bookmark, which says what was done', () =>
  room.visit('page-bars-bookmark', PHONE, async ({ page }) => {
    await openFile(page, 'paged.cbz')
    await pageOnScreen(page, 1).waitFor()
    // The server answers 404 to the deletion of a bookmark that it never had.
    const sent = page.waitForResponse('**/api/v1/marks/batch')
    await page.keyboard.press('b')
    await page.getByText('Bookmark added').waitFor()
    await sent
    await page.keyboard.press('b')
    await page.getByText('Bookmark removed').waitFor()
    await page.keyboard.press('r')
    await page.getByText('Bookmark removed').waitFor({ state: 'detached', timeout: 500 })
  }))

test('one page at a time is a choice for this series, and taking it back leaves a phone as it was', async () => {
  await room.visit('page-bars-series', DESKTOP, async ({ page }) => {
    await openFile(page, 'fixed.epub')
    await page.keyboard.press(']')
    await shows(page, 2)
    await page.keyboard.press('d')
    await shows(page, 1)
    await openFile(page, 'wide.epub')
    await page.keyboard.press('End')
    await page.keyboard.press('[')
    await shows(page, 2)
    await openFile(page, 'fixed.epub')
    await shows(page, 1)
    await page.keyboard.press('o')
    await page.getByText('These settings apply to “Fixed” on all your devices.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('d')
    await shows(page, 2)
  })
  await room.visit('page-bars-series-phone', PHONE, async ({ page }) => {
    await openFile(page, 'fixed.epub')
    await shows(page, 1)
  })
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)

for (const [file, first] of [
  ['paged.cbz', '[data-page="1"]'],
  ['fixed.epub', 'iframe[data-shown="true"]'],
] as const) {
  test(`a panel returns the focus to the keyboard, and leaves it to the book after a click: ${file}`, () =>
    room.visit(`page-bars-focus-${file}`, DESKTOP, async ({ page }) => {
      await openFile(page, file)
      await page.locator(first).first().waitFor()
      await page.keyboard.press('Home')
      await page.getByRole('button', { name: /^1 \/ \d+, Go to page$/ }).waitFor({ state: 'attached' })
      const settings = page.getByRole('dialog', { name: 'Reading settings' })
      await callBars(page)
      await page.getByRole('button', { name: 'Reading settings' }).click()
      await settings.waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await settings.waitFor({ state: 'detached' })
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: /^[23] \/ \d+, Go to page$/ }).waitFor({ state: 'attached' })
      expect(await settings.count()).toBe(0)

      for (let presses = 0; (await focused(page)) !== 'Reading settings' && presses < 20; presses++) {
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')
      await settings.waitFor()
      await page.keyboard.press('Escape')
      await settings.waitFor({ state: 'detached' })
      await until(
        () => focused(page),
        name => name === 'Reading settings',
      )
    }))
}
