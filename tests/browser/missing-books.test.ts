// A library whose disk is away shows that with a remedy; missing books can be listed and purged.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { scan } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { chooseOfLibrary, DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const paths = ['Akira/Akira v01', 'Akira/Akira v02', 'Gon/Gon 1', 'Gon/Gon 2']
      for (const [index, path] of paths.entries()) {
        writeLibrary(folder, { [`${path}.cbz`]: await comic({ pages: 1, size: { width: 60 + index, height: 90 } }) })
      }
    },
  })
})
afterAll(() => room?.close())

test('missing books are reported, confirmed, shown and purged', async () => {
  const [library] = (await room.admin.get<Paginated<LibraryDto>>('/api/v1/libraries')).data
  if (!library) throw new Error('There is no library')
  await room.visit('missing-books', DESKTOP, async ({ page }) => {
    await page.goto('/settings/libraries')
    rmSync(join(library.path, 'Gon'), { recursive: true })
    await scan(room.admin, library.id)
    await page.getByText('Many books are missing').waitFor()
    await page.getByText('2 books are unchanged').waitFor()
    await page.getByText(/Missing since .*\d{4}/).waitFor()
    await settled(page)
    await saveScreenshot(page, 'absence-desktop')
    expect(await axeFindings(page)).toEqual([])
    expect((await room.books()).length).toBe(4)
    // Also where the books are looked for.
    await page.getByRole('link', { name: library.name }).last().click()
    await page.getByRole('heading', { level: 1, name: library.name }).waitFor()
    await page.getByText('Many books are missing').waitFor()
    await settled(page)
    await saveScreenshot(page, 'absence-library-desktop')
    expect(await axeFindings(page)).toEqual([])
    await page.goBack()
    await page.getByRole('button', { name: 'They’re gone' }).click()
    await page.getByRole('button', { name: 'Remove from library' }).click()
    await page.getByText('Many books are missing').waitFor({ state: 'detached' })
    await until(
      () => room.books(),
      books => books.length === 2,
    )
  })
  await room.visit('missing-list', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto('/settings/libraries')
    await chooseOfLibrary(page, library.name, 'Missing books')
    await page.getByText('Gon/Gon 1.cbz').waitFor()
    await page.getByLabel('Data of missing books').selectOption('30')
    await settled(page)
    await saveScreenshot(page, 'missing-books-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    // Escape closes the question alone, not the list under it.
    await page.getByRole('button', { name: 'Delete Gon 1 permanently' }).click()
    const answer = page.getByRole('button', { name: 'Delete permanently', exact: true })
    await answer.waitFor()
    await page.keyboard.press('Escape')
    await answer.waitFor({ state: 'detached' })
    await settled(page)
    expect(await page.getByText('Gon/Gon 1.cbz').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Delete Gon 1 permanently' }).click()
    await page.getByRole('button', { name: 'Delete permanently', exact: true }).click()
    await page.getByText('Gon/Gon 1.cbz').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete 1 book permanently' }).click()
    await page.getByRole('button', { name: 'Delete permanently', exact: true }).click()
    await page.getByText('No missing books.').waitFor()
  })
  await room.visit('scan-reports', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto('/settings/libraries')
    await chooseOfLibrary(page, library.name, 'Scan reports')
    await page.getByText('Missing: 2').click()
    await page.getByText('Gon/Gon 2.cbz').waitFor()
    await settled(page)
    await saveScreenshot(page, 'scan-reports-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  })
  writeLibrary(library.path, { 'Akira/Akira v03.cbz': 'not a zip', 'Akira/cover.jpg': 'not an image' })
  symlinkSync('Akira v01.cbz', join(library.path, 'Akira/Akira v04.cbz'))
  await scan(room.admin, library.id)
  await room.visit('scan-problems', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('octavo.language', 'de'))
    await page.goto('/settings/libraries')
    await page.getByRole('button', { name: `Weitere Aktionen für ${library.name}` }).click()
    await page.getByRole('menuitem', { name: 'Einleseberichte' }).click()
    await page.getByText('3 Probleme').click()
    await page.getByText('Das ist eine Verknüpfung.').waitFor()
    const problems = page.locator('details section', { hasText: 'Probleme' }).getByRole('listitem')
    expect((await problems.allInnerTexts()).toSorted()).toEqual([
      'Akira/Akira v03.cbz Die Datei hat kein Format, das Octavo liest.',
      'Akira/Akira v04.cbz Das ist eine Verknüpfung. Beim Einlesen wird Verknüpfungen nicht gefolgt.',
      'Akira/cover.jpg Aus diesem Bild konnte kein Cover erstellt werden: Das Format wird nicht unterstützt.',
    ])
    await settled(page)
    await saveScreenshot(page, 'scan-problems-phone')
  })
  const { scanningConfig } = await room.admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
  expect(scanningConfig?.purgeMissingAfterDays).toBe(30)
})
