// Reading PDFs: as images that the server renders, and as text that can be searched and selected.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { callBars, DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder =>
      copyFixtures(folder, {
        'Papers/tracemonkey.pdf': 'pdf/tracemonkey.pdf',
        // In their own series, so that other tests do not change their reader settings.
        'Studies/study.pdf': 'pdf/tracemonkey.pdf',
        'Slow/slow.pdf': 'pdf/tracemonkey.pdf',
        'Papers/basicapi.pdf': 'pdf/basicapi.pdf',
        'Hostile/javascript.pdf': 'hostile/javascript.pdf',
      }),
  })
})
afterAll(() => room?.close())

async function serverHas(book: BookDto, page: number): Promise<void> {
  await until(
    () => room.admin.get<ReadProgressResponse | undefined>(`/api/v1/books/${book.id}/progress`),
    progress => progress?.currentPage === page,
  )
}

test('pages as images, the place saved', () =>
  room.visit('pdf-images', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('tracemonkey.pdf')
    await page.goto(`/books/${book.id}/read`)
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, 2).waitFor()
    const image = pageOnScreen(page, 2).locator('img')
    expect(await image.evaluate(shown => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(600)
    await saveScreenshot(page, 'pdf-images')
    await serverHas(book, 2)
    await page.reload()
    await pageOnScreen(page, 2).waitFor()
  }))

test('as text: the same page, words to select and to find, and back', () =>
  room.visit('pdf-text', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('tracemonkey.pdf')
    await page.goto(`/books/${book.id}/read?page=3`)
    await pageOnScreen(page, 3).waitFor()
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, 4).waitFor()
    await callBars(page)
    await page.getByRole('button', { name: 'Show as text' }).click()
    const fourth = page.locator('.pdfViewer .page[data-page-number="4"]')
    await fourth.locator('.textLayer span').first().waitFor()
    expect(await fourth.locator('.textLayer').textContent()).toMatch(/trace/i)
    await page.waitForFunction(() => {
      const top = document.querySelector('.page[data-page-number="4"]')?.getBoundingClientRect().top ?? 9999
      return Math.abs(top) < innerHeight / 2
    })
    await saveScreenshot(page, 'pdf-text')

    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Search in the book' }).fill('nanojit')
    await page
      .getByRole('status')
      .getByText(/^\d+ \/ \d+$/)
      .waitFor()
    for (const hits of ['.highlight.selected', '.highlight:not(.selected)'])
      await page.locator(`.textLayer ${hits}`).first().waitFor()
    // Framed, and the current one filled, in a colour that no highlight has.
    const looks = await page.locator('.textLayer .highlight').evaluateAll(hits =>
      hits.map(hit => {
        const { backgroundColor, boxShadow } = getComputedStyle(hit)
        return `${backgroundColor} ${boxShadow === 'none' ? 'plain' : 'framed'}`
      }),
    )
    expect(new Set(looks)).toEqual(new Set(['rgba(0, 0, 0, 0) framed', 'oklch(0.7 0.19 50 / 0.45) framed']))
    const isBelow = ([hit, bar]: readonly ({ y: number; height: number } | null)[]) =>
      hit != null && bar != null && hit.y >= bar.y + bar.height
    await until(
      () =>
        Promise.all([page.locator('.highlight.selected').first().boundingBox(), page.locator('search').boundingBox()]),
      isBelow,
    )
    await saveScreenshot(page, 'pdf-search')
    // From its buttons too, Escape closes the search, not the book.
    await page.locator('search').getByRole('button').first().focus()
    await page.keyboard.press('Escape')
    await page.locator('search').waitFor({ state: 'detached' })

    await page.keyboard.press('End')
    await page.getByRole('region', { name: 'End of book' }).waitFor()
    await serverHas(book, 14)
    expect(await axeFindings(page)).toEqual([])
    await callBars(page)
    await page.getByRole('button', { name: 'Show as images' }).click()
    await pageOnScreen(page, 14).waitFor()
  }))

