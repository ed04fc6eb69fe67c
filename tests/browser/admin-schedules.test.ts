// Schedules: created, run, disabled and deleted on the screen.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ScheduleDto } from '@octavo/contract/schedule'
import type { Locator } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

const schedules = async () => (await room.admin.get<{ schedules: ScheduleDto[] }>('/api/v1/schedules')).schedules

test('a new schedule shows its next runs before and after it is saved', () =>
  room.visit('schedule-add', DESKTOP, async ({ page }) => {
    await page.goto('/settings/schedules')
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor()
    await saveScreenshot(page, 'schedules-none')
    await page.getByRole('button', { name: 'Add schedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Weekly', { exact: true }).click()
    await dialog.getByText('Wed', { exact: true }).click()
    expect(await dialog.getByRole('group', { name: 'Schedule' }).count()).toBe(1)
    await dialog.getByLabel('Time', { exact: true }).fill('21:30')
    await dialog.getByLabel('Time zone').selectOption('Europe/Berlin')
    const runs = dialog.getByRole('status').getByRole('listitem')
    await until(
      () => runs.count(),
      count => count === 5,
    )
    await dialog.getByLabel('Name').fill('Evening scan')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await saveScreenshot(page, 'schedules-add')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Evening scan' })
    await row.getByText('Wed and Sat at 21:30').waitFor()
    await row.getByText(/^Next /).waitFor()
    const [made] = await schedules()
    expect(made).toMatchObject({ job: 'scan', cronSchedule: '30 21 * * 3,6', timezone: 'Europe/Berlin', enabled: true })
    // The first run shown in the form is the one that the server has planned.
    expect(Date.parse(made?.nextRunAt ?? '')).toBeGreaterThan(Date.now())
  }))

/** Whether nothing lies above its words, and they are on the screen. */
const isUncovered = (words: Locator) =>
  words.evaluate(element => {
    const { left, top, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + 4, top + height / 2) === element
  })

test('an expression that never matches is refused in sight, above the buttons', () =>
  room.visit('schedule-bad', PHONE, async ({ page, forget }) => {
    await page.goto('/settings/schedules')
    await page.getByRole('button', { name: 'Edit Evening scan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Cron', { exact: true }).click()
    await dialog.getByLabel('Cron expression').fill('99 3 * * *')
    await dialog.getByRole('status').getByText('This cron expression is invalid or never runs.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const alert = dialog.getByRole('alert')
    await alert.getByText('This cron expression is invalid or never runs. Example: 30 3 * * *').waitFor()
    expect(await isUncovered(alert)).toBe(true)
    forget()
    await saveScreenshot(page, 'schedule-bad')
    await dialog.getByLabel('Cron expression').fill('*/20 1-5 * * *')
    await until(
      () => dialog.getByRole('status').getByRole('listitem').count(),
      count => count === 5,
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('*/20 1-5 * * *').waitFor()
  }))

test('“Run now” starts a task that every screen shows', () =>
  room.visit('schedule-run', DESKTOP, ({ page: here }) =>
    room.visit('schedule-ran', PHONE, async ({ page: there }) => {
      writeLibrary(room.folder, { 'Zebra/Zebra 01.cbz': await comic({ pages: 3 }) })
      for (const page of [here, there]) {
        await page.goto('/settings/schedules')
        await page.getByText('Never run').waitFor()
      }
      await here.getByRole('button', { name: 'Run now: Evening scan' }).click()
      for (const page of [here, there]) await page.getByRole('link', { name: /^Ran / }).waitFor()
      expect((await room.book('Zebra 01')).pageCount).toBe(3)
      const [schedule] = await schedules()
      expect(schedule?.lastRunStatus).toBe('success')
      await here.getByRole('link', { name: /^Ran / }).click()
      await here
        .getByRole('dialog')
        .getByText(/^Completed/)
        .waitFor()
    }),
  ))

test('a preview shows what a run would do without doing it', () =>
  room.visit('schedule-try', PHONE, async ({ page }) => {
    await page.goto('/settings/schedules')
    await page.getByRole('button', { name: 'Preview run: Evening scan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Libraries', { exact: true }).waitFor()
    await saveScreenshot(page, 'schedules-try')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  }))

test('a schedule is disabled, deleted and restored', () =>
  room.visit('schedule-off', DESKTOP, async ({ page }) => {
    await page.goto('/settings/schedules')
    const toggle = page.getByRole('switch', { name: 'Run Evening scan automatically' })
    await toggle.click()
    await page.getByText('Off').waitFor()
    expect((await schedules())[0]?.enabled).toBe(false)
    await page.getByRole('button', { name: 'Delete Evening scan' }).click()
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor()
    expect(await schedules()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Off').waitFor()
    expect((await schedules())[0]).toMatchObject({
      name: 'Evening scan',
      enabled: false,
      cronSchedule: '*/20 1-5 * * *',
    })
  }))

test('the system page has a backup to download, and leads to a schedule of more', () =>
  room.visit('backup-download', DESKTOP, async ({ page }) => {
    await page.goto('/settings/system')
    await page.getByRole('button', { name: 'Back up now' }).click()
    const link = page.getByRole('link', { name: /^Download the backup from / })
    await link.waitFor()
    const begun = page.waitForEvent('download')
    await link.click()
    const download = await begun
    expect(download.suggestedFilename()).toMatch(/^octavo-\d{8}-\d{6}\.tar$/)
    expect(await download.failure()).toBeNull()
    await saveScreenshot(page, 'system-backups')
    await page.getByRole('link', { name: 'Schedules', exact: true }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Add schedule' })
    expect(await dialog.getByLabel('Task').inputValue()).toBe('backup')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Back up' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect((await schedules()).map(({ job }) => job)).toContain('backup')
    await page.goto('/settings/schedules?job=backup')
    const edit = page.getByRole('dialog', { name: 'Edit schedule' })
    // Its first field, the task, can't be changed: the next one has the focus.
    await edit.locator('input:focus').waitFor()
    expect(await edit.getByLabel('Task').isDisabled()).toBe(true)
  }))

test('a cancelled run is shown as cancelled', () =>
  room.visit('schedule-cancelled', DESKTOP, async ({ page }) => {
    await room.admin.put('/api/v1/tasks/control', { paused: true })
    await page.goto('/settings/schedules')
    await page.getByRole('button', { name: 'Run now: Back up' }).click()
    const [task] = await until(
      () => room.admin.get<{ id: string }[]>('/api/v1/tasks?status=pending&taskType=create_backup'),
      tasks => tasks.length > 0,
    )
    await room.admin.post(`/api/v1/tasks/${task?.id}/cancel`)
    await page.getByRole('link', { name: /^Cancelled / }).waitFor()
    await saveScreenshot(page, 'schedule-cancelled')
    await room.admin.put('/api/v1/tasks/control', { paused: false })
  }))
