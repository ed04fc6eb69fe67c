// Chapters made to stop a reader: thousands of nested elements, well-formed or not, tens of thousands of siblings, and one
// that unpacks too large.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { inChapter, wordsOnScreen } from './chapter-on-screen'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

const LEVELS = 40_000
const nested = (end: string) =>
  Array.from({ length: LEVELS }, (_, at) => `<div>${at % 10_000 === 0 ? `Level ${at}.` : ''}`).join('') +
  `Seafloor.${end.repeat(LEVELS)}`
const CHAPTERS = [
  { title: 'Deep', paragraphs: ['Surface.'], markup: `${nested('</div>')}<p>Daylight.</p>` },
  { title: 'Open', paragraphs: ['Surface.'], markup: `${nested('')}<p>Daylight.` },
  { title: 'Vast', paragraphs: [], markup: '<p>word </p>'.repeat(900_000) },
  { title: 'Rows', paragraphs: [], markup: '<p>word '.repeat(40_000) },
  { title: 'Breaks', paragraphs: [], markup: `<p>${'word<br>'.repeat(12_000)}` },
  { title: 'Lists', paragraphs: [], markup: '<ul><li>word '.repeat(LEVELS) },
  { title: 'Calm', paragraphs: ['Harbour.'] },
]

const LONG = [
  { title: 'Before', paragraphs: ['Harbour.'] },
  { title: 'Roll', paragraphs: [], markup: `<p>${'word<br/>'.repeat(3_200)}</p>` },
  { title: 'After', paragraphs: ['Harbour.'] },
]

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder =>
      writeLibrary(folder, {
        'Deep/Deep.epub': ebook({ title: 'Deep Waters', chapters: CHAPTERS }),
        'Long/Long.epub': ebook({ title: 'Long Roll', chapters: LONG }),
      }),
  })
})
afterAll(() => room?.close())

async function openReader(page: Page, book = 'Deep Waters'): Promise<void> {
  const { id } = await room.book(book)
  await page.goto(`/books/${id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
}

async function goTo(page: Page, title: string): Promise<void> {
  await page.keyboard.press('t')
  const contents = page.getByRole('dialog', { name: 'Table of contents' })
  await contents.getByRole('button', { name: title }).click()
  await contents.waitFor({ state: 'detached' })
}

const textShown = (page: Page) => inChapter(page, () => document.body.textContent?.replace(/\s+/g, ' ').trim())

test('a chapter of 40,000 nested elements opens with its text in order, and so does the rest of the book', () =>
  room.visit('epub-hostile', DESKTOP, async ({ page, problems, forget }) => {
    await openReader(page)
    for (const title of ['Deep', 'Open']) {
      await goTo(page, title)
      const text = await until(
        () => textShown(page),
        shown => shown?.startsWith(title) === true,
      )
      expect(text).toBe(`${title}Surface.Level 0.Level 10000.Level 20000.Level 30000.Seafloor.Daylight.`)
      expect(await wordsOnScreen(page)).toStartWith(title)
      await saveScreenshot(page, `epub-hostile-${title.toLowerCase()}`)
    }
    await goTo(page, 'Calm')
    await until(
      () => wordsOnScreen(page),
      words => words.includes('Harbour.'),
    )
    await page.keyboard.press('/')
    const search = page.getByRole('dialog', { name: 'Search in the book' })
    await search.getByRole('searchbox').fill('Seafloor')
    await search.getByRole('status').getByText('2 results', { exact: true }).waitFor()
    // The search asks for the chapter that is refused.
    expect(problems().filter(problem => !problem.includes('422'))).toEqual([])
    forget()
  }))

test('a chapter with too many paragraphs, line breaks or nested columns scrolls', () =>
  room.visit('epub-hostile-long', DESKTOP, async ({ page }) => {
    await openReader(page)
    for (const title of ['Rows', 'Breaks', 'Lists']) {
      await goTo(page, title)
      await until(
        () => wordsOnScreen(page),
        words => words.startsWith(title),
      )
      expect(await inChapter(page, () => getComputedStyle(document.documentElement).columnWidth)).toBe('auto')
      await page.keyboard.press('ArrowRight')
      await until(
        () => inChapter(page, () => document.documentElement.scrollTop),
        top => (top ?? 0) > 500,
      )
      await saveScreenshot(page, `epub-hostile-${title.toLowerCase()}`)
    }
  }))

test('a chapter too long for pages says why it scrolls, and has buttons at its ends', () =>
  room.visit('epub-hostile-ends', PHONE, async ({ page }) => {
    await openReader(page, 'Long Roll')
    const starts = (title: string) =>
      until(
        () => wordsOnScreen(page),
        words => words.startsWith(title),
      )
    await starts('Before')
    const why = page.getByText('This chapter is too long for pages, so it scrolls.')
    const settings = page.getByRole('dialog', { name: 'Reading settings' })
    const back = page.getByRole('button', { name: 'Previous chapter' })
    const onward = page.getByRole('button', { name: 'Next chapter' })
    await page.keyboard.press('o')
    await settings.getByText('Layout', { exact: true }).waitFor()
    expect(await why.count()).toBe(0)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    expect((await back.count()) + (await onward.count())).toBe(0)

    await goTo(page, 'Roll')
    await back.waitFor()
    await saveScreenshot(page, 'epub-hostile-start')
    await page.keyboard.press('o')
    await why.waitFor()
    await why.scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'epub-hostile-why')
    await page.keyboard.press('Escape')
    await inChapter(page, () => scrollTo(0, document.documentElement.scrollHeight))
    await back.waitFor({ state: 'detached' })
    await onward.waitFor()
    await saveScreenshot(page, 'epub-hostile-end')
    await onward.click()
    await starts('After')
    await page.keyboard.press('ArrowLeft')
    // Its end.
    await onward.waitFor()
    await goTo(page, 'Roll')
    await back.click()
    await starts('Before')
  }))

test('a chapter that unpacks too large says so', () =>
  room.visit('epub-too-large', DESKTOP, async ({ page, forget }) => {
    await openReader(page)
    await goTo(page, 'Vast')
    await page.getByText('exceeds the server’s size limits').waitFor()
    await saveScreenshot(page, 'epub-too-large')
    forget()
    await goTo(page, 'Calm')
    await until(
      () => wordsOnScreen(page),
      words => words.includes('Harbour.'),
    )
  }))
