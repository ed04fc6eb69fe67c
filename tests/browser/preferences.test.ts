// What a person chose in one browser is so in another.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { until } from '../kit/client'
import { ADMIN } from '../kit/server'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

test('appearance and language follow the person', async () => {
  const admin = await room.octavo.signInAsAdmin()
  await room.visit('preferences-here', DESKTOP, async ({ page }) => {
    await page.goto('/profile')
    const kept = page.waitForResponse(answer => answer.url().endsWith('/user/preferences/ui.language'))
    await page.getByText('Deutsch', { exact: true }).click()
    expect((await kept).status()).toBe(200)
  })
  expect(await admin.get('/api/v1/user/preferences/ui.language')).toMatchObject({ value: 'de' })
  await admin.put('/api/v1/user/preferences/ui.theme', { value: 'light' })
  await room.visitAsStranger('preferences-there', DESKTOP, async screen => {
    const { page } = screen
    await page.goto('/sign-in')
    await page.getByLabel('User name or e-mail').fill(ADMIN.username)
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.locator('html[lang="de"]').waitFor({ state: 'attached' })
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' })
  })
})

test('habits of a reader follow the person, and a choice that the server did not hear waits for it', async () => {
  const admin = await room.octavo.signInAsAdmin()
  const book = await room.book('Science Comics')
  const openSettings = async (page: Page) => {
    await page.goto(`/books/${book.id}/read`)
    await page.locator('[data-reader]').waitFor()
    await page.keyboard.press('o')
    return page.getByRole('dialog', { name: 'Reading settings' })
  }
  const habits = () => admin.get<{ value: unknown }>('/api/v1/user/preferences/reader.comic').then(({ value }) => value)
  await admin.put('/api/v1/user/preferences/ui.language', { value: 'en' })
  await admin.put('/api/v1/user/preferences/reader.comic', { value: { grayscale: true } })
  await room.visit('habits-here', DESKTOP, async ({ page, forget }) => {
    const sheet = await openSettings(page)
    await sheet.getByRole('switch', { name: 'Shades of grey' }).and(page.locator(':checked')).waitFor()
    await sheet.getByRole('radio', { name: 'White' }).check()
    await until(habits, value => (value as { background?: string }).background === 'white')
    expect(await habits()).toEqual({ grayscale: true, background: 'white' })
    // Nobody hears this one; the next page tells it.
    const silent = (route: Route) => route.abort()
    await page.route('**/user/preferences/**', silent)
    const tried = page.waitForEvent('requestfailed', request => request.url().endsWith('/reader.comic'))
    await sheet.getByRole('radio', { name: 'Black' }).check()
    await tried
    await page.unroute('**/user/preferences/**', silent)
    await page.reload()
    await until(habits, value => (value as { background?: string }).background === 'black')
    forget()
  })
  await admin.put('/api/v1/user/preferences/reader.comic', { value: { grayscale: false, background: 'white' } })
  await room.visit('habits-there', DESKTOP, async ({ page }) => {
    const sheet = await openSettings(page)
    await sheet.getByRole('radio', { name: 'White' }).and(page.locator(':checked')).waitFor()
  })
})
