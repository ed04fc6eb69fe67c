// Turning the pages of an ebook with a fixed layout faster than they load.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { inChapter } from './chapter-on-screen'
import { fixedBook } from './fixed-books'
import { openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

const MANY = 40

let room: ReadingRoom
beforeAll(async () => {
  const pages = Array.from({ length: MANY }, () => ({ body: '' }))
  room = await openReadingRoom({
    fill: folder => writeLibrary(folder, { 'Many/many-pages.epub': fixedBook('Many pages', pages) }),
  })
})
afterAll(() => room?.close())

const shows = (page: Page, number: number) =>
  until(
    () => inChapter(page, () => document.baseURI.split('/').at(-1) ?? ''),
    name => name === `p${number}.xhtml`,
  )

test('keys count while a page is being opened', () =>
  room.visit('epub-fixed-keys', PHONE, async ({ page, forget }) => {
    const book = await room.bookFile('many-pages.epub')
    await page.goto(`/books/${book.id}/read`)
    await shows(page, 1)
    let answer = () => {}
    const late = new Promise<void>(resolve => {
      answer = resolve
    })
    // The last page stays under way while keys lead on from it.
    await page.route(`**/p${MANY}.xhtml*`, async route => {
      await late
      await route.continue()
    })
    await page.keyboard.press('Home')
    await shows(page, 1)
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key)
    await shows(page, MANY - 2)
    answer()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await shows(page, 2)
    forget()
  }))
