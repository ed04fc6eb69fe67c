// A library's naming rules: changed on the screen, with every file before and after, and applied to the books.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { comic, ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const paths = ['Akira (1988)/Akira v01', 'Akira (1988)/Akira v02', 'Gon (Digital)/Gon 1', 'Gon (Digital)/Gon 2']
      for (const [index, path] of paths.entries()) {
        writeLibrary(folder, {
          [`Kodansha/${path}.cbz`]: await comic({ pages: 1, size: { width: 60 + index, height: 90 } }),
        })
      }
    },
  })
})
afterAll(() => room?.close())

for (const options of [DESKTOP, { ...PHONE, scheme: 'light' as const }]) {
  test(`rules are tried before they are saved (${options.viewport})`, async () => {
    await room.visit(`naming-${options.viewport}`, options, async ({ page, problems, forget }) => {
      await page.goto('/settings/libraries')
      const [library] = (await room.admin.get<Paginated<LibraryDto>>('/api/v1/libraries')).data
      await page.getByRole('button', { name: `Edit ${library?.name}` }).click()
      await page.getByText('how folders and files become series').click()
      const shown = page.getByRole('region', { name: 'Naming preview' }).first()
      await shown.getByText('No book will be renamed.').waitFor()

      await page.getByRole('button', { name: 'Add rule' }).click()
      await page.getByRole('textbox', { name: 'Rule 1: Find' }).fill('(')
      await shown.getByRole('alert').waitFor()
      // The server refuses the half-typed pattern, which the browser logs.
      expect(problems().every(problem => problem.includes('400'))).toBe(true)
      forget()
      await page.getByRole('textbox', { name: 'Rule 1: Find' }).fill(String.raw`\s*\([^)]*\)$`)
      await shown.getByText('4 books will be renamed').waitFor()
      await shown
        .getByRole('row', { name: /Akira v02\.cbz/ })
        .locator('ins', { hasText: /^Akira$/ })
        .waitFor()
      await page.getByLabel('Book titles').selectOption('series_name')
      await shown.getByText('Akira v.02').waitFor()
      await shown.scrollIntoViewIfNeeded()
      await settled(page)
      await saveScreenshot(page, `naming-${options.viewport}-${options.scheme}`)
      expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    })
  })
}

test('saved rules rename books without making them others', async () => {
  const before = (await room.books()).map(({ id }) => id).toSorted()
  await room.visit('naming-saved', DESKTOP, async ({ page }) => {
    await page.goto('/settings/libraries')
    await page.getByRole('button', { name: /^Edit / }).click()
    await page.getByText('how folders and files become series').click()
    await page.getByRole('combobox', { name: 'Series', exact: true }).selectOption('publisher_hierarchy')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('textbox', { name: 'Rule 1: Find' }).fill(String.raw`\s*\([^)]*\)$`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  const after = await until(
    () => room.books(),
    books => books.every(({ seriesName }) => !seriesName.includes('(')),
  )
  expect(after.map(({ id }) => id).toSorted()).toEqual(before)
  expect([...new Set(after.map(({ seriesName }) => seriesName))].toSorted()).toEqual(['Akira', 'Gon'])
  // A title that only repeats series and volume is shown as the volume, in tables, labels and readers as on cards.
  await room.visit('naming-titles', DESKTOP, async ({ page }) => {
    await page.goto('/library?show=books&view=table')
    await page.getByRole('button', { name: 'Select Vol. 1' }).waitFor()
    await page.getByRole('link', { name: /Vol\. 1/ }).waitFor()
    const first = await room.book('Akira v01')
    await page.goto(`/books/${first.id}/read`)
    await until(
      () => page.title(),
      title => title.startsWith('Vol. 1'),
    )
  })
})

const novel = (title: string, author: string) =>
  ebook({ title, author, chapters: [{ title: 'Chapter 1', paragraphs: ['It begins.'] }] })

test('a library of books is added by its preset: edited rules stay, and cards show authors', async () => {
  const novels = temporaryFolder('novels')
  writeLibrary(novels.path, {
    'Herman Melville/Moby Dick.epub': novel('Moby Dick', 'Herman Melville'),
    'Jane Austen/Emma.epub': novel('Emma', 'Jane Austen'),
  })
  try {
    await room.visit('presets', DESKTOP, async ({ page }) => {
      await page.goto('/settings/libraries#add')
      const dialog = page.getByRole('dialog')
      const typed = dialog.getByRole('textbox', { name: 'Folder' }).first()
      await typed.fill(novels.path)
      await typed.press('Enter')
      await dialog.getByText('how folders and files become series').click()
      await dialog.getByLabel('Book numbers').selectOption('filename')
      await dialog.getByRole('radio', { name: 'Books' }).check({ force: true })
      await until(
        () => dialog.getByRole('combobox', { name: 'Series', exact: true }).inputValue(),
        strategy => strategy === 'calibre',
      )
      // The preview of the folder follows the rules: authors are no series.
      await dialog.getByRole('region', { name: 'Preview', exact: true }).getByText('Emma', { exact: true }).waitFor()
      expect(await dialog.getByLabel('Book titles').inputValue()).toBe('metadata_first')
      expect(await dialog.getByLabel('Book numbers').inputValue()).toBe('filename')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Novels')
      await dialog.getByRole('button', { name: 'Add and scan' }).click()
      await dialog.waitFor({ state: 'detached' })
      await until(
        () => room.books(),
        books => books.filter(({ libraryName, analyzed }) => libraryName === 'Novels' && analyzed).length === 2,
      )
      expect((await room.book('Emma')).authors).toBe('Jane Austen')
      expect((await room.book('Gon 1')).authors ?? null).toBeNull()
      await page.goto('/library?show=books')
      await page
        .getByRole('link', { name: /Moby Dick/ })
        .getByText('Herman Melville')
        .waitFor()
      await settled(page)
      await saveScreenshot(page, 'novels-desktop-dark')
      for (const view of ['grid', 'list', 'table']) {
        await page.goto(`/library?view=${view}`)
        await page
          .getByRole('link', { name: /Moby Dick/ })
          .getByText('Herman Melville', { exact: true })
          .waitFor()
        await settled(page)
        await saveScreenshot(page, `novels-${view}-desktop-dark`)
      }
      // A novel in no series: its card leads to the book, and back to the library.
      await page.goto('/library')
      await page.getByRole('link', { name: /Moby Dick/ }).click()
      await page.waitForURL(/\/books\//)
      await page.getByRole('main').getByText('Herman Melville').first().waitFor()
      await page.goBack()
      await page.waitForURL(/\/library$/)
      // Its book is gone, and the row of the series does not say so yet.
      const { seriesId } = await room.book('Emma')
      await page.route('**/api/v1/series/*/books*', route => route.fulfill({ json: [] }))
      await page.goto(`/series/${seriesId}`)
      await page.getByRole('heading', { level: 1, name: 'Emma' }).waitFor()
      await page.unroute('**/api/v1/series/*/books*')
      await page.goto('/library')
      await page.keyboard.press('/')
      await page.keyboard.type('Emma')
      await page.getByRole('option', { name: /^Emma/ }).first().getByText('Jane Austen', { exact: true }).waitFor()
    })
  } finally {
    novels.remove()
  }
})
