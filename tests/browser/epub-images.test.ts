// Pictures in ebooks are opened and zoomed.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { jpegImage } from '../kit/images'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const data = Buffer.from(await jpegImage({ width: 300, height: 200 }, 'teal')).toString('base64')
      // Enough text for two columns, the picture in the first.
      const markup = `<img alt="A square" src="data:image/jpeg;base64,${data}"/><p>${'The sea was quiet. '.repeat(400)}</p>`
      const chapters = [{ title: 'One', paragraphs: [], markup }]
      writeLibrary(folder, { 'Sea/sea.epub': ebook({ title: 'Sea', chapters }) })
      const tall = { name: 'tall.jpg', data: await jpegImage({ width: 500, height: 2000 }) }
      const column = { title: 'Tall', paragraphs: [], markup: '<img alt="A column" src="tall.jpg"/>' }
      writeLibrary(folder, { 'Tall/tall.epub': ebook({ title: 'Tall', chapters: [column], files: [tall] }) })
      copyFixtures(folder, { 'A/alice.epub': 'epub/stump-alice.epub' })
    },
  })
})
afterAll(() => room?.close())

/** A picture of the chapter, once the book is open. */
async function pictureIn(page: Page, file: string, selector: string) {
  const { id } = await room.bookFile(file)
  await page.goto(`/books/${id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
  const picture = page.frameLocator('iframe[data-shown="true"]').locator(selector).first()
  await picture.waitFor()
  return picture
}

async function isZoomed(page: Page, name: string): Promise<void> {
  const sheet = page.getByRole('dialog')
  const picture = sheet.locator('img')
  await picture.waitFor()
  await page.waitForFunction(() => {
    const shown = document.querySelector<HTMLImageElement>('dialog img')
    return shown?.complete && shown.naturalWidth > 0
  })
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const before = await width()
  await sheet.getByRole('button', { name: 'Zoom in' }).click()
  expect((await width()) / before).toBeCloseTo(1.5, 1)
  // The middle stays, and every part of the picture can be scrolled to.
  const reach = await picture.evaluate(shown => {
    const scroller = shown.closest('button')?.parentElement as HTMLElement
    const middle = () => shown.getBoundingClientRect().left + shown.getBoundingClientRect().width / 2
    const off = Math.abs(middle() - innerWidth / 2)
    scroller.scrollLeft = 0
    const { left } = shown.getBoundingClientRect()
    scroller.scrollLeft = scroller.scrollWidth
    return { off, left, right: shown.getBoundingClientRect().right - innerWidth }
  })
  expect(reach.off).toBeLessThan(30)
  expect(reach.left).toBeGreaterThanOrEqual(0)
  expect(reach.right).toBeLessThanOrEqual(0)
  // Scrolled to the right edge, the buttons are still there.
  expect((await sheet.getByRole('button', { name: 'Zoom out' }).boundingBox())?.x).toBeGreaterThan(0)
  expect(await axeFindings(page, 'dialog[open]')).toEqual([])
  await saveScreenshot(page, name)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
}

test('a tap in the middle of a picture opens it, wherever it is on the page', () =>
  room.visit('epub-picture', DESKTOP, async ({ page }) => {
    const picture = await pictureIn(page, 'sea.epub', 'img')
    const { x, width } = (await picture.boundingBox()) ?? { x: 0, width: 0 }
    expect(x + width / 2).toBeLessThan(VIEWPORTS.desktop.width * 0.3)
    await picture.click()
    await isZoomed(page, 'epub-picture')
    await page.keyboard.press('i')
    await page.getByRole('dialog', { name: 'A square' }).waitFor()
  }))

test('a tall picture is zoomed by steps, not at once to the width of the window', () =>
  room.visit('epub-picture-tall', DESKTOP, async ({ page }) => {
    await pictureIn(page, 'tall.epub', 'img')
    await page.keyboard.press('i')
    await isZoomed(page, 'epub-picture-tall')
  }))

test('a double tap opens a cover that is part of a drawing', () =>
  room.visit('epub-picture-drawing', PHONE, async ({ page }) => {
    const picture = await pictureIn(page, 'alice.epub', 'svg image')
    await picture.dblclick()
    await isZoomed(page, 'epub-picture-drawing')
  }))
