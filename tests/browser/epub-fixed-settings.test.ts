// Settings of ebooks with a fixed layout, next to those of text in the same series and library.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { fixedBook } from './fixed-books'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  const pages = Array.from({ length: 4 }, () => ({ body: '' }))
  room = await openReadingRoom({
    fill: folder =>
      writeLibrary(folder, {
        'Mixed/Mixed 01.epub': fixedBook('Mixed 01', pages),
        'Mixed/Mixed 02.epub': ebook({ title: 'Mixed 02', chapters: [{ title: 'One', paragraphs: ['Text.'] }] }),
        'Early/Early 01.epub': fixedBook('Early 01', pages),
      }),
  })
})
afterAll(() => room?.close())

async function openSettings(page: Page, file: string) {
  const { id } = await room.bookFile(file)
  await page.goto(`/books/${id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
  await page.keyboard.press('o')
  return page.getByRole('dialog', { name: 'Reading settings' })
}

test('the number of columns chosen before fixed layouts had their own setting is their number of pages', () =>
  room.visit('epub-fixed-columns', DESKTOP, async ({ page }) => {
    await room.admin.put('/api/v1/user/preferences/reader.epub', { value: { columns: '1' } })
    const sheet = await openSettings(page, 'Early 01.epub')
    await until(() => sheet.getByRole('radio', { name: 'One', exact: true }).isChecked(), Boolean)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.locator('iframe[data-shown="partner"]').waitFor({ state: 'detached' })
    await page.keyboard.press('o')
    await sheet.getByRole('radio', { name: 'Automatic', exact: true }).check()
    await page.locator('iframe[data-shown="partner"]').waitFor()
    // A choice of its own lasts.
    await page.reload()
    await page.locator('iframe[data-shown="partner"]').waitFor()
    await room.admin.put('/api/v1/user/preferences/reader.epub', { value: {} })
  }))

test('all settings of a fixed layout react where text has settings of its own, and neither changes the scope of the other', () =>
  room.visit('epub-fixed-scopes', DESKTOP, async ({ page }) => {
    const text = await openSettings(page, 'Mixed 02.epub')
    await text.getByRole('button', { name: 'Use on this device' }).click()
    const fixed = await openSettings(page, 'Mixed 01.epub')
    await fixed.getByRole('radio', { name: 'Sepia' }).check()
    await fixed.getByRole('radio', { name: 'One', exact: true }).check()
    await fixed.getByText('These settings apply to “Mixed”').waitFor()
    await openSettings(page, 'Mixed 02.epub')
    await text.getByText('These settings apply on this device').waitFor()
    expect(await text.getByRole('radio', { name: 'Sepia' }).isChecked()).toBe(true)
    await text.getByRole('button', { name: 'Reset' }).click()
    await text.getByText('Changes are saved for all books').waitFor()
    await openSettings(page, 'Mixed 01.epub')
    expect(await fixed.getByRole('radio', { name: 'One', exact: true }).isChecked()).toBe(true)
    await fixed.getByText('These settings apply to “Mixed”').waitFor()
  }))
