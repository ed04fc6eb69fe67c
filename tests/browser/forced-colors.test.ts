// High contrast (forced colours): backgrounds and shadows are gone, and every state is still visible.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom, settled } from './reading-room'
import { writeSeries } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: folder => writeSeries(folder, 'Ferry', { pages: 4, volumes: 3 }) })
  await room.admin.put(`/api/v1/books/${(await room.book('Ferry 02')).id}/progress`, { currentPage: 2 })
})
afterAll(() => room?.close())

type Visit = Parameters<ReadingRoom['visit']>[2]

const inForcedColours = (name: string, use: (page: Page) => Promise<void>) =>
  room.visit(`forced-${name}`, DESKTOP, (async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await use(page)
  }) satisfies Visit)

/** Share of the element's pixels that differ from what the page is painted with. */
async function painted(page: Page, element: Locator): Promise<number> {
  await settled(page)
  const { data, info } = await sharp(await element.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = await sharp(
    await page.screenshot({ clip: { x: 1430, y: 4, width: 1, height: 1 } }),
  )
    .removeAlpha()
    .raw()
    .toBuffer()
  let differing = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const away = [red, green, blue].map((ground, channel) => Math.abs((data[at + channel] ?? 0) - ground))
    if (Math.max(...away) > 60) differing++
  }
  return differing / (info.width * info.height)
}

/** Most of it is painted, and of the other one only its words. */
async function expectToStandOut(page: Page, chosen: Locator, other: Locator): Promise<void> {
  const [one, rest] = [await painted(page, chosen), await painted(page, other)]
  expect(one).toBeGreaterThan(0.5)
  expect(rest).toBeLessThan(0.4)
}

test('where one is, what is chosen and what is pressed', () =>
  inForcedColours('chosen', async page => {
    await page.goto('/library?show=books')
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expectToStandOut(
      page,
      nav.getByRole('link', { name: 'Everything' }),
      nav.getByRole('link', { name: 'Lists' }),
    )
    const choice = (name: string) => page.locator('label').filter({ hasText: name })
    await expectToStandOut(page, choice('Books'), choice('Series'))

    await page.keyboard.press('Control+k')
    await page.keyboard.type('ferry')
    const options = page.getByRole('option')
    await options.nth(2).waitFor()
    await expectToStandOut(page, page.locator('[role=option][aria-selected=true]'), options.last())
    // The words that were searched for are read on the other hits as well.
    expect(await painted(page, options.nth(2).locator('mark').first())).toBeGreaterThan(0.1)
    await page.keyboard.press('Escape')

    await page.goto('/settings/server')
    const switches = page.locator('label', { has: page.getByRole('switch') }).locator('[aria-hidden]')
    expect(await painted(page, switches.first())).toBeGreaterThan(0.3)
  }))

test('progress, and the edges of dialogs', () =>
  inForcedColours('edges', async page => {
    const { id } = await room.book('Ferry 02')
    await page.goto('/')
    const card = page.getByRole('region', { name: 'Continue reading' }).getByRole('listitem')
    expect(await painted(page, card.locator('[class*=track]'))).toBeGreaterThan(0.3)

    await page.goto(`/books/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().waitFor()
    expect(await dialog.evaluate(element => getComputedStyle(element).borderTopWidth)).toBe('1px')
    await page.keyboard.press('Escape')

    await page.goto(`/books/${id}/read`)
    await pageOnScreen(page, 2).waitFor()
    await page.keyboard.press('o')
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    const way = (name: string) => sheet.locator('label').filter({ hasText: name })
    await expectToStandOut(page, way('Left to right'), way('Right to left'))
  }))
