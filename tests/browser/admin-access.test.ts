// Who sees the administration: administrators, and nobody else.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { axeFindings, type Screen, saveScreenshot } from '../kit/browser'
import { addAccount } from './accounts'
import { DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

const parts = [
  ...['Libraries', 'Book errors', 'Duplicates', 'Users', 'Access', 'Sign-in'],
  ...['Tasks', 'Schedules', 'Metrics', 'Audit log', 'Settings', 'Template', 'Storage', 'System'],
]

async function signIn({ page }: Screen, name: string, role: 'reader' | 'maintainer'): Promise<void> {
  const password = await addAccount(room.octavo, name, role)
  await page.goto('/sign-in')
  await page.getByLabel('User name or e-mail').fill(name)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
}

test('an administrator reaches every section with one click', () =>
  room.visit('admin-parts', DESKTOP, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Administration' }).click()
    await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor()
    const bar = page.getByRole('navigation', { name: 'Administration' })
    expect(await bar.getByRole('link').allTextContents()).toEqual(parts)
    for (const part of ['Book errors', 'Schedules', 'Libraries']) {
      await bar.getByRole('link', { name: part }).click()
      await page.getByRole('heading', { level: 1, name: part }).waitFor()
      expect(await bar.locator('[aria-current="page"]').allTextContents()).toEqual([part])
    }
  }))

test('on a phone, a button names the open section and shows all in groups', () =>
  room.visit('admin-parts-phone', PHONE, async ({ page }) => {
    await page.goto('/settings/metrics')
    const bar = page.getByRole('navigation', { name: 'Administration' })
    await bar.getByRole('button', { name: 'Metrics Activity' }).click()
    const menu = page.getByRole('dialog', { name: 'Administration' })
    await menu.getByRole('link').first().waitFor()
    expect(await menu.getByRole('link').allTextContents()).toEqual(parts)
    const people = menu.getByRole('list', { name: 'People' }).getByRole('link')
    expect(await people.allTextContents()).toEqual(['Users', 'Access', 'Sign-in'])
    expect(await menu.locator('[aria-current="page"]').allTextContents()).toEqual(['Metrics'])
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await saveScreenshot(page, 'admin-menu-phone')
    await menu.getByRole('link', { name: 'Schedules' }).click()
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor()
    await menu.waitFor({ state: 'hidden' })
    await bar.getByRole('button', { name: 'Schedules Activity' }).waitFor()
    expect(await overflow(page)).toBe(0)
  }))

test('a reader has no access, and the page says so', () =>
  room.visitAsStranger('admin-reader', PHONE, async screen => {
    const { page } = screen
    await signIn(screen, 'rita', 'reader')
    screen.forget()
    expect(await page.getByRole('link', { name: /^(Administration|Manage)$/ }).count()).toBe(0)
    for (const path of ['/settings', '/settings/libraries', '/settings/tasks', '/settings/system']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: 'You don’t have access' }).waitFor()
      expect(await page.getByRole('navigation', { name: 'Administration' }).count()).toBe(0)
    }
    await saveScreenshot(page, 'admin-not-for-you')
    expect(await axeFindings(page)).toEqual([])
    expect(screen.problems()).toEqual([])
  }))

test('a maintainer has every section except people, settings, audit log and system', () =>
  room.visitAsStranger('admin-maintainer', DESKTOP, async screen => {
    const { page } = screen
    await signIn(screen, 'mia', 'maintainer')
    screen.forget()
    await page.goto('/settings/errors')
    await page.getByRole('heading', { level: 1, name: 'Book errors' }).waitFor()
    const bar = page.getByRole('navigation', { name: 'Administration' })
    expect(await bar.getByRole('link').allTextContents()).toEqual(
      parts.filter(
        part =>
          !['Users', 'Access', 'Sign-in', 'Settings', 'Template', 'Audit log', 'Storage', 'System'].includes(part),
      ),
    )
    await page.goto('/settings/system')
    await page.getByRole('heading', { level: 1, name: 'You don’t have access' }).waitFor()
    expect(screen.problems()).toEqual([])
  }))
