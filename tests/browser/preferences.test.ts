// Preferences chosen in one browser apply in another.
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
    const saved = page.waitForResponse(answer => answer.url().endsWith('/user/preferences/ui.language'))
    await page.getByText('Deutsch', { exact: true }).click()
    expect((await saved).status()).toBe(200)
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

test('a part of the app that arrives while the language changes is in the new one', async () => {
  const admin = await room.octavo.signInAsAdmin()
  await admin.put('/api/v1/user/preferences/ui.language', { value: 'de' })
  await room.visit('language-late', DESKTOP, async ({ page }) => {
    const part = page.waitForRequest(/libraries-admin-page-/)
    // German comes late: the page of libraries is there before, and asks for its own messages.
    await page.route(/\/de-[^/]+\.js$/, async route => {
      await part
      await route.continue()
    })
    await page.goto('/settings/libraries')
    await page
      .getByRole('button', { name: /bearbeiten/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Ordner überwachen').waitFor()
  })
  await admin.put('/api/v1/user/preferences/ui.language', { value: 'en' })
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
    await sheet.getByRole('switch', { name: 'Greyscale' }).and(page.locator(':checked')).waitFor()
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

test('settings of one series apply in another browser, and those made offline arrive', async () => {
  const admin = await room.octavo.signInAsAdmin()
  const book = await room.book('Science Comics')
  const keyOf = (scope: 'series' | 'library') =>
    `reader.comic.${scope}.${book[`${scope}Id`].replaceAll('-', '')}` as const
  const saved = async (scope: 'series' | 'library') => {
    const answer = await admin.get<{ preferences: { value: unknown }[] }>(
      `/api/v1/user/preferences?keys=${keyOf(scope)}`,
    )
    return answer.preferences[0]?.value
  }
  const openSettings = async (page: Page) => {
    await page.goto(`/books/${book.id}/read`)
    await page.locator('[data-reader]').waitFor()
    await page.keyboard.press('o')
    return page.getByRole('dialog', { name: 'Reading settings' })
  }
  const chosen = (page: Page, name: string) =>
    page.getByRole('radio', { name, exact: true }).and(page.locator(':checked')).waitFor()

  await room.visit('series-here', DESKTOP, async here => {
    const sheet = await openSettings(here.page)
    await sheet.getByText('Changes are saved for').waitFor()
    await sheet.getByRole('radio', { name: 'Right to left' }).check()
    await until(
      () => saved('series'),
      value => JSON.stringify(value) === '{"direction":"rtl"}',
    )
    await room.visit('series-there', DESKTOP, async ({ page, forget }) => {
      const there = await openSettings(page)
      await chosen(page, 'Right to left')
      const silent = (route: Route) => route.abort()
      await page.route('**/user/preferences/**', silent)
      const tried = page.waitForEvent('requestfailed', request => request.url().endsWith(keyOf('series')))
      await there.getByRole('radio', { name: 'Two pages' }).check()
      await tried
      await page.unroute('**/user/preferences/**', silent)
      // The page that is opened next tells it; what the first browser chose stays.
      await openSettings(page)
      await until(
        () => saved('series'),
        value => JSON.stringify(value) === '{"direction":"rtl","layout":"double"}',
      )
      await there.getByRole('button', { name: 'Use for this library' }).click()
      await there.getByText('in this library').waitFor()
      await until(
        () => saved('library'),
        value => (value as { layout?: string } | undefined)?.layout === 'double',
      )
      forget()
    })
    await openSettings(here.page)
    await chosen(here.page, 'Two pages')
    await sheet.getByRole('radio', { name: 'Top to bottom' }).check()
    await until(
      () => saved('series'),
      value => (value as { direction?: string }).direction === 'ttb',
    )
    await sheet.getByRole('button', { name: 'Reset' }).click()
    await until(
      () => saved('series'),
      value => value === undefined,
    )
    await chosen(here.page, 'Right to left')
  })
  await room.visit('series-after', DESKTOP, async ({ page }) => {
    const sheet = await openSettings(page)
    await chosen(page, 'Two pages')
    await sheet.getByText('Changes are saved for').waitFor()
    // That holds already.
    for (const name of ['Use for this series', 'Use for this library'])
      expect(await sheet.getByRole('button', { name }).count()).toBe(0)
    await sheet.getByRole('button', { name: 'Use for all series' }).click()
    await until(
      () => saved('library'),
      value => value === undefined,
    )
    await chosen(page, 'Two pages')
  })
})
