// One browser and several people: nobody's progress goes to another, and nobody stays signed in on it.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Screen, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { ADMIN } from '../kit/server'
import { addAccount } from './accounts'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(240_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

const COMIC = 'Science Comics 001 (1946).cbz'
const use = async (name: string, screen: Screen, act: (screen: Screen) => Promise<void>) =>
  room.watch(name, screen, act).finally(screen.close)

async function signIn(page: Page, name: string, word: string): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.keyboard.press('Enter')
}
const atHome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

/** Of the person whose cookie this browser has. */
const placeOf = (page: Page, bookId: string) =>
  page.evaluate(async id => {
    const answer = await fetch(`/api/v1/books/${id}/progress`)
    return answer.status === 200 ? ((await answer.json()) as { currentPage: number }).currentPage : null
  }, bookId)

/** As the person whose cookie this browser has. */
const setPlace = (page: Page, bookId: string, currentPage: number) =>
  page.evaluate(
    async ([id, place]) => {
      const body = JSON.stringify({ currentPage: place, progressPercentage: null, completed: false })
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(`/api/v1/books/${id}/progress`, { method: 'PUT', body, headers })
      if (!answer.ok) throw new Error(`The place was answered with ${answer.status}`)
    },
    [bookId, currentPage] as const,
  )

test('a reader left open by one person sends nothing as another who signs in from a second tab', async () => {
  const comic = await room.bookFile(COMIC)
  const password = await addAccount(room.octavo, 'guest', 'reader')
  await use('one-device-two-users', await room.open(DESKTOP, 'stranger'), async ({ page, forget }) => {
    await page.goto('/sign-in')
    await signIn(page, ADMIN.username, ADMIN.password)
    await atHome(page)
    await page.goto(`/books/${comic.id}/read?page=1`)
    await page.locator('img[src*="/pages/1"]').first().waitFor()
    const second = await page.context().newPage()
    await second.goto('/sign-in')
    await signIn(second, 'guest', password)
    await atHome(second)

    // The administrator turns pages: they are refused, and stay for the administrator.
    for (let turn = 0; turn < 3; turn++) await page.keyboard.press('ArrowRight')
    await page.getByText('guest is signed in now').waitFor()
    await saveScreenshot(page, 'other-user-desktop')
    expect(await placeOf(second, comic.id)).toBeNull()

    await signIn(page, ADMIN.username, ADMIN.password)
    await page.locator('img[src*="/pages/4"]').first().waitFor()
    await until(
      () => room.admin.get<{ currentPage: number } | undefined>(`/api/v1/books/${comic.id}/progress`),
      place => place?.currentPage === 4,
    )
    // Now it is the guest's tab that is open without a session.
    await second.goto('/library')
    await second.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await placeOf(second, comic.id)).toBe(4)
    await second.close()
    forget()
  })
})

test('the user who signed in last can go on in the other tab', async () => {
  const comic = await room.bookFile(COMIC)
  const password = await addAccount(room.octavo, 'earlier', 'reader')
  const later = await addAccount(room.octavo, 'later', 'reader')
  await use('one-device-continue', await room.open(PHONE, 'stranger'), async ({ page, forget }) => {
    await page.goto('/sign-in')
    await signIn(page, 'earlier', password)
    await atHome(page)
    await page.goto(`/books/${comic.id}/read?page=1`)
    await page.locator('img[src*="/pages/1"]').first().waitFor()
    const second = await page.context().newPage()
    await second.goto('/sign-in')
    await signIn(second, 'later', later)
    await atHome(second)
    await setPlace(second, comic.id, 4)
    await page.keyboard.press('ArrowRight')
    await page.getByText('later is signed in now').waitFor()
    await saveScreenshot(page, 'other-user-phone')
    await page.getByRole('button', { name: 'Continue as later' }).click()
    // The book opens where the one who continues was, not where the other was.
    await page.locator('img[src*="/pages/4"]').first().waitFor()
    await second.close()
    forget()
  })
})

test('signing out while the server is away clears the device, and reaches the server later', async () => {
  const password = await addAccount(room.octavo, 'leaving', 'reader')
  await use(
    'one-device-sign-out',
    await room.open({ ...DESKTOP, serviceWorker: true }, 'stranger'),
    async ({ page, forget }) => {
      const context = page.context()
      await page.goto('/sign-in')
      await signIn(page, 'leaving', password)
      await atHome(page)
      await page.waitForFunction(() => navigator.serviceWorker?.controller !== null, undefined, { timeout: 120_000 })
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
      const cookies = await context.cookies()

      await context.setOffline(true)
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.getByText('Signed out on this device').waitFor()
      await saveScreenshot(page, 'signed-out-offline')
      const stored = () =>
        page.evaluate(async () => (await caches.keys()).filter(name => /^octavo-[0-9a-f-]{36}-/.test(name)))
      await until(stored, names => names.length === 0)
      // Opened again, it still shows nothing of theirs, although the cookie is there.
      await page.goto('/')
      await page.getByText('Signed out on this device').waitFor()
      expect(new URL(page.url()).pathname).toBe('/sign-in')

      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await page.getByText('Signed out on this device').waitFor({ state: 'detached' })
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      expect((await room.octavo.anonymous.fetch('/api/v1/auth/me', { headers: { cookie } })).status).toBe(401)
      forget()
    },
  )
})