test('text mode on a phone; a font that the file does not contain has the right widths', () =>
  room.visit('pdf-phone', PHONE, async ({ page }) => {
    // Of the device, another font would be squeezed to the widths of Times.
    const times = page.waitForResponse(/FoxitSerifBold/)
    const book = await room.bookFile('basicapi.pdf')
    await page.goto(`/books/${book.id}/read`)
    await pageOnScreen(page, 1).waitFor()
    await saveScreenshot(page, 'pdf-images-phone')
    await callBars(page)
    await page.getByRole('button', { name: 'Show as text' }).click()
    await page.locator('.page[data-page-number="1"] .textLayer span').first().waitFor()
    expect((await times).ok()).toBe(true)
    await saveScreenshot(page, 'pdf-text-phone')
    // A tap on the text shows the bars and hides them.
    const bars = (shown: boolean) => page.locator(`[data-reader][data-bars="${shown}"]`).waitFor()
    await bars(false)
    await page.touchscreen.tap(195, 300)
    await bars(true)
    await page.touchscreen.tap(195, 300)
    await bars(false)
  }))

test('a script inside a PDF does not run', () =>
  room.visit('pdf-script', DESKTOP, async ({ page }) => {
    const dialogs: string[] = []
    page.on('dialog', async dialog => {
      dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    await page.goto(`/books/${(await room.bookFile('javascript.pdf')).id}/read`)
    await pageOnScreen(page, 1).waitFor()
    await callBars(page)
    await page.getByRole('button', { name: 'Show as text' }).click()
    await page.locator('.page[data-page-number="1"] canvas').waitFor()
    expect(dialogs).toEqual([])
  }))

test('contents, search and highlights next to images of the pages, and night mode', () =>
  room.visit('pdf-image-tools', PHONE, async ({ page }) => {
    const book = await room.bookFile('study.pdf')
    const rects = [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }]
    const mark = { kind: 'highlight', color: 'yellow', page: 1, quote: 'Trace-based', rects }
    await room.admin.post(`/api/v1/books/${book.id}/marks`, mark)
    await page.goto(`/books/${book.id}/read?page=1`)
    await pageOnScreen(page, 1).locator('[data-mark]').waitFor()
    await page.keyboard.press('/')
    const search = page.getByRole('dialog', { name: 'Search in the book' })
    await search.getByRole('searchbox').fill('nanojit')
    await search
      .getByRole('status')
      .getByText(/^\d+ results?$/)
      .waitFor()
    await saveScreenshot(page, 'pdf-image-search')
    const hit = search.getByRole('listitem').first()
    const found = Number(/Page (\d+)/.exec((await hit.textContent()) ?? '')?.[1])
    await hit.getByRole('button').click()
    await pageOnScreen(page, found).waitFor()
    await page.keyboard.press('t')
    const pages = page.getByRole('dialog', { name: 'Pages' })
    await pages.getByText('no table of contents').waitFor()
    // A highlight is no bookmark.
    await pages.getByRole('button', { name: 'Page 1', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // That is known now, so the button says it.
    await callBars(page)
    const none = page.getByRole('button', { name: 'This book has no table of contents.' })
    expect(await none.isDisabled()).toBe(true)
    await saveScreenshot(page, 'pdf-image-no-contents')
    await page.keyboard.press('n')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[data-reader] img')].some(image =>
        getComputedStyle(image).filter.includes('invert'),
      ),
    )
    await saveScreenshot(page, 'pdf-image-night')
  }))

test('as text: without contents, the panel has the marks', () =>
  room.visit('pdf-text-no-contents', PHONE, async ({ page }) => {
    const book = await room.bookFile('study.pdf')
    await page.goto(`/books/${book.id}/read?page=1`)
    await pageOnScreen(page, 1).waitFor()
    await callBars(page)
    await page.getByRole('button', { name: 'Show as text' }).click()
    await page.locator('.page[data-page-number="1"] .textLayer span').first().waitFor()
    await callBars(page)
    expect(await page.getByRole('button', { name: 'Table of contents' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Notes', exact: true })
    await panel.waitFor()
    expect(await panel.getByRole('radio', { name: 'Table of contents' }).count()).toBe(0)
    expect(await axeFindings(page, 'dialog')).toEqual([])
    await saveScreenshot(page, 'pdf-text-no-contents')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show as images' }).click()
    await pageOnScreen(page, 1).waitFor()
  }))

test('as text: two pages next to each other, light on dark', () =>
  room.visit('pdf-text-double', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('study.pdf')
    await page.goto(`/books/${book.id}/read?page=1`)
    await pageOnScreen(page, 1).waitFor()
    await callBars(page)
    await page.getByRole('button', { name: 'Show as text' }).click()
    await page.locator('.pdfViewer .page[data-page-number="1"] .textLayer span').first().waitFor()
    await page.keyboard.press('d')
    await page.locator('.pdfViewer .spread').first().waitFor()
    await page.keyboard.press('n')
    await page.locator('.pdfViewer[data-night="true"]').waitFor()
    await saveScreenshot(page, 'pdf-text-double')
  }))

test('as text: two pages of a file that comes later than the settings', () =>
  room.visit('pdf-text-slow', DESKTOP, async ({ page }) => {
    await room.admin.put('/api/v1/user/preferences/reader.pdf', { value: { mode: 'text', spread: 'odd' } })
    await page.route('**/file', async route => {
      await Bun.sleep(300)
      await route.continue()
    })
    await page.goto(`/books/${(await room.bookFile('slow.pdf')).id}/read`)
    await page.locator('.pdfViewer .spread').first().waitFor()
    await room.admin.delete('/api/v1/user/preferences/reader.pdf')
  }))

for (const [name, screen] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`as text: settings, marks and shortcuts by keyboard alone: ${name}`, () =>
    room.visit(`pdf-text-keys-${name}`, screen, async ({ page }) => {
      const book = await room.bookFile('basicapi.pdf')
      await page.goto(`/books/${book.id}/read?page=1`)
      // A screen before this one may have chosen text.
      const first = page.locator('.page[data-page-number="1"] .textLayer span').first()
      await pageOnScreen(page, 1).or(first).first().waitFor()
      const asText = page.getByRole('button', { name: 'Show as text' })
      if (await asText.count()) {
        await page.keyboard.press('Enter')
        await asText.focus()
        await page.keyboard.press('Enter')
      }
      await first.waitFor()
      await page.keyboard.press('o')
      const settings = page.getByRole('dialog', { name: 'Reading settings' })
      await settings.getByRole('radio', { name: 'One page', checked: true }).focus()
      await page.keyboard.press('ArrowRight')
      await page.locator('.pdfViewer .spread').first().waitFor()
      await settings.getByRole('switch', { name: 'Show cover as a single page' }).focus()
      await page.keyboard.press('Space')
      await settings.getByText('These settings apply to “Papers”').waitFor()
      expect(await axeFindings(page, 'dialog[open]')).toEqual([])
      await saveScreenshot(page, `pdf-text-settings-${name}`)
      const width = () =>
        page
          .locator('.pdfViewer .page')
          .first()
          .evaluate(shown => shown.clientWidth)
      await settings.getByRole('radio', { name: 'Two pages' }).focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Escape')
      await settings.waitFor({ state: 'detached' })
      const usual = await until(width, Boolean)
      await page.keyboard.press('+')
      await until(width, now => now > usual)
      await page.keyboard.press('0')
      await until(width, now => now === usual)

      const sent = page.waitForResponse('**/api/v1/marks/batch')
      await page.keyboard.press('b')
      await sent
      await page.keyboard.press('t')
      const contents = page.getByRole('dialog')
      await contents.waitFor()
      await page.keyboard.press('Escape')
      await contents.waitFor({ state: 'detached' })
      const removed = page.waitForResponse('**/api/v1/marks/*')
      await page.keyboard.press('b')
      await removed
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await saveScreenshot(page, `pdf-text-help-${name}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page
        .getByRole('link', { name: 'Continue' })
        .or(page.getByRole('link', { name: 'Read', exact: true }))
        .first()
        .waitFor()
    }))
}
