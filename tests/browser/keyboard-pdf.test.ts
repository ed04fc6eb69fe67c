// A PDF is read to its end by keys alone, as images and as text: contents, search hits, double pages, and the next book.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { serverHas, spread } from './comic-pages'
import { focusIs, press, said, tabTo, writeTree } from './keyboard'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder =>
      copyFixtures(folder, {
        'Papers/Papers 1.pdf': 'pdf/basicapi.pdf',
        'Papers/Papers 2.pdf': 'pdf/tracemonkey.pdf',
      }),
  })
})
afterAll(() => room?.close())

const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

/** Presses a key again and again, until this is read out. */
async function untilSaid(page: Page, key: string, text: string): Promise<void> {
  const heard = page.locator('[role=status]').filter({ hasText: text })
  for (let step = 0; step < 80 && (await heard.count()) === 0; step++) await page.keyboard.press(key)
  await said(page, text)
}

/** Several times: only at first, the outline is read while the panel is open. */
async function openContents(page: Page): Promise<void> {
  for (const opens of [1, 2, 3]) {
    if (opens > 1) {
      await page.keyboard.press('Escape')
      await closed(page)
    }
    await page.keyboard.press('t')
    await focusIs(page, /^button Chapter 1/)
  }
}

test('as images: contents from the current line, a hit, two pages, the end, and the next book', () =>
  room.visit('keyboard-pdf-images', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    const book = await room.bookFile('Papers 1.pdf')
    await page.goto(`/books/${book.id}/read?page=1`)
    await pageOnScreen(page, 1).waitFor()
    await keys.press('ArrowRight')
    await pageOnScreen(page, 2).waitFor()
    await openContents(page)
    await writeTree(page, 'flow-pdf-contents', 'dialog[open]')
    await press(page, /^button Paragraph 1\.1/)
    await closed(page)
    await pageOnScreen(page, 3).waitFor()
    await keys.press('/')
    await focusIs(page, /^input Search/)
    await keys.type('Chapter')
    await said(page, /\d+ results?/)
    await press(page, /^button Page 2/)
    await closed(page)
    await pageOnScreen(page, 2).waitFor()
    await keys.press('d')
    await pageOnScreen(page, 3).waitFor()
    expect(await spread(page)).toEqual([2, 3])
    await keys.press('ArrowRight')
    await said(page, 'End of book')
    await serverHas(room, book, 3, true)
    await keys.press('ArrowLeft')
    await pageOnScreen(page, 3).waitFor()
    await keys.press('ArrowRight')
    await tabTo(page, /Read next book/)
    await saveScreenshot(page, 'keyboard-pdf-images-end')
    await keys.press('Enter')
    await page.waitForURL(url => !url.pathname.includes(book.id))
    await pageOnScreen(page, 1).waitFor()
    await keys.press('Escape')
    await page.getByRole('heading', { level: 1 }).waitFor()
  }))

test('as text: contents from the current line, a hit, two pages, the end, and the next book', async () => {
  await room.admin.put('/api/v1/user/preferences/reader.pdf', { value: { mode: 'text' } })
  await room.visit('keyboard-pdf-text', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    const book = await room.bookFile('Papers 1.pdf')
    await room.admin.fetch(`/api/v1/books/${book.id}/progress`, { method: 'DELETE' })
    await page.goto(`/books/${book.id}/read?page=1`)
    await page.locator('.page[data-page-number="1"] .textLayer span').first().waitFor()
    await keys.press('ArrowRight')
    await said(page, 'Page 2 of 3')
    await openContents(page)
    await press(page, /^button Paragraph 1\.1/)
    await closed(page)
    await said(page, 'Page 3 of 3')
    await keys.press('/')
    await focusIs(page, /^input Search/)
    await keys.type('Table')
    await said(page, /^1 \/ \d+$/)
    await keys.press('Enter')
    await keys.press('Escape')
    await keys.press('Home')
    await said(page, 'Page 1 of 3')
    for (const number of [2, 3]) {
      await keys.press('ArrowRight')
      await said(page, `Page ${number} of 3`)
    }
    const end = page.getByRole('region', { name: 'End of book' })
    await end.waitFor()
    await keys.press('ArrowRight')
    await said(page, 'End of book')
    await until(
      () =>
        end
          .getByRole('button')
          .first()
          .evaluate(button => button.getBoundingClientRect().bottom <= innerHeight),
      Boolean,
    )
    await saveScreenshot(page, 'keyboard-pdf-text-end')
    await serverHas(room, book, 3, true)
    for (const key of ['PageDown', ' ', 'ArrowDown']) {
      await keys.press('Home')
      await said(page, 'Page 1 of 3')
      await untilSaid(page, key, 'End of book')
    }
    await keys.press('Home')
    await said(page, 'Page 1 of 3')
    await keys.press('d')
    await page.locator('.pdfViewer .spread').first().waitFor()
    await keys.press('End')
    await end.waitFor()
    await press(page, /Read next book/)
    await page.waitForURL(url => !url.pathname.includes(book.id))
    // The address changes before the pages do.
    await said(page, 'Page 1 of 14')
    // The last two of its 14 pages are next to each other.
    await page.locator('.pdfViewer .spread [data-page-number="14"]').waitFor()
    await untilSaid(page, 'PageDown', 'End of book')
    await end.waitFor()
    await serverHas(room, await room.bookFile('Papers 2.pdf'), 14, true)
    await saveScreenshot(page, 'keyboard-pdf-text-double')
    await keys.press('Escape')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
})
