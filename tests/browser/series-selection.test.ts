// Books are selected on the page of their series, by keys and by touch, and changed together.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const book = await comic({ pages: 2 })
      const volumes = [1, 2, 3, 4].map(volume => [`Night Ferry/Night Ferry 0${volume}.cbz`, book])
      writeLibrary(folder, { ...Object.fromEntries(volumes), 'Salt Road/Salt Road 01.cbz': await comic({ pages: 4 }) })
    },
  })
})
afterAll(() => room?.close())

const open = async (page: Page) => {
  await page.goto(`/series/${(await room.book('Night Ferry 01')).seriesId}`)
  await page.locator('[data-index="3"] a').waitFor()
}
const read = async () =>
  (await room.books()).filter(({ readProgress }) => readProgress?.completed).map(({ title }) => title)

test('a range is selected by keys and marked as read; Escape drops a selection', () =>
  room.visit('series-selection', DESKTOP, async ({ page }) => {
    await open(page)
    const bar = page.getByRole('region', { name: 'Selection' })
    await page.locator('[data-index="1"] a').focus()
    await page.keyboard.press('x')
    await page.locator('[data-index="3"] a').focus()
    await page.keyboard.press('Shift+X')
    await bar.getByText('3 selected').waitFor()
    await settled(page)
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('F6')
    await bar.getByRole('button', { name: 'Mark as read' }).click()
    expect(await until(read, titles => titles.length === 3)).toEqual([
      'Night Ferry 02',
      'Night Ferry 03',
      'Night Ferry 04',
    ])
    await bar.waitFor({ state: 'detached' })
    const changes = await page.locator('[data-index="2"]').evaluateHandle(card => {
      const observer = new MutationObserver(() => {})
      observer.observe(card, { attributes: true, childList: true, subtree: true, characterData: true })
      return observer
    })
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    await bar.getByText('1 selected').waitFor()
    // The other cards are not rendered again.
    expect(await changes.evaluate(observer => observer.takeRecords().length)).toBe(0)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  }))

test('the whole series is edited from a selection on a phone, and no other book', () =>
  room.visit('series-selection-phone', PHONE, async ({ page }) => {
    await open(page)
    await page
      .locator('[data-index="0"]')
      .getByRole('button', { name: /^More actions/ })
      .press('Enter')
    await page.getByRole('menuitem', { name: 'Select' }).tap()
    await page.locator('[data-index="1"] a').tap()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Edit' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Apply to').selectOption('all')
    await dialog.getByLabel('Action').selectOption('addTags')
    await dialog.getByLabel('Add tags', { exact: true }).fill('At sea')
    await dialog.getByRole('button', { name: 'Preview' }).tap()
    await dialog.getByRole('button', { name: 'Apply to 4' }).tap()
    await dialog.getByText('4 of 4 changed', { exact: true }).waitFor()
    const tagged = await room.admin.post<{ data: BookDto[] }>('/api/v1/books/list', {
      condition: { tag: { operator: 'is', value: 'At sea' } },
    })
    expect(tagged.data.map(({ title }) => title)).toEqual([
      'Night Ferry 01',
      'Night Ferry 02',
      'Night Ferry 03',
      'Night Ferry 04',
    ])
  }))
