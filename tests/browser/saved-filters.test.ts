// Saved filters and the rows of the home page: a saved one appears in the side bar, on the home page and for others.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { HomeDto } from '@octavo/contract/home'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'
import { smallTargets } from './touch-targets'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

const COMICS = '/library?show=books&sort=page_count,desc&filter=format:cbr'

test('a filter is saved, pinned, shown on the home page, renamed, deleted and restored', () =>
  room.visit('saved-filters', DESKTOP, async ({ page }) => {
    await page.goto(COMICS)
    await page.getByText('1 book', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Old comics')
    await page.getByText('Pin to sidebar').click()
    await page.getByText('Show on home page').click()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('This view is saved as “Old comics”.').waitFor()
    const side = page.getByRole('list', { name: 'Saved filters' })
    await side.getByRole('link', { name: 'Old comics' }).waitFor()

    await page.getByRole('button', { name: 'Actions for Old comics' }).click()
    await page.getByRole('button', { name: 'Remove from home page' }).click()
    await page.getByText('“Old comics” removed from your home page').waitFor()
    await page.getByRole('button', { name: 'Actions for Old comics' }).click()
    await page.getByRole('button', { name: 'Show on home page' }).click()
    await page.getByText('“Old comics” added to your home page').waitFor()
    await page.getByRole('button', { name: 'Actions for Old comics' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Older comics')
    await page.keyboard.press('Enter')
    await side.getByRole('link', { name: 'Older comics' }).waitFor()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('button[aria-label="Saved filters"]:focus').waitFor()

    await page.goto('/')
    const row = page.getByRole('region', { name: 'Older comics' })
    await row.getByRole('listitem').first().waitFor()
    expect(await row.getByRole('listitem').count()).toBe(1)
    await row.getByRole('link', { name: 'Older comics' }).click()
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor()
    expect(new URL(page.url()).searchParams.get('filter')).toBe('format:cbr')

    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Actions for Older comics' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await side.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await side.getByRole('link', { name: 'Older comics' }).waitFor()
    await page.goto('/')
    await row.waitFor()
  }))

test('the home page is customised by keyboard and dragging, and saved on the server', () =>
  room.visit('customise-home', DESKTOP, async ({ page }) => {
    const savedRows = async () => {
      const { rows } = await room.admin.get<HomeDto>('/api/v1/user/home')
      return rows.map(({ kind, shown }) => `${shown ? '' : '-'}${kind}`)
    }
    await room.admin.delete('/api/v1/user/home')
    await page.goto('/')
    await page.getByRole('button', { name: 'Customise home' }).click()
    const sheet = page.getByRole('dialog', { name: 'Customise home' })
    await sheet.getByRole('list', { name: 'Rows' }).waitFor()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await sheet.getByRole('button', { name: 'Move New series up' }).press('Enter')
    await until(savedRows, rows => rows.indexOf('recently-added-series') === 4)
    await sheet.getByRole('switch', { name: 'Show New books' }).press('Space')
    await until(savedRows, rows => rows.includes('-recently-added-books'))

    const grip = sheet.getByRole('listitem').filter({ hasText: 'New series' }).locator('[title^="Drag"]')
    const first = sheet.getByRole('listitem').first()
    const [from, to] = await Promise.all([grip.boundingBox(), first.boundingBox()])
    if (!from || !to) throw new Error('The rows are not on the screen')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 12 })
    await page.mouse.up()
    await until(savedRows, rows => rows[0] === 'recently-added-series')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'New series' }).waitFor()
    expect(await page.getByRole('region', { name: 'New books' }).count()).toBe(0)
    await page.reload()
    await page.getByRole('region', { name: 'New series' }).waitFor()
    expect(await page.getByRole('region', { name: 'New books' }).count()).toBe(0)
  }))

test('filters and home page fit a phone', () =>
  room.visit('saved-filters-phone', PHONE, async ({ page }) => {
    await page.goto(COMICS)
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('dialog', { name: 'Saved filters' }).waitFor()
    expect([await overflow(page), await axeFindings(page, '[role=dialog]')]).toEqual([0, []])
    await page.goto('/')
    await page.getByRole('button', { name: 'Customise home' }).click()
    await page.getByRole('dialog', { name: 'Customise home' }).getByRole('list', { name: 'Rows' }).waitFor()
    expect([await overflow(page), await axeFindings(page, '[role=dialog]')]).toEqual([0, []])
    await saveScreenshot(page, 'customise-home-phone')
    expect(await smallTargets(page, '[role=dialog]')).toEqual([])
  }))
