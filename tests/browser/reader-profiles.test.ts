// Reader settings of one book, series or device, and where they are seen, copied and cleared.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { ResolvedReaderProfile } from '@octavo/contract/reader-profile'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const pages = await comic({ pages: 4 })
      writeLibrary(folder, { 'Ink/Ink 1.cbz': pages, 'Ink/Ink 2.cbz': await comic({ pages: 3 }) })
    },
  })
})
afterAll(() => room?.close())

async function directionOf(book: BookDto) {
  const { settings } = await room.admin.get<ResolvedReaderProfile>(`/api/v1/books/${book.id}/reader-profile`)
  const direction = settings.find(({ name }) => name === 'direction')
  return direction && `${direction.value} by ${direction.scope}`
}
const directionWhen = (book: BookDto, wanted: string | undefined) =>
  until(
    () => directionOf(book),
    direction => direction === wanted,
  )

async function openSettings(page: Page, book: BookDto) {
  await page.goto(`/books/${book.id}/read`)
  await page.getByRole('main').waitFor()
  await page.locator('[data-reader] img').first().waitFor()
  await page.keyboard.press('o')
  return page.getByRole('dialog')
}

test('settings apply to a book, a series or everything, and the profile page lists them', async () => {
  const [one, two] = [await room.bookFile('Ink 1.cbz'), await room.bookFile('Ink 2.cbz')]
  await room.visit('reader-profiles', DESKTOP, async ({ page }) => {
    const sheet = await openSettings(page, one)
    await sheet.getByRole('radio', { name: 'Right to left' }).check()
    await directionWhen(one, 'rtl by series')
    await sheet.getByRole('button', { name: 'Use for this book only' }).click()
    await directionWhen(one, 'rtl by book')
    await sheet.getByText('These settings apply to this book on all your devices.').waitFor()
    expect(await axeFindings(page, 'dialog')).toEqual([])
    await saveScreenshot(page, 'reader-profiles-sheet')
    await sheet.getByRole('radio', { name: 'Webtoon' }).check()
    await directionWhen(one, 'webtoon by book')
    expect(await directionOf(two)).toBe('rtl by series')
    await page.goto('/profile')
    const panel = page.getByRole('region', { name: 'Reading settings' })
    await panel.getByRole('strong').filter({ hasText: 'Book: Ink 1' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await panel.scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'reader-profiles')
    await panel.getByLabel('Copy Comics · Book: Ink 1 to').selectOption({ label: 'Series: Ink' })
    await directionWhen(two, 'webtoon by series')
    await panel.getByRole('button', { name: 'Reset Comics · Book: Ink 1' }).click()
    await directionWhen(one, 'webtoon by series')
    await panel.getByRole('strong').filter({ hasText: 'Book: Ink 1' }).waitFor({ state: 'detached' })
  })
  await room.visit('reader-profiles-phone', PHONE, async ({ page }) => {
    await page.goto('/profile')
    const panel = page.getByRole('region', { name: 'Reading settings' })
    await panel.getByRole('strong').filter({ hasText: 'Series: Ink' }).waitFor()
    await panel.scrollIntoViewIfNeeded()
    expect(await overflow(page)).toBe(0)
    await saveScreenshot(page, 'reader-profiles-phone')
    const sheet = await openSettings(page, two)
    await sheet.getByRole('button', { name: 'Use on this device' }).click()
    await until(
      () => room.admin.get<{ data: { scope: string }[] }>('/api/v1/user/reader-profiles'),
      ({ data }) => data.some(({ scope }) => scope === 'device'),
    )
  })
})
