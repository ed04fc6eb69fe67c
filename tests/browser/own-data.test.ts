// A user's data on their profile: export, and the preview of an import.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { axeFindings, type ScreenOptions, saveScreenshot } from '../kit/browser'
import { temporaryFolder } from '../kit/paths'
import { DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom, settled } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
const folder = temporaryFolder('own-data')
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(async () => {
  await room?.close()
  folder.remove()
})

test('data is exported, downloaded, and imported after a report', async () => {
  const admin = await room.octavo.signInAsAdmin()
  const book = await room.book('Science Comics')
  await admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 5 })
  const archive = join(folder.path, 'octavo.zip')
  await room.visit('own-data', DESKTOP, async ({ page }) => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Export my data' }).click()
    const link = page.getByRole('link', { name: /^Download export/ })
    await link.waitFor()
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    writeFileSync(archive, await answer.body())
    await admin.delete(`/api/v1/books/${book.id}/progress`)
    await admin.delete(`/api/v1/user/preferences/ui.language`)
    await page.locator('input[type=file][accept*=zip]').setInputFiles(archive)
    await page.getByRole('table', { name: 'What this archive would add' }).waitFor()
  })
  const looks: readonly [string, ScreenOptions][] = [
    ['own-data-phone-light', { ...PHONE, scheme: 'light' }],
    ['own-data-phone-dark', PHONE],
    ['own-data-desktop-light', { ...DESKTOP, scheme: 'light' }],
    ['own-data-desktop-dark', DESKTOP],
  ]
  for (const [name, options] of looks) {
    await room.visit(name, options, async ({ page }) => {
      await page.goto('/profile')
      const report = page.getByRole('table', { name: 'What this archive would add' })
      await report.scrollIntoViewIfNeeded()
      await settled(page)
      expect([name, await overflow(page)]).toEqual([name, 0])
      expect([name, await axeFindings(page)]).toEqual([name, []])
      await saveScreenshot(page, name)
    })
  }
})

test('a list of series is exported with the chosen fields', async () => {
  const made = async (options: ScreenOptions, name: string) =>
    room.visit(name, options, async ({ page }) => {
      await page.goto('/library')
      await page.getByRole('button', { name: 'Export series' }).click()
      const dialog = page.getByRole('dialog', { name: 'Export series' })
      await dialog.getByLabel('Fields').selectOption('choose')
      await dialog.getByRole('checkbox', { name: 'Average rating' }).waitFor()
      await dialog.getByRole('checkbox', { name: 'Publisher' }).check()
      await dialog.getByRole('button', { name: 'Create export' }).click()
      const link = dialog.getByRole('link', { name: /^Download CSV/ }).first()
      await link.waitFor()
      const answer = await page.request.get((await link.getAttribute('href')) ?? '')
      expect((await answer.text()).split('\r\n')[0]).toBe('series_name,publisher')
      await settled(page)
      expect([name, await overflow(page)]).toEqual([name, 0])
      expect([name, await axeFindings(page, '[role=dialog]')]).toEqual([name, []])
      await saveScreenshot(page, name)
    })
  await made({ ...PHONE, scheme: 'light' }, 'series-exports-phone-light')
  await made(DESKTOP, 'series-exports-desktop-dark')
})
