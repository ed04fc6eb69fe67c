// What a person chose in one browser is so in another.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
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
