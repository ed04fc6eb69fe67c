// Bookmarks, highlights and notes in every reader, and the page of all of them.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { MarkDto } from '@octavo/contract/mark'
import type { Page } from 'playwright-core'
import { comic, ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { inChapter, selectWords } from './chapter-on-screen'
import { callBars, DESKTOP, openReadingRoom, overflow, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

const SENTENCE = 'The whale rose slowly out of the grey water'
const LIGHT = { ...DESKTOP, scheme: 'light' } as const
const filler = (count: number, of: string) =>
  Array.from(
    { length: count },
    (_, at) => `Paragraph ${at + 1} of ${of}: the sea was quiet, and nobody spoke for long.`,
  )

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const one = { title: 'One', paragraphs: [...filler(6, 'One'), `${SENTENCE}.`, ...filler(40, 'One')] }
      const two = { title: 'Two', paragraphs: [`${SENTENCE}, again.`, ...filler(10, 'Two')] }
      writeLibrary(folder, {
        'Sea/Sea.epub': ebook({ title: 'Sea', chapters: [one, two] }),
        'Ink/Ink 1.cbz': await comic({ pages: 12 }),
      })
      copyFixtures(folder, { 'Paper/paper.pdf': 'pdf/tracemonkey.pdf' })
    },
  })
})
afterAll(() => room?.close())

const marksOf = async ({ id }: BookDto) => (await room.admin.get<{ data: MarkDto[] }>(`/api/v1/books/${id}/marks`)).data
const marksWhen = (book: BookDto, isRight: (marks: readonly MarkDto[]) => boolean) =>
  until(() => marksOf(book), isRight)

/** Runs in the chapter: the words highlighted in a colour. */
function drawn(color: string): string[] {
  return [...(CSS.highlights.get(`octavo-mark-${color}`) ?? [])].map(range => String(range))
}

/** Runs in the chapter: the underlined words, which have a note. */
function noted(): string[] {
  return [...(CSS.highlights.get('octavo-noted') ?? [])].map(String)
}

/** Runs in the chapter: the centre of the first highlighted words, on the screen. */
function middleOf(color: string): { x: number; y: number } {
  const [range] = [...(CSS.highlights.get(`octavo-mark-${color}`) ?? [])] as Range[]
  const { left, top, width, height } = range?.getBoundingClientRect() ?? new DOMRect()
  return { x: left + width / 2, y: top + height / 2 }
}

const drawnWhen = (page: Page, color: string, isRight: (words: readonly string[]) => boolean) =>
  until(async () => (await inChapter(page, drawn, color)) ?? [], isRight)

const notedWhen = (page: Page, isRight: (words: readonly string[]) => boolean) =>
  until(async () => (await inChapter(page, noted, null)) ?? [], isRight)

