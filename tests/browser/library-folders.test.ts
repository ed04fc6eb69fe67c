// A library gets a second folder in its form, reports the one whose disk is away, and removes and restores one.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { Locator, Page } from 'playwright-core'
import { scan } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { chooseOfLibrary, DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

const FILES = [
  'third/Dai/Dai 1',
  'first/Akira/Akira v01',
  'first/Akira/Akira v02',
  'second/Gon/Gon 1',
  'second/Gon/Gon 2',
  'other/Yotsuba 1',
]

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      for (const [index, path] of FILES.entries()) {
        writeLibrary(folder, { [`${path}.cbz`]: await comic({ pages: 1, size: { width: 60 + index, height: 90 } }) })
      }
    },
    libraries: ['first', 'other'],
  })
})
afterAll(() => room?.close())

async function library(name = 'first'): Promise<LibraryDto> {
  const found = (await room.admin.get<Paginated<LibraryDto>>('/api/v1/libraries')).data.find(one => one.name === name)
  if (!found) throw new Error(`There is no library ${name}`)
  return found
}

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/settings/libraries')
  await page.getByRole('button', { name: 'Edit first' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

/** The colour of the gutter of the page's scrollbar, which no overlay covers. */
const gutter = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

async function look(page: Page, name: string): Promise<void> {
  await settled(page)
  await saveScreenshot(page, name)
  expect(await axeFindings(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}

async function choose(dialog: Locator, folder: string): Promise<void> {
  await dialog.getByLabel('Folder', { exact: true }).fill(folder)
  await dialog.getByLabel('Folder', { exact: true }).press('Enter')
}

const titles = async () => (await room.books()).map(({ title }) => title).toSorted()

test('a second folder is added, an invalid one is refused next to its field, and books of both are there', async () => {
  const [first, second, other] = ['first', 'second', 'other'].map(name => join(room.folder, name)) as [
    string,
    string,
    string,
  ]
  await room.visit('folder-added', DESKTOP, async ({ page, problems, forget }) => {
    const dialog = await openForm(page)
    const list = dialog.getByRole('list', { name: 'Library folders' })
    await list.getByText(first).waitFor()
    await dialog.getByRole('button', { name: 'Add folder' }).click()
    await list.getByText('Choose a folder', { exact: true }).waitFor()
    // The next one is added when this one is chosen.
    await dialog.getByRole('button', { name: 'Add folder' }).click()
    await dialog.getByRole('status').getByText('Choose a folder').waitFor()
    await dialog.getByLabel('Folder', { exact: true }).and(page.locator(':focus')).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(2)

    await choose(dialog, join(first, 'Akira'))
    await list.getByText(`It’s inside ${first}`).waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)

    await choose(dialog, other)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await list.getByRole('alert').getByText('is already part of the library other').waitFor()
    expect(problems().every(problem => problem.includes('409'))).toBe(true)
    forget()
    expect(await dialog.getByText('The library wasn’t saved').count()).toBe(0)
    await look(page, 'folders-refused-desktop')

    await dialog.getByRole('button', { name: 'Up one level' }).click()
    await dialog.getByRole('list', { name: 'Folders', exact: true }).getByRole('button', { name: 'second' }).click()
    await dialog.getByText('4 books in 2 series').waitFor()
    await dialog.getByText('how folders and files become series').click()
    const named = dialog.getByRole('region', { name: 'Naming preview' }).first()
    await named.getByRole('row', { name: /second.*Gon 2\.cbz/ }).waitFor()
    await named.getByRole('row', { name: /first.*Akira v01\.cbz/ }).waitFor()
    // All files were read: there's nothing to warn of.
    expect(await named.getByText('weren’t read').count()).toBe(0)
    await dialog.getByText('Library folders').scrollIntoViewIfNeeded()
    await look(page, 'folders-form-desktop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('list', { name: 'Folders of first' }).getByText(second).waitFor()
    await page.goto('/library?show=books')
    await page.getByText('Gon 2').first().waitFor()
  })
  expect((await library()).paths).toEqual([first, second])
  await until(titles, all => all.length === 5)
})

test('a folder whose disk is missing is named, with what to do', async () => {
  const second = join(room.folder, 'second')
  renameSync(second, `${second}-away`)
  await scan(room.admin, (await library()).id)
  await room.visit('folder-away', DESKTOP, async ({ page }) => {
    await page.goto('/settings/libraries')
    await page.getByRole('strong').getByText(`${second} can’t be read`).waitFor()
    await page.getByText('2 books are unchanged').waitFor()
    await page.getByRole('list', { name: 'Folders of first' }).getByText('can’t be read').waitFor()
    await look(page, 'folder-away-desktop')
  })
  await room.visit('folder-away-phone', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto('/settings/libraries')
    await page.getByRole('strong').getByText(`${second} can’t be read`).waitFor()
    await look(page, 'folder-away-phone')
    const dialog = await openForm(page)
    await dialog.getByRole('list', { name: 'Library folders' }).getByText('can’t be read').waitFor()
    await settled(page)
    await saveScreenshot(page, 'folder-away-form-phone')
    await dialog.getByText('how folders and files become series').click()
    await dialog.getByText('No book will be renamed.').waitFor()
    // Everything can be changed all the same, even the other folders.
    await dialog.getByText('Right to left').click()
    await dialog.getByRole('button', { name: 'Add folder' }).click()
    await choose(dialog, join(room.folder, 'third'))
    await dialog.getByText('3 books in 2 series').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })
  expect(await library()).toMatchObject({
    defaultReadingDirection: 'rtl',
    paths: ['first', 'second', 'third'].map(name => join(room.folder, name)),
  })
  await until(titles, all => all.length === 6)
  renameSync(`${second}-away`, second)
  await scan(room.admin, (await library()).id)
  await until(library, ({ absences }) => absences.length === 0)
})

test('books lost from one folder are given up there, and their list and the report say which it was', async () => {
  const second = join(room.folder, 'second')
  renameSync(join(second, 'Gon'), join(room.folder, 'Gon-elsewhere'))
  await scan(room.admin, (await library()).id)
  await room.visit('folder-lost', DESKTOP, async ({ page }) => {
    await page.goto('/settings/libraries')
    await page.getByRole('strong').getByText(`No files in ${second}`).waitFor()
    const asked = page.waitForRequest(request => request.url().endsWith('/confirm-missing'))
    await page.getByRole('button', { name: 'They’re gone' }).click()
    await page.getByRole('button', { name: 'Remove from library' }).click()
    expect((await asked).postDataJSON()).toEqual({ folder: second, path: '' })
    await until(titles, all => all.length === 4)
    await chooseOfLibrary(page, 'first', 'Missing books')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${second}/Gon/Gon 1.cbz`).waitFor()
    await page.keyboard.press('Escape')
    await chooseOfLibrary(page, 'first', 'Scan reports')
    await dialog.getByText('Missing: 2').click()
    await dialog.getByText(`${second}/Gon/Gon 2.cbz`).waitFor()
    await look(page, 'folder-report-desktop')
  })
  renameSync(join(room.folder, 'Gon-elsewhere'), join(second, 'Gon'))
  await scan(room.admin, (await library()).id)
  await until(titles, all => all.length === 6)
})

test('a folder is removed with a word of what that does, and its books are back with it', async () => {
  const second = join(room.folder, 'second')
  const before = new Map((await room.books()).map(({ id, title }) => [title, id]))
  await room.visit('folder-removed', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    let dialog = await openForm(page)
    const dimmed = await gutter(page)
    await dialog.getByRole('button', { name: `Remove ${second}` }).click()
    await dialog.getByText('its books are hidden').waitFor()
    await look(page, 'folder-removed-phone')
    await dialog.getByRole('button', { name: `Keep ${second}` }).click()
    await dialog.getByText('its books are hidden').waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: `Remove ${second}` }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await gutter(page)).not.toBe(dimmed)
    await until(titles, all => all.length === 4)

    await chooseOfLibrary(page, 'first', 'Missing books')
    dialog = page.getByRole('dialog')
    await dialog.getByText(`${second}/Gon/Gon 1.cbz`).waitFor()
    await dialog.getByText('Its folder was removed from the library.').first().waitFor()
    await look(page, 'folder-missing-phone')

    dialog = await openForm(page)
    await dialog.getByRole('button', { name: 'Add folder' }).click()
    await choose(dialog, second)
    await dialog.getByText('5 books in 3 series').waitFor()
    await dialog.getByText('Library folders').scrollIntoViewIfNeeded()
    await look(page, 'folders-form-phone')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })
  await until(titles, all => all.length === 6)
  for (const { id, title } of await room.books()) expect(before.get(title)).toBe(id)
})

test('a library is made of two folders, and one of them can be left out again', async () => {
  const [fourth, fifth] = ['fourth', 'fifth'].map(name => join(room.folder, name)) as [string, string]
  for (const folder of [fourth, fifth]) writeLibrary(folder, { 'Nana/Nana 1.cbz': await comic({ pages: 2 }) })
  await room.visit('folders-new', DESKTOP, async ({ page }) => {
    await page.goto('/settings/libraries#add')
    const dialog = page.getByRole('dialog')
    await dialog.locator('#folder-path:focus').waitFor()
    await choose(dialog, fourth)
    await dialog.locator('p').getByText('1 book', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Add folder' }).click()
    await choose(dialog, fifth)
    await dialog.getByText('2 books in 1 series').waitFor()
    await look(page, 'folders-new-desktop')
    await dialog.getByRole('button', { name: `Remove ${fourth}` }).click()
    await dialog.locator('p').getByText('1 book', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Add folder' }).click()
    // A typed path counts without Enter.
    await dialog.getByLabel('Folder', { exact: true }).fill(fourth)
    await dialog.getByLabel('Name').fill('Two disks')
    await dialog.getByRole('button', { name: 'Add and scan' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await until(titles, all => all.length === 8)
    await chooseOfLibrary(page, 'Two disks', 'Scan folder')
    await dialog.getByLabel('Library folder').selectOption(fourth)
    await dialog.getByRole('button', { name: 'Nana', exact: true }).click()
    const asked = page.waitForResponse(response => new URL(response.url()).pathname.endsWith('/scan'))
    await dialog.getByRole('button', { name: 'Scan this folder' }).click()
    expect(new URL((await asked).url()).searchParams.get('path')).toBe('Nana')
  })
  expect((await library('Two disks')).paths).toEqual([fifth, fourth])
  await room.visit('folders-order', PHONE, async ({ page }) => {
    await page.goto('/settings/libraries')
    await page.getByRole('button', { name: 'Edit Two disks' }).click()
    const dialog = page.getByRole('dialog')
    const up = dialog.getByRole('button', { name: `Move ${fourth} up` })
    await up.press('Enter')
    // It is the first now: the focus moves to the opposite button.
    await dialog.getByRole('status').getByText(`${fourth} moved to position 1 of 2`).waitFor()
    expect(await up.isDisabled()).toBe(true)
    expect(await dialog.locator(':focus').getAttribute('aria-label')).toBe(`Move ${fourth} down`)
    await dialog.getByText('Library folders').scrollIntoViewIfNeeded()
    await look(page, 'folders-order-phone')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })
  expect((await library('Two disks')).paths).toEqual([fourth, fifth])
})

test('a form closed by key and another one opened in the same frame: both count, and the focus goes back', () =>
  room.visit('two-quick-presses', DESKTOP, async ({ page }) => {
    const dialog = await openForm(page)
    await expectName(dialog, 'first')
    await page.evaluate(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      await Promise.resolve()
      document.querySelector<HTMLElement>('[aria-label="Edit other"]')?.click()
    })
    await expectName(dialog, 'other')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit first' }).focus()
    await page.keyboard.press('Enter')
    await expectName(dialog, 'first')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('[aria-label="Edit first"]:focus').waitFor()
  }))

/** Waits until the dialog is that of the library, with the focus in it. */
async function expectName(dialog: Locator, name: string): Promise<void> {
  await dialog.locator(`input[name="library-name"][value="${name}"]:focus`).waitFor()
}
