// Shortcuts of a single character can be turned off (WCAG 2.1.4): in this browser at once, and in the person's others.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from '../kit/client'
import { tabTo } from './keyboard'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom, settled } from './reading-room'
import { copyFixtures, writeSeries } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      await writeSeries(folder, 'Ferry', { pages: 4, volumes: 1 })
      copyFixtures(folder, { 'Lewis Carroll/Alice.epub': 'epub/stump-alice.epub' })
    },
  })
})
afterAll(() => room?.close())

/** Nothing opens for these, and the page still answers other keys. */
async function expectNothing(page: Page, characters: string): Promise<void> {
  await settled(page)
  for (const character of characters) await page.keyboard.press(character)
  await settled(page)
  expect(await page.locator('[role=dialog], dialog[open]').count()).toBe(0)
}

test('single characters are off once turned off, other keys are not', async () => {
  const comic = await room.book('Ferry 01')
  const ebook = await room.book('Alice')
  await room.visit('character-keys-off', DESKTOP, async ({ page }) => {
    await page.goto('/profile')
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).waitFor()
    await tabTo(page, /Single-key shortcuts/)
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expectNothing(page, '/')
    await until(
      () => room.admin.get<{ value: unknown }>('/api/v1/user/preferences/ui.characterKeys').catch(() => null),
      found => found?.value === false,
    )
  })
  await room.visit('character-keys-elsewhere', DESKTOP, async ({ page }) => {
    await page.goto('/')
    await until(
      () => page.evaluate(() => localStorage.getItem('octavo.characterKeys')),
      value => value === 'off',
    )
    await page.goto(`/books/${comic.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNothing(page, '/e')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()

    await page.goto(`/books/${comic.id}/read`)
    await pageOnScreen(page, 1).waitFor()
    await expectNothing(page, 'op?g')
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, 2).waitFor()

    await page.goto(`/books/${ebook.id}/read`)
    const frame = page.locator('iframe[data-shown="true"]')
    await frame.waitFor()
    await expectNothing(page, 'ot/')
    await frame.contentFrame().locator('body').press('o')
    await expectNothing(page, '?')
  })
})
