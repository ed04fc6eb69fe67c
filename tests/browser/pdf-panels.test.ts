// Panels, areas and the search of a PDF, in both of its readers, and when the hint about the toolbars is not shown.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { MarkDto } from '@octavo/contract/mark'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { focusIs } from './keyboard'
import { DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

const HINT = 'Tap or click the middle to show the toolbars'

let room: ReadingRoom
let paper: BookDto
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      copyFixtures(folder, { 'Paper/paper.pdf': 'pdf/tracemonkey.pdf', 'Broken/broken.pdf': 'pdf/basicapi.pdf' })
      writeLibrary(folder, { 'Ink/Ink 1.cbz': await comic({ pages: 2 }) })
    },
  })
  paper = await room.bookFile('paper.pdf')
})
afterAll(() => room?.close())

const mode = (value: 'images' | 'text') =>
  room.admin.put('/api/v1/user/preferences/reader.pdf', { value: { mode: value } })

async function openText(page: Page, book: BookDto, number: number): Promise<void> {
  await page.goto(`/books/${book.id}/read?page=${number}`)
  await page.locator(`.page[data-page-number="${number}"] .textLayer span`).first().waitFor()
}

test('without a table of contents, its key opens the pages and says so, again and again', () =>
  room.visit('pdf-panels-contents', DESKTOP, async ({ page }) => {
    await mode('images')
    await page.goto(`/books/${paper.id}/read?page=2`)
    await pageOnScreen(page, 2).waitFor()
    const panel = page.getByRole('dialog', { name: 'Pages' })
    for (const name of ['first', 'again']) {
      await page.keyboard.press('t')
      await panel.getByText('This book has no table of contents.').waitFor()
      await focusIs(page, /^button Page 2/)
      expect(await page.getByText(HINT).count()).toBe(0)
      await saveScreenshot(page, `pdf-panels-contents-${name}`)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
    }
    await page.keyboard.press('p')
    await panel.getByRole('button', { name: /^Page 2/ }).waitFor()
    expect(await panel.getByText('This book has no table of contents.').count()).toBe(0)
  }))

test('a search that lists only the first hits says so', () =>
  room.visit('pdf-panels-search', DESKTOP, async ({ page }) => {
    await mode('images')
    await page.goto(`/books/${paper.id}/read?page=1`)
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('trace')
    await page.getByText('First 300 results').waitFor()
    await page.getByText('…that identifies frequently executed loop').first().waitFor()
  }))

test('an area marked on a page image is on the page as text as well, and opens there', async () => {
  await mode('text')
  const region = { x: 0.55, y: 0.4, width: 0.35, height: 0.1 }
  const mark = { kind: 'highlight', color: 'blue', page: 1, region, note: 'Second column' }
  const { id } = await room.admin.post<MarkDto>(`/api/v1/books/${paper.id}/marks`, mark)
  for (const [name, options] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    await room.visit(`pdf-panels-area-${name}`, options, async ({ page }) => {
      await openText(page, paper, 1)
      const area = page.locator(`[data-mark="${id}"]`)
      await area.waitFor()
      const whole = await page.locator('.page[data-page-number="1"]').boundingBox()
      const box = await area.boundingBox()
      if (!box || !whole) throw new Error('The area is not drawn')
      expect((box.x - whole.x) / whole.width).toBeCloseTo(region.x, 1)
      expect(box.width / whole.width).toBeCloseTo(region.width, 1)
      expect(box.height / whole.height).toBeCloseTo(region.height, 1)
      await saveScreenshot(page, `pdf-panels-area-${name}`)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await page.getByRole('dialog', { name: 'Highlight' }).getByText('Area on page 1').waitFor()
    })
  }
})

test('a hit found in a PDF as text does not move the search bar', () =>
  room.visit('pdf-panels-find', PHONE, async ({ page }) => {
    await mode('text')
    await openText(page, paper, 1)
    await page.keyboard.press('/')
    await page.keyboard.type('trace')
    const bar = page.getByRole('search')
    await bar.getByText(/^1 \/ \d+$/).waitFor()
    for (let hit = 2; hit < 20; hit++) {
      await page.keyboard.press('Enter')
      await bar.getByText(new RegExp(`^${hit} /`)).waitFor()
    }
    const box = await bar.boundingBox()
    expect(box?.y).toBeGreaterThan(50)
    await saveScreenshot(page, 'pdf-panels-find')
  }))

test('no hint about the toolbars covers the end of a book or an error', async () => {
  await room.visit('pdf-panels-end-comic', PHONE, async ({ page }) => {
    const book = await room.bookFile('Ink 1.cbz')
    await page.goto(`/books/${book.id}/read?page=2`)
    await pageOnScreen(page, 2).waitFor()
    await page.getByText(HINT).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('region', { name: 'End of book' }).waitFor()
    await page.getByText(HINT).waitFor({ state: 'detached', timeout: 500 })
    await page.keyboard.press('ArrowLeft')
  })
  await room.visit('pdf-panels-error', PHONE, async ({ page, forget }) => {
    await mode('text')
    const book = await room.bookFile('broken.pdf')
    await page.route('**/file', route => route.fulfill({ body: 'not a PDF', contentType: 'application/pdf' }))
    await page.goto(`/books/${book.id}/read`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await until(
      () => page.getByText(HINT).count(),
      count => count === 0,
    )
    await saveScreenshot(page, 'pdf-panels-error')
    forget()
  })
})

test('a PDF as text opens on the next try when its program could not be fetched', () =>
  room.visit('pdf-panels-program', DESKTOP, async ({ page, forget }) => {
    await mode('text')
    let isDown = true
    await page.route(/pdf_viewer-.*\.js$/, route => (isDown ? route.abort() : route.continue()))
    await page.goto(`/books/${paper.id}/read?page=1`)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    isDown = false
    forget()
    await again.click()
    await page.locator('.page[data-page-number="1"] .textLayer span').first().waitFor()
  }))
