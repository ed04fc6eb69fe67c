// Reading comics: all layouts, all ways to turn pages, and the saved page.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, framedComic, writeLibrary } from '../kit/books'
import { saveScreenshot, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { openReader, PAGE, pressThrough, progressOf, serverHas, spread } from './comic-pages'
import { callBars, DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'
import { comicWithWidePage, copyFixtures, writeSeries } from './shelves'

setDefaultTimeout(60_000)

const { width: WIDTH, height: HEIGHT } = VIEWPORTS.desktop
/** White around a drawing, in pixels. */
const FRAME = { size: { width: 800, height: 1200 }, top: 120, right: 80, bottom: 240, left: 160 }
const FINE = { width: 1800, height: 2700 }
let room: ReadingRoom

beforeAll(async () => {
  room = await openReadingRoom({
    lively: true,
    fill: async folder => {
      for (const series of ['Tide', 'Taps', 'Jumps', 'Phone', 'Elsewhere', 'Secret', 'Fits']) {
        await writeSeries(folder, series, { pages: 8, size: PAGE, volumes: series === 'Tide' ? 2 : 1 })
      }
      const manga = { Title: 'Manga 01', Manga: 'YesAndRightToLeft' }
      writeLibrary(folder, {
        'Manga/Manga 01.cbz': await comic({ pages: 8, size: PAGE, comicInfo: manga }),
        'Wide/Wide 01.cbz': await comicWithWidePage(7, 4),
        'Downwards/Downwards 01.cbz': await comicWithWidePage(4, 2),
        'Framed/Framed 01.cbz': await framedComic(FRAME),
        'Fine/Fine 01.cbz': await comic({ pages: 1, size: FINE }),
        'Strip/Strip 01.cbz': await comic({ pages: 6, size: { width: 400, height: 800 } }),
      })
      copyFixtures(folder, {
        'Old/Science Comics.cbz': 'cbz/Science Comics 001 (1946).cbz',
        'Old/Captain Science.cbr': 'cbr/Captain Science #001-cix-cbi.cbr',
      })
    },
  })
})
afterAll(() => room?.close())

async function showsSpread(page: Page, ...numbers: number[]): Promise<void> {
  for (const number of numbers) await pageOnScreen(page, number).waitFor()
  expect(await spread(page)).toEqual(numbers)
}

describe('one page at a time', () => {
  test('keys turn left to right, and the server has the page', () =>
    room.visit('comic-keys', DESKTOP, async ({ page }) => {
      const book = await room.book('Tide 01')
      await openReader(page, book)
      await pageOnScreen(page, 1).waitFor()
      await saveScreenshot(page, 'comic-ltr')
      await pressThrough(page, [
        ['ArrowRight', 2],
        ['Space', 3],
        ['PageDown', 4],
        ['ArrowDown', 5],
        ['ArrowLeft', 4],
        ['Shift+Space', 3],
      ])
      await serverHas(room, book, 3)
      await pressThrough(page, [
        ['End', 8],
        ['Home', 1],
        ['ArrowRight', 2],
      ])
      await serverHas(room, book, 2)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Continue' }).waitFor()
    }))

  test('keys turn right to left when the book says so', () =>
    room.visit('comic-rtl', DESKTOP, async ({ page }) => {
      const book = await room.book('Manga 01')
      expect(book.readingDirection).toBe('rtl')
      await openReader(page, book)
      await pageOnScreen(page, 1).waitFor()
      await pressThrough(page, [
        ['ArrowLeft', 2],
        ['ArrowLeft', 3],
        ['ArrowRight', 2],
        ['Space', 3],
      ])
      await page.mouse.click(WIDTH * 0.1, HEIGHT / 2)
      await pageOnScreen(page, 4).waitFor()
      await serverHas(room, book, 4)
      await callBars(page)
      expect(await page.getByRole('slider', { name: 'Position in the book' }).getAttribute('dir')).toBe('rtl')
    }))

  test('clicks at the edges turn, in the middle call the bars', () =>
    room.visit('comic-clicks', DESKTOP, async ({ page }) => {
      const book = await room.book('Taps 01')
      await openReader(page, book)
      await pageOnScreen(page, 1).waitFor()
      const reader = page.locator('[data-reader]')
      await page.mouse.click(WIDTH * 0.9, HEIGHT / 2)
      await pageOnScreen(page, 2).waitFor()
      await page.locator('[data-reader][data-bars="false"]').waitFor()
      await page.mouse.click(WIDTH / 2, HEIGHT / 2)
      await page.locator('[data-reader][data-bars="true"]').waitFor()
      await reader.getByRole('button', { name: 'Go to page' }).waitFor()
      await page.mouse.click(WIDTH * 0.1, HEIGHT / 2)
      await pageOnScreen(page, 1).waitFor()
      await page.getByRole('button', { name: 'Back', exact: true }).focus()
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Taps 01' }).waitFor()
    }))

  test('taps and swipes turn on a phone', () =>
    room.visit('comic-phone', PHONE, async ({ page }) => {
      const { width, height } = VIEWPORTS.phone
      const book = await room.book('Phone 01')
      await openReader(page, book)
      await pageOnScreen(page, 1).waitFor()
      await page.touchscreen.tap(width * 0.9, height / 2)
      await pageOnScreen(page, 2).waitFor()
      await swipe(page, { x: width * 0.7, y: height / 2 }, { x: width * 0.2, y: height / 2 })
      await pageOnScreen(page, 3).waitFor()
      await swipe(page, { x: width * 0.3, y: height / 2 }, { x: width * 0.8, y: height / 2 })
      await pageOnScreen(page, 2).waitFor()
      await saveScreenshot(page, 'comic-phone')
      await serverHas(room, book, 2)
    }))

  test('downwards', () =>
    room.visit('comic-ttb', DESKTOP, async ({ page }) => {
      const book = await room.book('Downwards 01')
      await openReader(page, book)
      await pageOnScreen(page, 1).waitFor()
      await page.keyboard.press('o')
      const sheet = page.getByRole('dialog', { name: 'Reading settings' })
      await sheet.getByRole('radio', { name: 'Top to bottom' }).check()
      await saveScreenshot(page, 'comic-settings')
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await pressThrough(page, [['PageDown', 2]])
      await page.mouse.click(WIDTH / 2, HEIGHT * 0.9)
      await pageOnScreen(page, 3).waitFor()
      await page.mouse.click(WIDTH / 2, HEIGHT * 0.1)
      await pageOnScreen(page, 2).waitFor()
      await serverHas(room, book, 2)
    }))

  test('a real comic and a real cbr are read', () =>
    room.visit('comic-real', DESKTOP, async ({ page }) => {
      for (const [format, name] of Object.entries({ cbz: 'Science Comics.cbz', cbr: 'Captain Science.cbr' })) {
        const book = await room.bookFile(name)
        expect(book.fileFormat).toBe(format as typeof book.fileFormat)
        await openReader(page, book)
        await pageOnScreen(page, 1).waitFor()
        await pressThrough(page, [
          ['ArrowRight', 2],
          ['ArrowRight', 3],
        ])
        await saveScreenshot(page, `comic-real-${format}`)
        await serverHas(room, book, 3)
      }
    }))
})

describe('two pages at a time', () => {
  test('the cover and a wide page are shown alone, one key shifts the pairs', () =>
    room.visit('comic-double', DESKTOP, async ({ page }) => {
      await openReader(page, await room.book('Wide 01'), '?page=1')
      await pageOnScreen(page, 1).waitFor()
      await page.keyboard.press('d')
      await showsSpread(page, 1)
      await page.keyboard.press('ArrowRight')
      await showsSpread(page, 2, 3)
      await saveScreenshot(page, 'comic-double')
      await page.keyboard.press('ArrowRight')
      await showsSpread(page, 4)
      await page.keyboard.press('ArrowRight')
      await showsSpread(page, 5, 6)
      await page.keyboard.press('s')
      await showsSpread(page, 5)
      await page.keyboard.press('ArrowRight')
      await showsSpread(page, 6, 7)
      await serverHas(room, await room.book('Wide 01'), 7, true)
    }))

  test('right to left, the first of a pair is on the right', () =>
    room.visit('comic-double-rtl', DESKTOP, async ({ page }) => {
      await openReader(page, await room.book('Manga 01'), '?page=1')
      await pageOnScreen(page, 1).waitFor()
      await page.keyboard.press('d')
      await page.keyboard.press('ArrowLeft')
      await showsSpread(page, 3, 2)
      await page.keyboard.press('ArrowLeft')
      await showsSpread(page, 5, 4)
    }))
})

describe('webtoon', () => {
  test('a strip without seams or jumps, and the server follows the scrolling', () =>
    room.visit('comic-webtoon', DESKTOP, async ({ page }) => {
      const book = await room.book('Strip 01')
      await openReader(page, book)
      for (const direction of ['Right to left', 'Top to bottom', 'Webtoon']) {
        await page.keyboard.press('m')
        await page.getByRole('status').getByText(direction).waitFor()
      }
      const drawn = (number: number) => page.locator(`[data-page="${number}"][data-state="ready"]`)
      await drawn(1).waitFor()
      const top = await drawn(1).evaluate(one => one.getBoundingClientRect().top)
      await drawn(2).waitFor()
      expect(await drawn(1).evaluate(one => one.getBoundingClientRect().top)).toBe(top)
      expect(await seams(page)).toEqual([0])
      await page.mouse.move(WIDTH / 2, HEIGHT / 2)
      await page.mouse.wheel(0, 2000)
      await drawn(3).waitFor()
      expect(Math.max(...(await seams(page)))).toBe(0)
      await saveScreenshot(page, 'comic-webtoon')
      await until(
        () => progressOf(room, book),
        progress => (progress?.currentPage ?? 0) >= 2,
      )
      await page.keyboard.press('End')
      await page.getByRole('region', { name: 'End of book' }).waitFor()
      await serverHas(room, book, 6, true)
    }))
})

describe('size', () => {
  test('whole page, full width, full height, original', () =>
    room.visit('comic-fit', DESKTOP, async ({ page }) => {
      await openReader(page, await room.book('Fits 01'))
      const shown = pageOnScreen(page, 1)
      await shown.waitFor()
      const size = async () => {
        const box = await shown.boundingBox()
        return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
      }
      const ratio = PAGE.height / PAGE.width
      expect(await size()).toEqual([HEIGHT / ratio, HEIGHT])
      await page.keyboard.press('w')
      await page.getByRole('status').getByText('Fit width').waitFor()
      expect(await size()).toEqual([WIDTH, WIDTH * ratio])
      // Space reads on down the page before it turns.
      await page.keyboard.press('Space')
      await page.waitForFunction(() => {
        const shown = document.querySelector('[data-current="true"] [data-page="1"]')
        return (shown?.getBoundingClientRect().top ?? 0) < -500
      })
      await page.keyboard.press('w')
      await page.getByRole('status').getByText('Fit height').waitFor()
      expect(await size()).toEqual([HEIGHT / ratio, HEIGHT])
      await page.keyboard.press('w')
      await page.getByRole('status').getByText('Original').waitFor()
      expect(await size()).toEqual([PAGE.width, PAGE.height])
      await page.keyboard.press('+')
      await page.waitForFunction(() => {
        const shown = document.querySelector('[data-current="true"] [data-page="1"]')
        return (shown?.getBoundingClientRect().width ?? 0) > 700
      })
    }))
})

test('a page that is zoomed is fetched as sharp as it is shown', () =>
  room.visit('comic-sharper', DESKTOP, async ({ page }) => {
    await openReader(page, await room.book('Fine 01'))
    const shown = pageOnScreen(page, 1)
    await shown.waitFor()
    const pixels = () => shown.locator('img').evaluate(image => (image as HTMLImageElement).naturalWidth)
    const before = await pixels()
    expect(before).toBeGreaterThanOrEqual(Math.floor((HEIGHT * FINE.width) / FINE.height))
    expect(before).toBeLessThan(FINE.width)
    for (let press = 0; press < 4; press++) await page.keyboard.press('+')
    const width = async () => (await shown.boundingBox())?.width ?? 0
    const wanted = async () => ({ pixels: await pixels(), needed: Math.min(FINE.width, await width()) })
    await until(wanted, ({ pixels, needed }) => needed > before && pixels >= needed)
  }))

describe('borders', () => {
  test('they are cropped when the reader asks for it, alone, in pairs, zoomed and in a strip, for this series', () =>
    room.visit('comic-crop', DESKTOP, async ({ page }) => {
      const drawn = {
        width: FRAME.size.width - FRAME.left - FRAME.right,
        height: FRAME.size.height - FRAME.top - FRAME.bottom,
      }
      const on = (number: number) => page.locator(`[data-page="${number}"][data-state="ready"]`)
      const shown = on(1)
      const ratio = async (number = 1) => {
        const box = await on(number).boundingBox()
        return (box?.width ?? 0) / (box?.height ?? 1)
      }
      // A few pixels of the border stay, so that nothing of the drawing is lost.
      const cropped = (number = 1) =>
        until(
          () => ratio(number),
          found => Math.abs(found - drawn.width / drawn.height) < 0.02,
        )
      await openReader(page, await room.book('Framed 01'))
      await shown.waitFor()
      expect(await ratio()).toBeCloseTo(FRAME.size.width / FRAME.size.height, 2)
      await callBars(page)
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('switch', { name: 'Crop borders' }).click()
      await page.keyboard.press('Escape')
      await cropped()
      await saveScreenshot(page, 'comic-cropped')
      await page.keyboard.press('+')
      await cropped()
      await page.keyboard.press('d')
      await page.keyboard.press('ArrowRight')
      await showsSpread(page, 2, 3)
      for (const number of [2, 3]) await cropped(number)
      for (const direction of ['Right to left', 'Top to bottom', 'Webtoon']) {
        await page.keyboard.press('m')
        await page.getByRole('status').getByText(direction).waitFor()
      }
      for (const number of [2, 3]) await cropped(number)
      expect(await seams(page)).toEqual(expect.arrayContaining([0]))
      await page.reload()
      await cropped(2)
      await openReader(page, await room.book('Fits 01'))
      await shown.waitFor()
      expect(await ratio()).toBeCloseTo(PAGE.width / PAGE.height, 2)
    }))
})

/** A finger that goes from one point to another, as the screen would tell it. */
async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const steps = 6
  const at = (step: number) => [
    { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps },
  ]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** Pixels between each page of a strip and the next one. */
function seams(page: Page): Promise<number[]> {
  return page.locator('[data-page]').evaluateAll(pages => {
    const boxes = pages.map(one => one.getBoundingClientRect()).sort((a, b) => a.top - b.top)
    return boxes.slice(1).map((box, index) => box.top - (boxes[index]?.bottom ?? 0))
  })
}