async function openEbook(page: Page, book: BookDto): Promise<void> {
  await page.goto(`/books/${book.id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
}

async function tapHighlight(page: Page, color: string): Promise<void> {
  const at = await inChapter(page, middleOf, color)
  const box = await page.locator('iframe[data-shown="true"]').boundingBox()
  await page.mouse.click((box?.x ?? 0) + (at?.x ?? 0), (box?.y ?? 0) + (at?.y ?? 0))
}

test('highlights in an ebook are there after a reload and on another device', async () => {
  const book = await room.bookFile('Sea.epub')
  await room.visit('marks-epub', LIGHT, async ({ page }) => {
    await openEbook(page, book)
    expect(await inChapter(page, selectWords, SENTENCE)).toBe(true)
    const bar = page.getByRole('toolbar', { name: 'Selected text' })
    await bar.waitFor()
    expect(await axeFindings(page, '[role="toolbar"]')).toEqual([])
    await saveScreenshot(page, 'marks-epub-selection')
    // Escape drops the selection, not the book.
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await inChapter(page, selectWords, SENTENCE)).toBe(true)
    await bar.waitFor()
    await bar.getByRole('button', { name: 'Highlight in Green' }).click()
    await bar.waitFor({ state: 'detached' })
    await drawnWhen(page, 'green', words => words.includes(SENTENCE))
    const [mark] = await marksWhen(book, marks => marks.length === 1)
    expect(mark).toMatchObject({ kind: 'highlight', color: 'green', quote: SENTENCE, stale: false })
    expect(mark?.locator).toMatchObject({ title: 'One', text: { highlight: SENTENCE } })

    await page.reload()
    await page.locator('iframe[data-shown="true"]').waitFor()
    await drawnWhen(page, 'green', words => words.length === 1)
    // The same words again: no second mark.
    expect(await inChapter(page, selectWords, SENTENCE)).toBe(true)
    await bar.getByRole('button', { name: 'Highlight in Blue' }).click()
    await drawnWhen(page, 'blue', words => words.length === 1)
    await notedWhen(page, words => words.length === 0)
    const again = await marksWhen(book, ([only]) => only?.color === 'blue')
    expect(again.map(({ id }) => id)).toEqual([mark?.id ?? ''])
    await room.visit('marks-epub-elsewhere', PHONE, async other => {
      await openEbook(other.page, book)
      await drawnWhen(other.page, 'blue', words => words.length === 1)
      // A tap opens the mark: its note and colour change, and the first tab sees it.
      await tapHighlight(other.page, 'blue')
      const sheet = other.page.getByRole('dialog', { name: 'Highlight' })
      await sheet.getByLabel('Note').fill('Ahab <b>sees</b> it first')
      await sheet.getByRole('radio', { name: 'Pink' }).check({ force: true })
      expect(await axeFindings(other.page, 'dialog')).toEqual([])
      await saveScreenshot(other.page, 'marks-epub-edit-phone')
      await other.page.keyboard.press('Escape')
      await other.page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
      await sheet.getByRole('button', { name: 'Save' }).click()
      await drawnWhen(other.page, 'pink', words => words.length === 1)
      await marksWhen(book, ([only]) => only?.color === 'pink')
      await notedWhen(other.page, words => words.length === 1)
      await saveScreenshot(other.page, 'marks-epub-phone-dark')
    })
    await drawnWhen(page, 'pink', words => words.length === 1)
    await notedWhen(page, words => words.includes(SENTENCE))
    expect(await inChapter(page, drawn, 'blue')).toEqual([])
    await saveScreenshot(page, 'marks-epub')
  })
})

test('places of an ebook are bookmarked by key, listed next to the contents, and opened', async () => {
  const book = await room.bookFile('Sea.epub')
  await room.visit('marks-epub-list', DESKTOP, async ({ page }) => {
    await openEbook(page, book)
    await page.keyboard.press(']')
    await until(async () => (await inChapter(page, () => document.body.innerText.includes('again'))) === true, Boolean)
    await page.keyboard.press('b')
    await marksWhen(book, marks => marks.some(({ kind }) => kind === 'bookmark'))
    await callBars(page)
    expect(await page.getByRole('button', { name: 'Bookmark', pressed: true }).count()).toBe(1)
    await page.keyboard.press('[')
    await page.getByRole('button', { name: 'Bookmark', pressed: false }).waitFor()
    await page.keyboard.press('t')
    await page.getByRole('dialog', { name: 'Table of contents' }).getByText('Notes', { exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Notes', exact: true })
    await panel.getByText('Ahab <b>sees</b> it first').waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(2)
    expect(await axeFindings(page, 'dialog')).toEqual([])
    await saveScreenshot(page, 'marks-epub-panel')
    await panel.getByText('Bookmarks', { exact: true }).click()
    await until(
      () => panel.getByRole('listitem').count(),
      count => count === 1,
    )
    await panel.getByRole('listitem').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Bookmark', pressed: true }).waitFor()
    await page.keyboard.press('b')
    await marksWhen(book, marks => marks.every(({ kind }) => kind !== 'bookmark'))
  })
})

test('pages of a comic are bookmarked and listed with thumbnails', async () => {
  const book = await room.bookFile('Ink 1.cbz')
  await room.visit('marks-comic', DESKTOP, async ({ page }) => {
    await page.goto(`/books/${book.id}/read?page=4`)
    await pageOnScreen(page, 4).waitFor()
    await page.keyboard.press('b')
    await marksWhen(book, marks => marks.map(mark => mark.page).join() === '4')
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, 5).waitFor()
    await callBars(page)
    await page.getByRole('button', { name: 'Bookmark', exact: true, pressed: false }).click()
    await marksWhen(book, marks => marks.map(mark => mark.page).join() === '4,5')
    await saveScreenshot(page, 'marks-comic')
    await page.keyboard.press('p')
    // Named after the tab that is shown.
    const panel = page.getByRole('dialog', { name: /^(?:Pages|Notes)$/ })
    await panel.getByRole('button', { name: 'Page 4, Bookmark' }).waitFor()
    await saveScreenshot(page, 'marks-comic-pages')
    await panel.getByText('Notes', { exact: true }).click()
    await panel.getByRole('button', { name: 'Edit Bookmark, Page 4' }).click()
    const sheet = page.getByRole('dialog', { name: 'Bookmark' })
    await sheet.getByLabel('Note').fill('The splash page')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await marksWhen(book, marks => marks[0]?.note === 'The splash page')
    await page.keyboard.press('p')
    await panel.getByText('The splash page').waitFor()
    expect(await axeFindings(page, 'dialog')).toEqual([])
    await saveScreenshot(page, 'marks-comic-list')
    await panel.getByText('The splash page').click()
    await pageOnScreen(page, 4).waitFor()
  })
})

test('an area of a page is marked by dragging, shown in place, and opened by a tap', async () => {
  const book = await room.bookFile('Ink 1.cbz')
  const areas = async () => (await marksOf(book)).filter(mark => mark.region)
  for (const [name, options, color] of [
    ['marks-area', LIGHT, 'Green'],
    ['marks-area-phone', PHONE, 'Pink'],
  ] as const) {
    await room.visit(name, options, async ({ page }) => {
      await page.goto(`/books/${book.id}/read?page=7`)
      const onScreen = pageOnScreen(page, 7)
      await onScreen.waitFor()
      await callBars(page)
      await page.getByRole('button', { name: 'Mark an area', exact: true }).click()
      const hint = page.getByRole('toolbar', { name: 'Mark an area' })
      await hint.waitFor()
      expect(await axeFindings(page, '[role="toolbar"]')).toEqual([])
      await saveScreenshot(page, `${name}-hint`)
      const { x, y, width, height } = (await onScreen.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const at = (across: number, down: number) => [x + across * width, y + down * height] as const
      // It covers no part of the page.
      expect((await hint.boundingBox())?.y).toBeGreaterThanOrEqual(y + height)
      await page.mouse.move(...at(0.75, 0.6))
      await page.mouse.down()
      await page.mouse.move(...at(0.5, 0.4), { steps: 3 })
      await page.mouse.move(...at(0.25, 0.2))
      await page.mouse.up()
      const bar = page.getByRole('toolbar', { name: 'Marked area' })
      await bar.waitFor()
      await saveScreenshot(page, `${name}-chosen`)
      await bar.getByRole('button', { name: `Highlight in ${color}` }).click()
      const [mark] = await until(areas, found => found.length === 1)
      expect(mark).toMatchObject({ kind: 'highlight', page: 7, color: color.toLowerCase(), quote: null })
      const expected = { x: 0.25, y: 0.2, width: 0.5, height: 0.4 }
      for (const [side, share] of Object.entries(expected) as [keyof typeof expected, number][]) {
        expect(Math.abs((mark?.region?.[side] ?? 9) - share)).toBeLessThan(0.01)
      }
      await page.reload()
      const area = page.locator(`[data-mark="${mark?.id}"]`)
      await area.waitFor()
      const shown = await area.boundingBox()
      const whole = await onScreen.boundingBox()
      expect(Math.abs((shown?.x ?? 0) - (whole?.x ?? 0) - 0.25 * (whole?.width ?? 0))).toBeLessThan(4)
      expect(Math.abs((shown?.height ?? 0) - 0.4 * (whole?.height ?? 0))).toBeLessThan(4)
      await saveScreenshot(page, name)
      await page.keyboard.press('r')
      await page.mouse.click(...at(0.5, 0.4))
      const sheet = page.getByRole('dialog', { name: 'Highlight' })
      await sheet.getByText('Area on page 7').waitFor()
      await sheet.getByRole('button', { name: 'Delete' }).click()
      await until(areas, found => found.length === 0)
    })
  }
  await room.visit('marks-area-keys', DESKTOP, async ({ page }) => {
    await page.goto(`/books/${book.id}/read?page=7`)
    await pageOnScreen(page, 7).waitFor()
    const hint = page.getByRole('toolbar', { name: 'Mark an area' })
    await page.keyboard.press('r')
    await hint.getByRole('button', { name: 'Whole page' }).press('Enter')
    await page.getByRole('toolbar', { name: 'Marked area' }).getByRole('button', { name: 'Note' }).click()
    const sheet = page.getByRole('dialog', { name: 'Highlight' })
    await sheet.getByLabel('Note').fill('A splash')
    await sheet.getByRole('button', { name: 'Save' }).click()
    const [mark] = await until(areas, ([first]) => first?.note === 'A splash')
    expect(mark?.region).toEqual({ x: 0, y: 0, width: 1, height: 1 })
    await page.keyboard.press('r')
    await hint.waitFor()
    await page.keyboard.press('Escape')
    await hint.waitFor({ state: 'detached' })
    await pageOnScreen(page, 7).waitFor()
  })
})

test('text of a PDF is highlighted on its page', async () => {
  const book = await room.bookFile('paper.pdf')
  await room.admin.put('/api/v1/user/preferences/reader.pdf', { value: { mode: 'text' } })
  await room.visit('marks-pdf', LIGHT, async ({ page }) => {
    await page.goto(`/books/${book.id}/read`)
    const words = page.locator('.pdfViewer .page[data-page-number="1"] .textLayer span').first()
    await words.waitFor()
    await words.evaluate(span => getSelection()?.selectAllChildren(span))
    const bar = page.getByRole('toolbar', { name: 'Selected text' })
    await bar.getByRole('button', { name: 'Highlight in Blue' }).click()
    const [mark] = await marksWhen(book, marks => marks.length === 1)
    expect(mark).toMatchObject({ kind: 'highlight', color: 'blue', page: 1 })
    expect(mark?.quote).toBe((await words.textContent())?.trim())
    const part = page.locator('[data-mark]')
    // Where the words are, to some pixels, as soon as the page has its size.
    const distance = async () => {
      const [drawnBox, wordsBox] = [await part.boundingBox(), await words.boundingBox()]
      const sides = ['x', 'y', 'width', 'height'] as const
      return Math.max(...sides.map(side => Math.abs((drawnBox?.[side] ?? 0) - (wordsBox?.[side] ?? 99))))
    }
    await until(distance, pixels => pixels < 6)
    // Like a link, words with a note are underlined.
    expect(await part.getAttribute('data-noted')).toBe('false')
    await room.admin.patch(`/api/v1/marks/${mark?.id}`, { note: 'The first line' })
    await page.locator('[data-mark][data-noted="true"]').waitFor()
    await page.keyboard.press('b')
    await marksWhen(book, marks => marks.length === 2)
    await saveScreenshot(page, 'marks-pdf')
    await page.reload()
    await part.waitFor()
    await words.waitFor()
    await until(distance, pixels => pixels < 6)
    const box = await part.boundingBox()
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
    await page.getByRole('dialog', { name: 'Highlight' }).getByRole('button', { name: 'Delete' }).click()
    await marksWhen(book, marks => marks.length === 1)
    await part.waitFor({ state: 'detached' })
  })
})

test('all marks are on one page, and can be searched, filtered, exported and opened', async () => {
  const book = await room.bookFile('Sea.epub')
  for (const [name, options] of [
    ['marks-page', LIGHT],
    ['marks-page-phone', PHONE],
  ] as const) {
    await room.visit(name, options, async ({ page }) => {
      await page.goto('/marks')
      const list = page.getByRole('list', { name: 'Notes', exact: true })
      await list.getByText('The splash page').waitFor()
      expect(await axeFindings(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await saveScreenshot(page, name)
      await page.getByRole('searchbox', { name: 'Search notes and quotes' }).fill('AHAB')
      await page.getByText('1 entry', { exact: true }).waitFor()
      const link = page.getByRole('link', { name: 'Export as Markdown' })
      const file = await room.admin.fetch(`${await link.getAttribute('href')}`, {})
      expect(await file.text()).toContain(`> ${SENTENCE}\n\nAhab \\<b\\>sees\\</b\\> it first`)
      await list.getByRole('link', { name: 'Go to Highlight, One' }).click()
      await drawnWhen(page, 'pink', words => words.includes(SENTENCE))
    })
  }
  await room.visit('marks-book-page', DESKTOP, async ({ page }) => {
    await page.goto(`/books/${book.id}`)
    const part = page.getByRole('region', { name: 'Notes', exact: true })
    await part.getByText('Ahab <b>sees</b> it first').waitFor()
    await part.scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'marks-book-page')
  })
})
