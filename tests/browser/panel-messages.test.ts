// Messages while a panel of a reader is open, and the focus after a note is added from a toolbar.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { MarkDto } from '@octavo/contract/mark'
import type { Page } from 'playwright-core'
import { comic, ebook, writeLibrary } from '../kit/books'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { inChapter } from './chapter-on-screen'
import { focusIs, press, tabTo } from './keyboard'
import { DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const one = {
        title: 'One',
        paragraphs: ['The sea was quiet. Nobody spoke for long.', 'The boats lay to leeward.'],
      }
      writeLibrary(folder, {
        'Sea/Sea.epub': ebook({ title: 'Sea', chapters: [one] }),
        'Ink/Ink 1.cbz': await comic({ pages: 4 }),
      })
      copyFixtures(folder, { 'Paper/paper.pdf': 'pdf/tracemonkey.pdf' })
    },
  })
})
afterAll(() => room?.close())

const marksOf = ({ id }: BookDto, count: number) =>
  until(
    async () => (await room.admin.get<{ data: MarkDto[] }>(`/api/v1/books/${id}/marks`)).data,
    marks => marks.length === count,
  )
const noteIs = ({ id }: BookDto, note: string) =>
  until(
    async () => (await room.admin.get<{ data: MarkDto[] }>(`/api/v1/books/${id}/marks`)).data,
    ([mark]) => mark?.note === note,
  )

async function writeNote(page: Page, text: string): Promise<void> {
  await press(page, /^button Note/)
  await focusIs(page, /^textarea/)
  await page.keyboard.type(text)
  await press(page, /^button Save/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a note deleted in the panel is restored from there, by mouse and by keys', async () => {
  const book = await room.bookFile('Ink 1.cbz')
  await room.admin.post(`/api/v1/books/${book.id}/marks`, { kind: 'bookmark', page: 2, note: 'The gull' })
  for (const [name, options] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    await room.visit(`panel-messages-${name}`, options, async ({ page }) => {
      await page.goto(`/books/${book.id}/read?page=1`)
      await pageOnScreen(page, 1).waitFor()
      await page.keyboard.press('p')
      await page.getByRole('dialog', { name: 'Pages' }).getByText('Notes', { exact: true }).click()
      const panel = page.getByRole('dialog', { name: 'Notes', exact: true })
      const undo = page.getByRole('button', { name: 'Undo' })
      const remove = async () => {
        await panel.getByRole('button', { name: 'Edit Bookmark, Page 2' }).click()
        await page.getByRole('dialog', { name: 'Bookmark' }).getByRole('button', { name: 'Delete' }).click()
        await marksOf(book, 0)
        await undo.waitFor()
      }
      await remove()
      await saveScreenshot(page, `panel-messages-${name}`)
      await undo.click()
      await panel.getByText('The gull').waitFor()
      await marksOf(book, 1)
      await remove()
      await page.keyboard.press('F6')
      await focusIs(page, /^button Undo/)
      await page.keyboard.press('Enter')
      await panel.getByText('The gull').waitFor()
      await marksOf(book, 1)
      await focusIs(page, /^dialog/)
      // A message that is still there stays when the panel is closed.
      await remove()
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      await undo.click()
      await marksOf(book, 1)
    })
  }
})

test('after a note on words selected by keys, the focus is in the chapter', () =>
  room.visit('panel-focus-epub', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('Sea.epub')
    await page.goto(`/books/${book.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await page.keyboard.press('h')
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.press('F6')
    await focusIs(page, /Highlight in Yellow/)
    await writeNote(page, 'Calm')
    await focusIs(page, /^iframe/)
    // The next key is for the book.
    await page.keyboard.press('h')
    await page.getByRole('toolbar').waitFor()
    expect(await inChapter(page, () => document.hasFocus())).toBe(true)
    await noteIs(book, 'Calm')
  }))

test('after a note on words of a PDF, the focus is on its pages', async () => {
  await room.admin.put('/api/v1/user/preferences/reader.pdf', { value: { mode: 'text' } })
  await room.visit('panel-focus-pdf', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('paper.pdf')
    await page.goto(`/books/${book.id}/read`)
    await page.locator('.page[data-page-number="1"] .textLayer span').first().waitFor()
    await page.keyboard.press('h')
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.press('F6')
    await focusIs(page, /Highlight in Yellow/)
    await writeNote(page, 'Title')
    const onPages = () => page.evaluate(() => document.activeElement?.querySelector('.pdfViewer') !== null)
    await until(onPages, Boolean)
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('div')
    await noteIs(book, 'Title')
  })
})

test('after a note on an area of a comic, the focus is in the book', () =>
  room.visit('panel-focus-comic', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('Ink 1.cbz')
    await page.goto(`/books/${book.id}/read?page=3`)
    await pageOnScreen(page, 3).waitFor()
    await page.keyboard.press('r')
    await tabTo(page, /Whole page/)
    await page.keyboard.press('Enter')
    await focusIs(page, /Highlight in Yellow/)
    await writeNote(page, 'Splash')
    await focusIs(page, /^main/)
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, 4).waitFor()
  }))
