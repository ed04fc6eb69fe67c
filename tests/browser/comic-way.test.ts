// Navigation in a comic: to a page, with preloading, beyond its end, and between devices.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { saveScreenshot, VIEWPORTS } from '../kit/browser'
import { openReader, PAGE, pressThrough, progressOf, serverHas, spread } from './comic-pages'
import { callBars, DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom, settled } from './reading-room'
import { writeSeries } from './shelves'

setDefaultTimeout(60_000)

const LONG = 'The Extraordinarily Long Voyage of the Night Ferry Across'

let room: ReadingRoom

beforeAll(async () => {
  room = await openReadingRoom({
    lively: true,
    fill: async folder => {
      for (const series of ['Tide', 'Jumps', 'Elsewhere', 'Secret', LONG]) {
        await writeSeries(folder, series, { pages: 8, size: PAGE, volumes: series === 'Tide' ? 2 : 1 })
      }
    },
  })
})
afterAll(() => room?.close())

test('a phone shows the number of the next volume after a long title', () =>
  room.visit('comic-long-title', PHONE, async ({ page }) => {
    const { seriesId } = await room.book(LONG)
    await page.goto(`/series/${seriesId}`)
    const read = page.getByRole('main').getByRole('link', { name: `Read ${LONG} 01` })
    await read.waitFor()
    await settled(page)
    await saveScreenshot(page, 'comic-long-title')
    const hidden = (label: Element) => label.scrollHeight - label.clientHeight + label.scrollWidth - label.clientWidth
    expect(await read.locator('.mantine-Button-label').evaluate(hidden)).toBe(0)
    const others = ['Mark all as read', 'Want to read', `More actions for ${LONG}`]
    const boxes = await Promise.all(others.map(name => page.getByRole('button', { name, exact: true }).boundingBox()))
    expect(new Set(boxes.map(box => box?.y)).size).toBe(1)
  }))

test('go to a page, the slider, all pages', () =>
  room.visit('comic-jumps', DESKTOP, async ({ page }) => {
    const book = await room.book('Jumps 01')
    await openReader(page, book)
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('g')
    await page.getByLabel('Page 1 to 8').fill('6')
    await page.keyboard.press('Enter')
    await pageOnScreen(page, 6).waitFor()
    await serverHas(room, book, 6)

    await callBars(page)
    const slider = page.getByRole('slider', { name: 'Position in the book' })
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await pageOnScreen(page, 5).waitFor()
    const box = await slider.boundingBox()
    if (!box) throw new Error('No slider')
    await page.mouse.click(box.x + 12, box.y + box.height / 2)
    await pageOnScreen(page, 1).waitFor()

    await page.keyboard.press('p')
    const sheet = page.getByRole('dialog', { name: 'Pages' })
    await sheet.getByRole('button', { name: 'Page 4' }).click()
    await pageOnScreen(page, 4).waitFor()
    await serverHas(room, book, 4)
  }))

test('Escape right after the key of a panel closes the panel, not the book', () =>
  room.visit('quick-escape', DESKTOP, async ({ page }) => {
    await openReader(page, await room.book('Jumps 01'), '?page=1')
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    for (const key of ['o', 'p', 'o']) {
      await page.keyboard.press(key)
      await page.keyboard.press('Escape')
      await page.waitForTimeout(600)
      expect(new URL(page.url()).pathname).toEndWith('/read')
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
  }))

test('the next page is there before it is asked for', () =>
  room.visit('comic-preload', DESKTOP, async ({ page }) => {
    const book = await room.book('Jumps 01')
    const answered = page.waitForResponse(response => response.url().includes(`${book.id}/pages/2`))
    await openReader(page, book, '?page=1')
    expect((await answered).status()).toBe(200)
    await page.locator('[data-page="2"][data-state="ready"]').waitFor({ state: 'attached' })
    expect(await spread(page)).toEqual([1])
  }))

test('the end of a book offers the next, and the last says so', () =>
  room.visit('comic-end', DESKTOP, async ({ page }) => {
    const [first, second] = [await room.book('Tide 01'), await room.book('Tide 02')]
    await openReader(page, first, '?page=7')
    await pressThrough(page, [['ArrowRight', 8]])
    await page.keyboard.press('ArrowRight')
    const end = page.getByRole('region', { name: 'End of book' })
    await end.getByText('You finished “Tide 01”').waitFor()
    await saveScreenshot(page, 'comic-end')
    await serverHas(room, first, 8, true)
    // Its cover is the largest thing, and all of it is in sight.
    const next = end.getByRole('button', { name: /Read next book/ })
    const { y = 0, height = 0 } = (await next.boundingBox()) ?? {}
    expect(height).toBeGreaterThan(VIEWPORTS.desktop.height / 2)
    expect(y + height).toBeLessThan(VIEWPORTS.desktop.height)
    await next.click()
    await page.waitForURL(`**/books/${second.id}/read`)
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('End')
    await pageOnScreen(page, 8).waitFor()
    await page.keyboard.press('ArrowRight')
    await end.getByText('That was the last book of Tide.').waitFor()
    await serverHas(room, second, 8, true)
  }))

test('a newer place of another device is offered, not forced', () =>
  room.visit('comic-elsewhere', DESKTOP, async ({ page }) => {
    const book = await room.book('Elsewhere 01')
    await openReader(page, book)
    await pageOnScreen(page, 1).waitFor()
    await pressThrough(page, [['ArrowRight', 2]])
    await serverHas(room, book, 2)
    await room.admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 7 })
    // The event when a tab becomes visible again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const offer = page.getByRole('region', { name: 'Progress from another device' })
    await offer.getByText('You’ve read further on another device: Page 7.').waitFor()
    expect(await spread(page)).toEqual([2])
    await saveScreenshot(page, 'comic-offer')
    await offer.getByRole('button', { name: 'Go there' }).click()
    await pageOnScreen(page, 7).waitFor()
  }))

test('incognito leaves no trace', () =>
  room.visit('comic-incognito', DESKTOP, async ({ page }) => {
    const book = await room.book('Secret 01')
    await openReader(page, book, '?incognito=1')
    await pageOnScreen(page, 1).waitFor()
    await pressThrough(page, [
      ['ArrowRight', 2],
      ['ArrowRight', 3],
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Read', exact: true }).waitFor()
    expect(await progressOf(room, book)).toBeUndefined()
  }))
