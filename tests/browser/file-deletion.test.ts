// Deleting from the disk by the menus of a book and a series, titles by the rules, and the log that tells of it.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
    fill: async folder => {
      const paths = ['Akira (Digital)/Akira v01', 'Akira (Digital)/Akira v02', 'Gon/Gon 1', 'Gon/Gon 2']
      for (const [index, path] of paths.entries()) {
        writeLibrary(folder, { [`${path}.cbz`]: await comic({ pages: 1, size: { width: 60 + index, height: 90 } }) })
      }
      for (const n of [1, 2, 3]) writeLibrary(folder, { [`Ten/Ten ${n}.cbz`]: await comic({ pages: n + 1 }) })
      writeLibrary(folder, { 'Gon/Gon 1.opf': '<package/>' })
    },
  })
})
afterAll(() => room?.close())

const bookNamed = async (title: string) => {
  const book = (await room.books()).find(one => one.title === title)
  if (!book) throw new Error(`There is no ${title}`)
  return book
}

test('a file is deleted after its name is typed, and the log shows it', async () => {
  const book = await bookNamed('Gon 1')
  await room.visit('delete-file', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/books/${book.id}`)
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: /Delete from disk/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 files of').waitFor()
    await dialog.getByText('Gon/Gon 1.opf').waitFor()
    await settled(page)
    await saveScreenshot(page, 'delete-file-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    const button = dialog.getByRole('button', { name: 'Delete permanently' })
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Gon 1.cbz')
    await button.click()
    await page.getByRole('heading', { level: 1, name: 'Gon', exact: true }).waitFor()
    expect([existsSync(book.path), (await room.books()).length]).toEqual([false, 6])
  })
  await room.visit('audit-log', DESKTOP, async ({ page }) => {
    await page.goto('/settings/audit')
    await page.getByRole('heading', { level: 2, name: 'Files of Gon 1 were deleted from disk' }).waitFor()
    await page.getByText('Entries are kept for 365 days.').waitFor()
    await page.getByText('Files', { exact: true }).click()
    await page.getByText('Gon/Gon 1.opf').waitFor()
    await settled(page)
    await saveScreenshot(page, 'audit-log-desktop')
    expect(await axeFindings(page)).toEqual([])
    const table = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    expect(await Bun.file(await (await table).path()).text()).toContain(',Files of Gon 1 were deleted from disk,')
    await page.getByLabel('Action').selectOption({ label: 'Missing books deleted' })
    await page.getByText('Filter: Missing books deleted').waitFor()
    await page.getByLabel('Time', { exact: true }).selectOption({ label: 'Last 7 days' })
    await page.getByText('Filter: Missing books deleted · Last 7 days').waitFor()
    expect(new URL(page.url()).search).toBe('?kind=books_purged&time=7d')
    await page.getByLabel('Action').selectOption({ label: 'Libraries: all' })
    // The library is there still, so its name leads to it; the address leads back to what was found.
    await page
      .getByRole('heading', { level: 2, name: /^The library .+ was created$/ })
      .getByRole('link')
      .click()
    await page.waitForURL('**/libraries/*')
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: /^The library/ }).waitFor()
    expect(await page.getByRole('heading', { level: 2, name: /^Files of/ }).count()).toBe(0)
  })
})

test('the files of a selection are deleted after a preview, and those that were not are named', async () => {
  const books = await Promise.all(['Ten 1', 'Ten 2', 'Ten 3'].map(bookNamed))
  await room.visit('delete-selection', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto('/library?show=books&q=Ten')
    for (const { title } of books) {
      await page.getByRole('button', { name: `Select ${title}` }).press('Enter')
    }
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('3 selected').waitFor()
    await settled(page)
    await saveScreenshot(page, 'selection-phone')
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Download a copy' }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'selection-menu-phone')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('menuitem', { name: /Delete from disk/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 3 books from disk' })
    await dialog.getByText('3 files of').waitFor()
    await settled(page)
    await saveScreenshot(page, 'delete-selection-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    // Changed after the preview.
    writeFileSync(books[1]?.path ?? '', 'another file')
    await dialog.getByLabel('To continue, type the number of books: 3').fill('3')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await dialog.getByText('1 book couldn’t be deleted').waitFor()
    await dialog.getByText('Ten/Ten 2.cbz').waitFor()
    await settled(page)
    await saveScreenshot(page, 'delete-selection-result-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    expect(books.map(({ path }) => existsSync(path))).toEqual([false, true, false])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await bar.waitFor({ state: 'detached' })
  })
})

test('an action says how many it takes when more are selected', async () => {
  const folder = temporaryFolder('many')
  const book = await comic({ pages: 1 })
  writeLibrary(folder.path, Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`S${n}/S${n}.cbz`, book])))
  const { id } = await room.admin.post<LibraryDto>('/api/v1/libraries', {
    name: 'Many',
    path: folder.path,
    scanImmediately: true,
  })
  const total = async () =>
    (await room.admin.get<Paginated<unknown>>(`/api/v1/series?libraryId=${id}&pageSize=1`)).total
  await until(total, count => count === 101)
  await room.visit('selection-bound', { ...PHONE, scheme: 'dark' }, async ({ page }) => {
    await page.goto(`/libraries/${id}`)
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.locator('[data-index="100"] a').focus()
    await page.keyboard.press('Shift+X')
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('101 selected').waitFor()
    await bar.getByRole('button', { name: 'More actions' }).click()
    const item = page.getByRole('menuitem', { name: 'Delete from disk… Select up to 100' })
    await item.click({ force: true })
    await settled(page)
    await saveScreenshot(page, 'selection-bound-phone')
    expect(await axeFindings(page)).toEqual([])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Download a copy' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-index="100"] a').focus()
    await page.keyboard.press('x')
    await bar.getByText('100 selected').waitFor()
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete from disk…', exact: true }).click()
    await page.getByRole('dialog', { name: 'Delete 100 series from disk' }).waitFor()
  })
  await room.admin.delete(`/api/v1/libraries/${id}`)
  folder.remove()
})

test('a series gets the title of the naming rules, and its files are deleted with their folder', async () => {
  const { seriesId, path } = await bookNamed('Akira v01')
  const [library] = (await room.admin.get<Paginated<LibraryDto>>('/api/v1/libraries')).data
  // Held back, so that the rule is there and the title is still the old one.
  await room.admin.put('/api/v1/tasks/control', { paused: true })
  const titlePreprocessingRules = [{ pattern: ' \\(Digital\\)$', replacement: '' }]
  await room.admin.patch(`/api/v1/libraries/${library?.id}`, { titlePreprocessingRules })
  await room.visit('series-work', DESKTOP, async ({ page }) => {
    await page.goto(`/series/${seriesId}`)
    await page.getByRole('button', { name: 'More actions for Akira (Digital)' }).click()
    await page.getByRole('menuitem', { name: /Apply title rules/ }).click()
    await page.getByText('change “Akira (Digital)” to “Akira”').waitFor()
    await settled(page)
    await saveScreenshot(page, 'series-title-desktop')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await page.getByRole('button', { name: 'Apply' }).click()
    await room.admin.put('/api/v1/tasks/control', { paused: false })
    await page.getByRole('heading', { level: 1, name: 'Akira', exact: true }).waitFor()
    await page.getByRole('button', { name: 'More actions for Akira', exact: true }).click()
    await page.getByRole('menuitem', { name: /Delete from disk/ }).click()
    const dialog = page.getByRole('dialog')
    // The form appears with the answer; its text field has the focus, not the switch before it.
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor()
    await dialog.getByText('Also delete the folder').click()
    await dialog.getByRole('textbox').fill('Akira')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('2 files deleted').waitFor()
    expect(existsSync(path.slice(0, path.lastIndexOf('/')))).toBe(false)
  })
})
