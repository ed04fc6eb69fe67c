// A comic and an ebook are read by keys alone: pages, contents, search, text selected and highlighted, notes, and back.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { MarkDto } from '@octavo/contract/mark'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { inChapter, selectWords, wordsOnScreen } from './chapter-on-screen'
import { focusIs, press, said, tabTo, writeTree } from './keyboard'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

const marksOf = async (title: string) =>
  (await room.admin.get<{ data: MarkDto[] }>(`/api/v1/books/${(await room.book(title)).id}/marks`)).data

test('a comic: its pages, a bookmark, a page by number, the settings, and back', () =>
  room.visit('keyboard-comic', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto(`/books/${(await room.book('Science Comics')).id}/read`)
    await pageOnScreen(page, 1).waitFor()
    for (const number of [2, 3]) {
      await keys.press('ArrowRight')
      await pageOnScreen(page, number).waitFor()
    }
    await said(page, 'Page 3 of 36')
    await keys.press('b')
    await said(page, 'Bookmark added')
    await keys.press('p')
    await page.getByRole('dialog', { name: 'Pages' }).waitFor()
    // Among 36 pages, it begins at this one.
    await focusIs(page, /Page 3, Bookmark/)
    await tabTo(page, /Page 5/)
    await keys.press('Enter')
    await pageOnScreen(page, 5).waitFor()
    await keys.press('g')
    await focusIs(page, /^input/)
    await keys.type('9')
    await keys.press('Enter')
    await pageOnScreen(page, 9).waitFor()
    await keys.press('r')
    await page.getByRole('toolbar', { name: 'Mark an area' }).waitFor()
    await keys.press('ArrowRight')
    await said(page, '50% wide, 50% high, 25% from the left, 25% from the top')
    await keys.press('ArrowRight')
    await keys.press('Shift+ArrowDown')
    await said(page, '50% wide, 51% high, 26% from the left, 25% from the top')
    await focusIs(page, /Marked area/)
    await saveScreenshot(page, 'keyboard-area')
    await keys.press('Enter')
    await focusIs(page, /Highlight in Yellow/)
    await keys.press('Enter')
    await page.getByRole('toolbar', { name: 'Marked area' }).waitFor({ state: 'detached' })
    // A zoomed page is seen from edge to edge.
    const left = async () => (await pageOnScreen(page, 9).boundingBox())?.x ?? 0
    for (let step = 0; step < 5; step++) await keys.press('+')
    const middle = await left()
    await keys.press('Shift+ArrowRight')
    await until(left, now => now < middle)
    await keys.press('0')
    await keys.press('o')
    await page.getByRole('dialog', { name: 'Reading settings' }).waitFor()
    await writeTree(page, 'flow-comic-settings', 'dialog[open]')
    await tabTo(page, /Greyscale/)
    await keys.press('Space')
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await writeTree(page, 'flow-comic')
    await keys.press('Escape')
    await page.getByRole('heading', { level: 1, name: /Science Comics/ }).waitFor()
    const area = (await marksOf('Science Comics')).find(({ kind }) => kind === 'highlight')
    expect(area).toMatchObject({ page: 9, region: { x: 0.26, y: 0.25, width: 0.5, height: 0.51 } })
  }))

