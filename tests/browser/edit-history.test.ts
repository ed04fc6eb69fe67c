// The history of edits: what has changed in long texts and lists, in every width, theme and direction of writing.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { openReadingRoom, overflow, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

const STORY = 'The keeper of the lamp counts the ships that pass, and writes their names into a book.\n'
const TAGS = Array.from({ length: 30 }, (_, at) => `Island ${at + 1}`)

let room: ReadingRoom
let bookId: string
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder =>
      writeLibrary(folder, { 'Lamp/Lamp 1.cbz': await comic({ pages: 1, comicInfo: { Summary: STORY.repeat(9) } }) }),
  })
  bookId = (await room.book('Lamp')).id
  const edit = (body: object) => room.admin.patch(`/api/v1/books/${bookId}/metadata`, body)
  const people = (role: string) => [{ name: 'Ann Pen', role }]
  await edit({ summary: `${STORY.repeat(20)}He leaves at dawn.`, subjects: TAGS, authors: people('writer') })
  await edit({ summary: `${STORY.repeat(20)}He leaves at dusk 😁.`, subjects: [...TAGS.slice(1), 'Storm'] })
  await edit({ authors: people('inker'), subjects: [...TAGS.slice(1), 'Storm'].reverse(), number: 7 })
  await edit({ title: `غادر الحارس المنارة ${'في ليلة عاصفة '.repeat(6)}عند الفجر` })
  await edit({ title: `غادر الحارس المنارة ${'في ليلة عاصفة '.repeat(6)}عند الغروب` })
  await edit({ subtitle: `${'灯台守は船の名を本に記す。'.repeat(7)}彼は東京を去る。` })
  await edit({ subtitle: `${'灯台守は船の名を本に記す。'.repeat(7)}彼は京都を去る。` })
})
afterAll(() => room?.close())

const openHistory = async (page: Page, heading = 'History') => {
  await page.goto(`/books/${bookId}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('e')
  const history = page.getByRole('dialog').locator('details', { has: page.getByText(heading, { exact: true }) })
  await history.getByText(heading, { exact: true }).click()
  return history
}

test('the history of a long text shows what has changed, and both texts in full on demand', () =>
  room.visit('edit-history', { viewport: 'desktop', scheme: 'light' }, async ({ page }) => {
    const history = await openHistory(page)
    await history.getByText('Added: dusk 😁').waitFor()
    const change = history.locator('div', { has: page.locator('del', { hasText: 'dawn' }) }).last()
    expect((await change.innerText()).replace(/\s+/g, ' ')).toMatch(
      /^Summary: Unchanged: ….{10,60}He leaves at Removed: dawn ?Added: dusk 😁 ?Unchanged: \. Show full values$/,
    )
    const values = change.locator('details')
    expect(await values.getByRole('definition').count()).toBe(0)
    await values.getByText('Show full values').click()
    expect(await values.getByRole('definition').allTextContents()).toEqual([
      `${STORY.repeat(20)}He leaves at dawn.`,
      `${STORY.repeat(20)}He leaves at dusk 😁.`,
    ])
    // Lists: the names that came and went, the new order, another role of the same person.
    await history.getByText('Removed: −\u00a0Island 1').waitFor()
    await history.getByText('Added: +\u00a0Storm').waitFor()
    await history.getByText('Tags: Order changed').waitFor()
    await history.getByText('Removed: −\u00a0Ann Pen (Writer)').waitFor()
    await history.getByText('Added: +\u00a0Ann Pen (Inker)').waitFor()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  }))

test('texts from right to left keep their direction, and Japanese is compared by words', () =>
  room.visit('edit-history-scripts', { viewport: 'tablet', scheme: 'light' }, async ({ page }) => {
    const history = await openHistory(page)
    const arabic = history.locator('p', { has: page.locator('del', { hasText: 'الفجر' }) }).first()
    expect(await arabic.evaluate(text => getComputedStyle(text).direction)).toBe('rtl')
    expect(await arabic.locator('ins').innerText()).toContain('الغروب')
    expect(await history.locator('del', { hasText: '東京' }).first().textContent()).toBe('Removed: 東京')
    expect(await history.locator('ins', { hasText: '京都' }).first().textContent()).toBe('Added: 京都')
  }))

test('the history fits every width in both themes', async () => {
  for (const viewport of Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[]) {
    for (const scheme of ['light', 'dark'] as const) {
      await room.visit(`edit-history-${viewport}-${scheme}`, { viewport, scheme }, async ({ page }) => {
        if (viewport === 'phone') await page.addInitScript(() => localStorage.setItem('octavo.language', 'de'))
        const history = await openHistory(page, viewport === 'phone' ? 'Verlauf' : 'History')
        await history.locator('ins', { hasText: 'dusk' }).scrollIntoViewIfNeeded()
        await settled(page)
        expect(await overflow(page)).toBe(0)
        expect(await axeFindings(page, '[role=dialog]', 'colours')).toEqual([])
        await saveScreenshot(page, `edit-history-${viewport}-${scheme}`)
      })
    }
  }
})

test('what a file says in a long text can be read in full', () =>
  room.visit('edit-sources', { viewport: 'tablet', scheme: 'light' }, async ({ page }) => {
    await openHistory(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Metadata in the files').click()
    const text = dialog.getByText(/^ComicInfo: The keeper/)
    await text.scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'edit-sources-tablet')
    expect((await text.textContent())?.endsWith(STORY.trim())).toBe(true)
    await dialog.getByText('File: The keeper').scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'edit-origin-tablet')
  }))
