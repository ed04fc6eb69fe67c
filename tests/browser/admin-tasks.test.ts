// Background work on the screen: live on every screen, cancelled, retried, paused.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync } from 'node:fs'
import type { TaskResponse } from '@octavo/contract/task'
import type { Locator, Page } from 'playwright-core'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { copyFixtures, fillWithFixtures } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures, env: { OCTAVO_PARSER_PROCESSES: '2' } })
})
afterAll(() => room?.close())

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openTasks(page: Page): Promise<void> {
  await page.goto('/settings/tasks')
  await part(page, 'Recent').getByRole('link').first().waitFor()
}

async function startWork(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Start task' }).click()
  await page.getByRole('menuitem', { name: what }).press('Enter')
  await page.getByRole('button', { name: 'Start task' }).and(page.locator(':focus')).waitFor()
}

test('a task started on one screen is shown and cancelled on another', () =>
  room.visit('tasks-here', DESKTOP, ({ page: here }) =>
    room.visit('tasks-there', PHONE, async ({ page: there }) => {
      for (const page of [here, there]) {
        await openTasks(page)
        await page.getByText('No tasks are running.').waitFor()
      }
      // Each is given up after ten seconds: long enough for both to see it.
      const slow = [1, 2, 3, 4].map(number => [`Slow/Slow ${number}.pdf`, 'hostile/content-200mb.pdf'])
      copyFixtures(room.folder, Object.fromEntries(slow))
      await startWork(here, 'Scan all libraries')
      for (const page of [here, there]) {
        const running = part(page, 'Running').getByRole('listitem')
        await running.getByRole('progressbar').waitFor()
        await running.getByText('started by admin').waitFor()
        await saveScreenshot(page, page === here ? 'tasks-running' : 'tasks-running-phone')
      }
      await part(there, 'Running')
        .getByRole('button', { name: /^Cancel: Scan/ })
        .press('Enter')
      // Its row was the only one.
      await there.locator('main:focus').waitFor()
      for (const page of [here, there]) {
        await part(page, 'Recent').getByRole('img', { name: 'Cancelled' }).waitFor()
        await page.getByText('No tasks are running.').waitFor()
      }
      copyFixtures(room.folder, Object.fromEntries(slow.map(([place]) => [place, 'pdf/tracemonkey.pdf'])))
    }),
  ))

/** The same sheet for somebody who reads German: a German sentence, and the server's own in the details. */
async function inGerman(english: Locator): Promise<void> {
  const own = (await english.locator('pre').first().textContent()) ?? ''
  expect(own).toContain('cannot be read')
  await room.admin.put('/api/v1/user/preferences/ui.language', { value: 'de' })
  await room.visit('tasks-failed-german', PHONE, async ({ page }) => {
    await page.goto(english.page().url())
    const sheet = page.getByRole('dialog')
    await sheet.getByText(`Nicht verfügbar: ${room.folder}. Prüfe, ob der Ordner existiert`).waitFor()
    await sheet.getByText('Technische Details').click()
    await sheet.getByText(own).first().waitFor()
    await saveScreenshot(page, 'tasks-failed-german')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  })
  await room.admin.put('/api/v1/user/preferences/ui.language', { value: 'en' })
}

test('a failed task shows its reason and is retried', () =>
  room.visit('tasks-retry', DESKTOP, async ({ page }) => {
    await openTasks(page)
    renameSync(room.folder, `${room.folder}-away`)
    await startWork(page, 'Scan all libraries')
    const ended = part(page, 'Recent')
    const retry = ended.getByRole('button', { name: /^Retry: Scan/ })
    await retry.waitFor()
    await ended.getByRole('link', { name: /^Scan/ }).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('heading', { name: 'Error' }).waitFor()
    await sheet.getByRole('list', { name: 'Log' }).getByRole('listitem').first().waitFor()
    expect(page.url()).toContain('task=')
    await saveScreenshot(page, 'tasks-failed')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await inGerman(sheet)
    renameSync(`${room.folder}-away`, room.folder)
    await sheet.getByRole('button', { name: 'Retry' }).click()
    await sheet.getByText(/^Completed/).waitFor()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await retry.waitFor({ state: 'detached' })
    // Recent lists whatever has ended, and so does all of it: the cancelled scan of the first test, too.
    await ended.getByRole('button', { name: 'Show all: Recent' }).click()
    const all = page.getByRole('list', { name: 'Tasks' })
    await all.getByRole('img', { name: 'Cancelled' }).first().waitFor()
    await all.getByRole('img', { name: 'Completed' }).first().waitFor()
    expect(new URL(page.url()).search).toContain('state=ended')
    await saveScreenshot(page, 'tasks-ended')
    const [last] = await room.admin.get<TaskResponse[]>('/api/v1/tasks?limit=1')
    expect(last).toMatchObject({ status: 'completed', requestedBy: 'admin' })
  }))

