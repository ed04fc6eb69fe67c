import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ADMIN } from '../kit/server'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

test('a wrong password is said, the right one leads back to the place, and signing out ends it', async () => {
  await room.visitAsStranger('sign-in', DESKTOP, async ({ page, problems, forget }) => {
    const book = await room.book('Science Comics')
    await page.goto(`/books/${book.id}`)
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await page.getByText('After signing in you are back where you were.').waitFor()
    await page.getByLabel('User name or e-mail').fill(ADMIN.username)
    await page.getByRole('textbox', { name: 'Password' }).fill('Wrong horse 1!')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('That did not match').waitFor()
    await alert.getByText('Check the user name and the password.').waitFor()
    forget()

    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
    await page.getByRole('textbox', { name: 'Password' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: book.title }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/books/${book.id}`)
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
    expect(stored).not.toContain('eyJ')

    await page.getByRole('link', { name: ADMIN.username, exact: true }).click()
    expect(problems()).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    forget()
    await page.goto('/library')
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    forget()
  })
})

test('by e-mail on a phone, with the keyboard alone', async () => {
  await room.visitAsStranger('sign-in-phone', PHONE, async ({ page }) => {
    await page.goto('/sign-in')
    await page.getByLabel('User name or e-mail').waitFor()
    await page.keyboard.type(ADMIN.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })
})

test('a session that ended while a page was open leads to signing in, not to an error', async () => {
  await room.visit('session-ended', DESKTOP, async ({ page, forget }) => {
    await page.goto('/library')
    await page.getByRole('list', { name: 'Everything' }).getByRole('link').first().waitFor()
    await page.context().clearCookies()
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('alice')
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    forget()
  })
})
