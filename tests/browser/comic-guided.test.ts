// Webtoon detection and automatic scrolling, pages panel by panel, custom keys and tap zones.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { zip } from '../kit/zip'
import { callBars, DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

const PANELS = [
  { left: 20, top: 20, width: 360, height: 160, colour: '#a33' },
  { left: 20, top: 200, width: 170, height: 180, colour: '#3a3' },
  { left: 210, top: 200, width: 170, height: 180, colour: '#33a' },
]

/** A page of three panels: one across, and two next to each other. */
async function panelPage(): Promise<Uint8Array> {
  const input = PANELS.map(({ left, top, width, height, colour }) => ({
    input: { create: { width, height, channels: 3 as const, background: colour } },
    left,
    top,
  }))
  const page = sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff' } })
  return page.composite(input).png().toBuffer()
}

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const page = await panelPage()
      const pages = ['p1.png', 'p2.png'].map(name => ({ name, data: page }))
      writeLibrary(folder, {
        'Tall/Tall 1.cbz': await comic({ pages: 6, size: { width: 200, height: 1400 } }),
        'Panels/Panels 1.cbz': zip(pages),
        'Plain/Plain 1.cbz': await comic({ pages: 4, size: { width: 200, height: 300 } }),
      })
    },
  })
})
afterAll(() => room?.close())

async function openComic(page: Page, title: string): Promise<void> {
  const book = await room.book(title)
  await page.goto(`/books/${book.id}/read`)
  await page.locator('[data-reader] [data-state="ready"]').first().waitFor()
}

/** Runs in the page: scroll position of the strip; -1 for pages. */
const scrolled = (page: Page) =>
  page.evaluate(() => {
    const strip = document.querySelector('[data-reader] [data-page]')?.parentElement?.parentElement?.parentElement
    return strip?.parentElement?.scrollTop ?? -1
  })

test('tall pages are a strip that scrolls automatically until the reader scrolls', () =>
  room.visit('comic-strip-shape', PHONE, async ({ page }) => {
    await openComic(page, 'Tall 1')
    await callBars(page)
    await page.getByRole('button', { name: 'Scroll automatically' }).waitFor()
    await saveScreenshot(page, 'comic-strip-bars')
    await page.keyboard.press('a')
    await until(
      () => scrolled(page),
      top => top > 40,
    )
    // Scrolling by key ends it, like a finger.
    await page.keyboard.press('ArrowDown')
    let before = -1
    let still = 0
    await until(
      async () => {
        ;[before, still] = [still, await scrolled(page)]
        return still - before
      },
      moved => moved === 0,
    )
    await page.keyboard.press('o')
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    await sheet.getByRole('radio', { name: 'Webtoon', checked: true }).waitFor()
    await sheet.getByRole('slider', { name: 'Automatic scrolling speed' }).waitFor()
    // A strip always fills a phone.
    expect(await sheet.getByRole('slider', { name: 'Strip width' }).count()).toBe(0)
    expect(await scrolled(page)).toBe(still)
    await saveScreenshot(page, 'comic-strip-settings')
    // The choice of the reader overrides the shape.
    await sheet.getByRole('radio', { name: 'Left to right' }).check()
    await page.keyboard.press('Escape')
    await pageOnScreen(page, 1).waitFor()
  }))

/** Where the middle of a panel is, and how much larger it is than the page. */
const shownPanel = (page: Page) =>
  page.evaluate(panels => {
    const box = document.querySelector('[data-panel="true"] [data-state="ready"]')?.getBoundingClientRect()
    if (!box) return null
    const middles = panels.map(({ left, top, width, height }) => ({
      x: box.left + ((left + width / 2) / 400) * box.width,
      y: box.top + ((top + height / 2) / 400) * box.height,
    }))
    const isCentre = ({ x, y }: { x: number; y: number }) =>
      Math.abs(x - innerWidth / 2) < 8 && Math.abs(y - innerHeight / 2) < 8
    return middles.findIndex(isCentre)
  }, PANELS)
const panelWhen = (page: Page, index: number) =>
  until(
    () => shownPanel(page),
    shown => shown === index,
  )

test('a page is read panel by panel, forward and back', () =>
  room.visit('comic-panels', DESKTOP, async ({ page }) => {
    await openComic(page, 'Panels 1')
    await page.keyboard.press('v')
    for (const index of [0, 1, 2]) {
      await panelWhen(page, index)
      // What is around it is dark.
      const panel = await page.locator('[data-panel="true"] [data-state="ready"] + [data-around]').boundingBox()
      expect(Math.round((panel?.x ?? 0) + (panel?.width ?? 0) / 2)).toBe(VIEWPORTS.desktop.width / 2)
      await saveScreenshot(page, `comic-panel-${index}`)
      await page.keyboard.press('ArrowRight')
    }
    await pageOnScreen(page, 2).waitFor()
    await panelWhen(page, 0)
    await page.keyboard.press('ArrowLeft')
    await pageOnScreen(page, 1).waitFor()
    await panelWhen(page, 2)
    await page.keyboard.press('v')
    await until(
      () => shownPanel(page),
      shown => shown === null,
    )
  }))

test('on a phone, the settings lead to the keys of a page turner', () =>
  room.visit('comic-keys-phone', PHONE, async ({ page }) => {
    await openComic(page, 'Plain 1')
    await callBars(page)
    await page.getByRole('button', { name: 'Reading settings' }).click()
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    await saveScreenshot(page, 'comic-keys-phone')
    await sheet.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('button', { name: 'Forward one screen: None' }).waitFor()
  }))

test('a custom key turns pages, and tap zones can be swapped', () =>
  room.visit('comic-own-keys', DESKTOP, async ({ page }) => {
    await openComic(page, 'Plain 1')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('button', { name: 'Next page: None' }).click()
    await page.keyboard.press('j')
    await help.getByRole('button', { name: 'Remove the key for Next page' }).waitFor()
    // Keys have the names of the list above, and one that was taken from another action is not lost silently.
    await help.getByRole('button', { name: 'Previous page: None' }).click()
    await page.keyboard.press('PageDown')
    await help.getByRole('button', { name: 'Previous page: PgDn' }).waitFor()
    await help.getByRole('button', { name: 'All pages: None' }).click()
    await page.keyboard.press('?')
    await help.getByText('This key can’t be chosen.').waitFor()
    await page.keyboard.press('PageDown')
    await help.getByText('PgDn is no longer the key for “Previous page”.').waitFor()
    expect(await axeFindings(page, 'dialog[open]')).toEqual([])
    await saveScreenshot(page, 'comic-own-keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await pageOnScreen(page, 2).waitFor()
    await page.keyboard.press('o')
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    await sheet.getByRole('radio', { name: 'Edges swapped' }).check()
    await saveScreenshot(page, 'comic-settings-taps')
    await page.keyboard.press('Escape')
    await page.mouse.click(VIEWPORTS.desktop.width * 0.95, VIEWPORTS.desktop.height / 2)
    await pageOnScreen(page, 1).waitFor()
  }))
