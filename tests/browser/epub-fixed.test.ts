// Ebooks with pages of a fixed size: read like comics, in the same closed frames as any other ebook.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { Page } from 'playwright-core'
import { writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { inChapter } from './chapter-on-screen'
import { ATTACKS, fixedBook, ODD_SIZES, REFRESH } from './fixed-books'
import { pinch } from './pinch'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(90_000)

const { width: WIDTH, height: HEIGHT } = VIEWPORTS.desktop
const FIXTURES = {
  haruko: 'haruko-html-jpeg.epub',
  blanche: 'page-blanche.epub',
  vent: 'sous-le-vent_svg-in-spine.epub',
  w3c: 'w3c-lay-fxl-layout-pre-paginated.epub',
} as const

const MANY = 40

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      copyFixtures(
        folder,
        Object.fromEntries(Object.values(FIXTURES).map(name => [`${name.slice(0, 4)}/${name}`, `epub/${name}`])),
      )
      writeLibrary(folder, {
        'Hostile/hostile-pages.epub': fixedBook(
          'Hostile pages',
          ATTACKS.map(body => ({ head: REFRESH, body })),
        ),
        'Sizes/odd-sizes.epub': fixedBook(
          'Odd sizes',
          ODD_SIZES.map(viewport => ({ viewport, body: '' })),
        ),
        'Many/many-pages.epub': fixedBook(
          'Many pages',
          Array.from({ length: MANY }, () => ({ body: '' })),
        ),
      })
    },
  })
})
afterAll(() => room?.close())