test('an ebook: a chapter of the contents, a search, words selected and highlighted, a note, and back', () =>
  room.visit('keyboard-epub', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    const within = page.frameLocator('iframe[data-shown="true"]')
    await page.goto(`/books/${(await room.book('Alice')).id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await keys.press('t')
    await page.getByRole('dialog', { name: 'Table of contents' }).waitFor()
    await press(page, /CHAPTER V\. /)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await within.getByRole('heading', { name: /Advice from a Caterpillar/ }).waitFor()

    await keys.press('h')
    const toolbar = page.getByRole('toolbar')
    await toolbar.waitFor()
    await keys.press('Shift+ArrowRight')
    const words = await until(
      () => toolbar.getByRole('status').textContent(),
      text => (text ?? '').includes(' '),
    )
    await keys.press('F6')
    await focusIs(page, /Highlight in Yellow/)
    await writeTree(page, 'flow-selection', '[role=toolbar]')
    await press(page, /Highlight in Blue/)
    await toolbar.waitFor({ state: 'detached' })
    const [mark] = await until(
      () => marksOf('Alice'),
      marks => marks.length === 1,
    )
    expect(mark).toMatchObject({ kind: 'highlight', color: 'blue' })
    expect(mark?.locator?.text?.highlight).toBe(words?.trim())

    // A sentence further down, with a note.
    await keys.press('h')
    await toolbar.waitFor()
    const first = await toolbar.getByRole('status').textContent()
    await keys.press('ArrowDown')
    await keys.press('ArrowDown')
    await keys.press('Shift+ArrowDown')
    await until(
      () => toolbar.getByRole('status').textContent(),
      text => (text ?? '').length > 20 && text !== first,
    )
    await keys.press('Enter')
    await focusIs(page, /Highlight in Yellow/)
    await press(page, /^button Note/)
    await page.getByRole('dialog').waitFor()
    await focusIs(page, /^textarea/)
    await keys.type('By keys alone')
    await press(page, /^button Save/)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until(
      () => marksOf('Alice'),
      marks => marks.some(({ note }) => note === 'By keys alone'),
    )

    // Escape ends a selection before it leaves the book.
    await keys.press('h')
    await toolbar.waitFor()
    await keys.press('Escape')
    await toolbar.waitFor({ state: 'detached' })
    // What the mouse has selected leaves the arrows to the pages.
    const before = await wordsOnScreen(page)
    expect(await inChapter(page, selectWords, 'Caterpillar')).toBe(true)
    await toolbar.waitFor()
    await keys.press('ArrowRight')
    await until(
      () => wordsOnScreen(page),
      words => words !== '' && words !== before,
    )
    await keys.press('Escape')
    await toolbar.waitFor({ state: 'detached' })
    await keys.press('/')
    await page.getByRole('dialog', { name: 'Search in the book' }).waitFor()
    await keys.type('mock turtle')
    await said(page, /\d+ results/)
    await writeTree(page, 'flow-epub-search', 'dialog[open]')
    // In a search field, Escape first clears it.
    await keys.press('Escape')
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keys.press('Escape')
    await page.getByRole('heading', { level: 1, name: /Alice/ }).waitFor()
  }))

test('a PDF as text: words selected and highlighted; a mouse selection leaves the arrows to the pages', async () => {
  await room.admin.put('/api/v1/user/preferences/reader.pdf', { value: { mode: 'text' } })
  await room.visit('keyboard-pdf', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto(`/books/${(await room.bookFile('tracemonkey.pdf')).id}/read`)
    const words = page.locator('.page[data-page-number="1"] .textLayer span').first()
    await words.waitFor()
    await keys.press('h')
    const toolbar = page.getByRole('toolbar', { name: 'Selected text' })
    const selected = () => toolbar.getByRole('status').textContent()
    await until(selected, text => text === 'Trace')
    await keys.press('ArrowRight')
    await until(selected, text => text === 'based')
    await keys.press('Shift+ArrowRight')
    await until(selected, text => text === 'based Just')
    await saveScreenshot(page, 'keyboard-pdf')
    await keys.press('Enter')
    await focusIs(page, /Highlight in Yellow/)
    await keys.press('Enter')
    await toolbar.waitFor({ state: 'detached' })
    const [mark] = await until(
      () => marksOf('tracemonkey'),
      marks => marks.length === 1,
    )
    expect(mark).toMatchObject({ kind: 'highlight', page: 1, quote: 'based Just' })
    // A sentence further down is scrolled to.
    await keys.press('h')
    for (let step = 0; step < 12; step++) await keys.press('ArrowDown')
    await until(
      () => page.locator('.pdfViewer').evaluate(pages => pages.parentElement?.scrollTop ?? 0),
      top => top > 0,
    )
    await keys.press('Escape')
    await toolbar.waitFor({ state: 'detached' })
    await words.evaluate(span => getSelection()?.selectAllChildren(span))
    await toolbar.waitFor()
    await keys.press('ArrowRight')
    await said(page, /^Page 2 of/)
  })
})