test('while paused no task starts and everyone sees why; then tasks continue', () =>
  room.visit('tasks-pause', DESKTOP, ({ page: here }) =>
    room.visit('tasks-paused', PHONE, async ({ page: there }) => {
      await openTasks(here)
      await openTasks(there)
      await here.getByRole('button', { name: 'Pause all' }).click()
      for (const page of [here, there]) {
        await page.getByRole('status').getByText('All tasks are paused').waitFor()
        await page.getByText(/Paused by admin/).waitFor()
        // The time since then is not read out every few seconds.
        expect(
          await page
            .getByRole('status')
            .getByText(/Paused by admin/)
            .count(),
        ).toBe(0)
      }
      await startWork(here, 'Create missing book covers')
      await part(there, 'Waiting').getByRole('link', { name: 'Create covers' }).waitFor()
      await saveScreenshot(here, 'tasks-paused')
      await saveScreenshot(there, 'tasks-paused-phone')
      expect(await axeFindings(there)).toEqual([])
      await there.getByRole('button', { name: 'Resume' }).click()
      for (const page of [here, there]) {
        await part(page, 'Recent').getByRole('link', { name: 'Create covers' }).first().waitFor()
        await page.getByText('All tasks are paused').waitFor({ state: 'detached' })
      }
    }),
  ))

test('quiet hours and retention are saved', () =>
  room.visit('tasks-quiet', PHONE, async ({ page }) => {
    await openTasks(page)
    await page.getByRole('button', { name: 'Quiet hours and retention' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Quiet hours', { exact: true }).click()
    await dialog.getByLabel('From').fill('23:15')
    await dialog.getByLabel('To').fill('06:45')
    await dialog.getByLabel('Keep failed tasks for (days)').fill('45')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const control = await room.admin.get('/api/v1/tasks/control')
    expect(control).toMatchObject({
      quietHours: { enabled: true, from: '23:15', to: '06:45', timezone: 'UTC' },
      retention: { failedDays: 45 },
    })
    await room.admin.put('/api/v1/tasks/control', { quietHours: null })
  }))

test('tasks of a state are a paginated list, with the page in the address', () =>
  room.visit('tasks-filter', DESKTOP, async ({ page }) => {
    await room.admin.put('/api/v1/tasks/control', { paused: true })
    const ids = (await room.books()).map(book => book.id)
    // Equal tasks would become one: each is about other books.
    for (let subset = 1; subset <= 51; subset++) {
      const bookIds = ids.filter((_, index) => (subset >> index) & 1)
      await room.admin.post('/api/v1/tasks', { taskType: { type: 'generate_thumbnails', bookIds, force: subset > 31 } })
    }
    await openTasks(page)
    await page.getByText('51 waiting').waitFor()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Waiting')
    await page.getByText('Page 1 of 2').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('Page 2 of 2').waitFor()
    expect(new URL(page.url()).search).toBe('?state=pending&page=2')
    await page.reload()
    await page.getByText('Page 2 of 2').waitFor()
    await page.getByRole('combobox', { name: 'Task type' }).selectOption('Scan')
    await page.getByRole('heading', { name: 'No matching tasks' }).waitFor()
    await room.admin.delete('/api/v1/tasks/nuke')
    await room.admin.put('/api/v1/tasks/control', { paused: false })
  }))