async function openReader(page: Page, book: BookDto): Promise<void> {
  await page.goto(`/books/${book.id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
}

const partner = (page: Page) => page.locator('iframe[data-shown="partner"]')

/** Names of the documents on the screen, the first page of the spread first; none while it changes. */
async function shown(page: Page): Promise<string[]> {
  const names: string[] = []
  for (const state of ['true', 'partner']) {
    const frame = await (await page.$(`iframe[data-shown="${state}"]`))?.contentFrame()
    const address = await frame?.evaluate(() => document.baseURI).catch(() => undefined)
    if (address) names.push(address.split('/').at(-1) ?? '')
    else if (state === 'true') return []
  }
  return names
}

const shows = (page: Page, isRight: (names: readonly string[]) => boolean) => until(() => shown(page), isRight)

/** The page is drawn completely, with its pictures, inside its frame. */
const fits = (page: Page) =>
  until(
    async () =>
      await inChapter(page, () => {
        const { width, height } = document.body.getBoundingClientRect()
        const isDrawn = [...document.images].every(image => image.complete && image.naturalWidth > 0)
        return isDrawn && width > 100 && Math.round(width) <= innerWidth + 1 && Math.round(height) <= innerHeight + 1
      }),
    Boolean,
  )

describe('every book with a fixed layout', () => {
  for (const [name, file] of Object.entries(FIXTURES)) {
    test(`${file} opens, fits the window and opens where it was left`, () =>
      room.visit(`epub-fixed-${name}`, DESKTOP, async ({ page }) => {
        const book = await room.bookFile(file)
        await openReader(page, book)
        await page.keyboard.press('Home')
        await fits(page)
        const [cover] = await shows(page, ([first]) => first !== undefined)
        await page.keyboard.press(']')
        const before = await shows(page, ([first]) => first !== undefined && first !== cover)
        await fits(page)
        const box = await page.locator('iframe[data-shown="true"]').boundingBox()
        expect(box?.height).toBeGreaterThan(HEIGHT / 3)
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHT)
        await saveScreenshot(page, `epub-fixed-${name}`)
        await until(
          () => room.admin.get<{ locator?: { href: string } } | undefined>(`/api/v1/books/${book.id}/progression`),
          place => place?.locator?.href.endsWith(before[0] ?? '?') === true,
        )
        await page.reload()
        await page.locator('iframe[data-shown="true"]').waitFor()
        await shows(page, names => names.join() === before.join())
      }))
  }
})

test('pages are next to each other where the book says so', () =>
  room.visit('epub-fixed-spreads', DESKTOP, async ({ page }) => {
    // From the right: the cover is a left page and alone; then each right page comes before its left one.
    await openReader(page, await room.bookFile(FIXTURES.haruko))
    await page.keyboard.press('Home')
    await partner(page).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowLeft')
    await partner(page).waitFor()
    const [lead, second] = [
      await page.locator('iframe[data-shown="true"]').boundingBox(),
      await partner(page).boundingBox(),
    ]
    expect(Math.round((second?.x ?? 0) + (second?.width ?? 0))).toBe(Math.round(lead?.x ?? -1))
    expect(Math.round(lead?.x ?? 0)).toBe(WIDTH / 2)
    await saveScreenshot(page, 'epub-fixed-spread-rtl')

    // No spreads at all.
    await openReader(page, await room.bookFile(FIXTURES.vent))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await fits(page)
    expect(await partner(page).count()).toBe(0)

    await openReader(page, await room.bookFile(FIXTURES.blanche))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await partner(page).waitFor()
    await fits(page)
    await saveScreenshot(page, 'epub-fixed-spread')
    await page.keyboard.press('o')
    const settings = page.getByRole('dialog', { name: 'Reading settings' })
    await settings.getByRole('radio', { name: 'One', exact: true }).check()
    await partner(page).waitFor({ state: 'detached' })
    await settings.getByRole('radio', { name: 'Automatic' }).check()
  }))

test('a page as wide as the window scrolls before it turns, and is zoomed', () =>
  room.visit('epub-fixed-fit', DESKTOP, async ({ page }) => {
    await openReader(page, await room.bookFile(FIXTURES.vent))
    const first = 'pageNum-1.svg'
    await page.keyboard.press('Home')
    await shows(page, ([name]) => name === first)
    await fits(page)
    const scroller = page.locator('[data-chapters]')
    const spare = () => scroller.evaluate(element => element.scrollHeight - element.clientHeight)
    expect(await spare()).toBe(0)
    await page.keyboard.press('o')
    const settings = page.getByRole('dialog', { name: 'Reading settings' })
    await settings.getByRole('radio', { name: 'Fit width' }).check()
    expect(await axeFindings(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    expect(await until(spare, pixels => pixels > 100)).toBeGreaterThan(100)
    await page.keyboard.press('Space')
    expect(await scroller.evaluate(element => element.scrollTop)).toBeGreaterThan(50)
    expect(await shown(page)).toEqual([first])
    await saveScreenshot(page, 'epub-fixed-width')
    await until(
      async () => {
        await page.keyboard.press('Space')
        return shown(page)
      },
      names => names[0] !== first,
    )
    await page.keyboard.press('o')
    await settings.getByRole('radio', { name: 'Fit page' }).check()
    await page.keyboard.press('Escape')
    await until(spare, pixels => pixels === 0)
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await until(spare, pixels => pixels > 100)
    for (const key of ['-', '-']) await page.keyboard.press(key)
    await until(spare, pixels => pixels === 0)
  }))

test('two fingers zoom a page, which stays below them', () =>
  room.visit('epub-fixed-pinch', PHONE, async ({ page }) => {
    await openReader(page, await room.bookFile(FIXTURES.vent))
    await page.keyboard.press('Home')
    await shows(page, ([name]) => name === 'pageNum-1.svg')
    await fits(page)
    await page.locator('[data-reader][data-bars="false"]').waitFor()
    const scroller = page.locator('[data-chapters]')
    const spare = () => scroller.evaluate(element => element.scrollHeight - element.clientHeight)
    const frame = () => page.locator('iframe[data-shown="true"]').boundingBox()
    const before = (await frame()) ?? { x: 0, y: 0, width: 1, height: 1 }
    const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 }
    await pinch(page, middle, 40, 100)
    expect(await until(spare, pixels => pixels > 100)).toBeGreaterThan(100)
    const after = (await frame()) ?? { x: 0, y: 0, width: 1, height: 1 }
    expect(after.width / before.width).toBeCloseTo(2.5, 1)
    expect(after.y + after.height / 2).toBeCloseTo(middle.y, -1)
    await saveScreenshot(page, 'epub-fixed-pinch')
    await pinch(page, middle, 100, 20)
    await until(spare, pixels => pixels === 0)
  }))

test('two fingers on both pages of a spread zoom it', () =>
  room.visit('epub-fixed-pinch-spread', { ...DESKTOP, touch: true }, async ({ page }) => {
    await openReader(page, await room.bookFile(FIXTURES.blanche))
    for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key)
    await page.waitForSelector('[data-bars="false"]:has(iframe[data-shown="partner"])').then(() => settled(page))
    await pinch(page, { x: WIDTH / 2, y: HEIGHT / 2 }, 40, 100)
    const spare = () => page.locator('[data-chapters]').evaluate(one => one.scrollHeight - one.clientHeight)
    expect(await until(spare, pixels => pixels > 100)).toBeGreaterThan(100)
  }))

for (const [name, screen] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`the grid of pages leads to a page: ${name}`, () =>
    room.visit(`epub-fixed-grid-${name}`, screen, async ({ page }) => {
      await openReader(page, await room.bookFile(FIXTURES.blanche))
      await page.keyboard.press('t')
      await page.getByRole('dialog').getByRole('radio', { name: 'Pages' }).check({ force: true })
      const grid = page.getByRole('dialog', { name: 'Pages' })
      await grid.locator('iframe').first().waitFor()
      expect(
        await grid.locator('iframe').evaluateAll(all => all.map(one => one.getAttribute('sandbox'))),
      ).not.toContain('allow-scripts')
      expect(await axeFindings(page, 'dialog')).toEqual([])
      await saveScreenshot(page, `epub-fixed-grid-${name}`)
      await grid.getByRole('button', { name: 'Page 3', exact: true }).click()
      await shows(page, names => names.some(each => each.includes('Page_001')))
    }))
}

test('hostile pages run no script and ask nobody for anything, also in the grid', () =>
  room.visit('epub-fixed-hostile', DESKTOP, async ({ page, problems, forget }) => {
    const asked: string[] = []
    const ran: string[] = []
    page.on('request', request => asked.push(request.url()))
    page.on('dialog', async dialog => {
      ran.push(dialog.message())
      await dialog.dismiss()
    })
    await openReader(page, await room.bookFile('hostile-pages.epub'))
    await page.keyboard.press('Home')
    const title = await page.title()
    await page.evaluate(() => {
      addEventListener('message', event => event.data === 'ran' && document.body.setAttribute('data-ran', ''))
    })
    const texts = async () => (await inChapter(page, () => document.body.textContent ?? '')) ?? ''
    for (let number = 1; number <= ATTACKS.length; number += number === 1 ? 1 : 2) {
      await until(texts, text => text.includes(`Page ${number}.`))
      expect(await inChapter(page, () => window.origin)).toBe('null')
      const left = () => document.querySelectorAll('iframe, object, embed, form, script:not([data-octavo])').length
      expect(await inChapter(page, left)).toBe(0)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('t')
    await page.getByRole('dialog').getByRole('radio', { name: 'Pages' }).check({ force: true })
    await until(
      () => page.getByRole('dialog').locator('iframe').count(),
      count => count === ATTACKS.length,
    )
    expect(ran).toEqual([])
    expect(await page.title()).toBe(title)
    expect(await page.locator('body[data-ran]').count()).toBe(0)
    const own = ['data:', 'blob:', 'about:', room.octavo.url]
    expect(asked.filter(url => !own.some(start => url.startsWith(start)))).toEqual([])
    // Pictures that the book names and does not have.
    const missing =
      /^(?:answer: 404|request: GET) \S+\/(?:x|d\.png)(?: net::ERR_BLOCKED_BY_ORB)?$|^console: Failed to load resource: .* 404 /
    expect(problems().filter(problem => !missing.test(problem))).toEqual([])
    forget()
  }))

test('a page of an impossible size is shown like one without a size', () =>
  room.visit('epub-fixed-sizes', DESKTOP, async ({ page }) => {
    await openReader(page, await room.bookFile('odd-sizes.epub'))
    await page.keyboard.press('Home')
    // Pages 2 and 3 are a spread.
    for (const number of [1, 2, 4]) {
      await until(
        () => inChapter(page, () => document.body.textContent ?? ''),
        text => text?.includes(`Page ${number}.`) === true,
      )
      const box = await page.locator('iframe[data-shown="true"]').boundingBox()
      expect(box?.width).toBeGreaterThan(100)
      expect(box?.height).toBeGreaterThan(100)
      expect(box?.width).toBeLessThanOrEqual(WIDTH)
      expect(box?.height).toBeLessThanOrEqual(HEIGHT)
      await page.keyboard.press(']')
    }
    await page.keyboard.press('t')
    const frames = page.getByRole('dialog').locator('iframe')
    await page.getByRole('dialog').getByRole('radio', { name: 'Pages' }).check({ force: true })
    await until(
      () => frames.count(),
      count => count === ODD_SIZES.length,
    )
    const widths = await frames.evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().width)))
    // 600 x 800, at the height of the grid.
    expect(widths).toEqual(ODD_SIZES.map(() => 111))
  }))

test('thumbnails do not displace the pages that were just read', () =>
  room.visit('epub-fixed-memory', DESKTOP, async ({ page }) => {
    await openReader(page, await room.bookFile('many-pages.epub'))
    await page.keyboard.press('Home')
    const at = (number: number) => shows(page, ([first]) => first === `p${number}.xhtml`)
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
    await at(1)
    for (const number of [2, 4, 6]) {
      await page.keyboard.press('ArrowRight')
      await at(number)
    }
    await page.keyboard.press('t')
    const dialog = page.getByRole('dialog', { name: 'Pages' })
    await page.getByRole('dialog').getByRole('radio', { name: 'Pages' }).check({ force: true })
    const last = dialog.getByRole('button', { name: `Page ${MANY}`, exact: true })
    await until(
      async () => {
        await dialog.locator('iframe').last().hover({ force: true })
        await page.mouse.wheel(0, 400)
        return await last.locator('iframe').count()
      },
      count => count === 1,
    )
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    asked.length = 0
    for (const number of [4, 2, 1]) {
      await page.keyboard.press('ArrowLeft')
      await at(number)
    }
    expect(asked.filter(name => name.endsWith('.xhtml'))).toEqual([])
  }))
