// Leaving a page while a form on it has changes, and what stays of a form whose session has ended.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { addAccount } from './accounts'
import { cachesOf, WITH_WORKER, workerReady } from './device'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => writeLibrary(folder, { 'Gon/Gon 1.cbz': await comic({ pages: 3 }) }),
  })
})
afterAll(() => room?.close())

/** The dialog of a new collection that has a name, with another page to go back to. */
async function startCollection(page: Page, name: string) {
  await page.goto('/lists/readlists')
  await page.getByRole('link', { name: 'Collections', exact: true }).click()
  await page.getByRole('button', { name: 'New collection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  return dialog
}

/** The kind of the browser's question before the page is left, which is answered with no. */
async function refused(page: Page, leave: () => Promise<unknown>): Promise<string> {
  const [question] = await Promise.all([page.waitForEvent('dialog'), leave()])
  await question.dismiss()
  return question.type()
}

test('Back, reload and closing the tab ask while a dialog has changes', () =>
  room.visit('leaving-dialog', PHONE, async ({ page }) => {
    const dialog = await startCollection(page, 'At sea')
    const question = page.getByRole('alertdialog')
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await page.waitForURL('**/lists/collections')
    expect(await dialog.getByLabel('Name').inputValue()).toBe('At sea')

    expect(await refused(page, () => page.evaluate(() => void setTimeout(() => location.reload())))).toBe(
      'beforeunload',
    )
    expect(await refused(page, () => page.close({ runBeforeUnload: true }))).toBe('beforeunload')
    expect(await dialog.getByLabel('Name').inputValue()).toBe('At sea')

    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL('**/lists/readlists')
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
  }))

test('a form that was saved is left without a question', () =>
  room.visit('leaving-saved', DESKTOP, async ({ page }) => {
    const dialog = await startCollection(page, 'On land')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'On land' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/lists/collections')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.reload()
  }))

test('after the session ended the form stays, its caches do not, and nobody else sees it', () =>
  room.visit('leaving-session', WITH_WORKER, async ({ page, forget }) => {
    await page.goto('/library')
    await workerReady(page)
    await page.goto('/lists')
    await until(
      () => cachesOf(page),
      names => names.length > 0,
    )
    await page.getByRole('button', { name: 'New collection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Mine alone')
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('You’ve been signed out.').waitFor()
    await until(
      () => cachesOf(page),
      names => names.length === 0,
    )
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Mine alone')

    const password = await addAccount(room.octavo, 'ishmael', 'reader')
    const tab = await page.context().newPage()
    await tab.goto('/sign-in')
    await tab.getByLabel('User name or e-mail').fill('ishmael')
    await tab.getByRole('textbox', { name: 'Password' }).fill(password)
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.waitForURL('**/sign-in?**')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByText('Mine alone').count()).toBe(0)
    forget()
  }))
