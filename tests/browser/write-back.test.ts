// Writing metadata to files: the library’s setting, the difference, the result; and downloads of a series and a selection.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { FIXTURES } from '../kit/paths'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
    fill: async folder => {
      for (const number of [1, 2]) {
        const comicInfo = { Title: `Old ${number}`, Series: 'Gon', Number: number }
        writeLibrary(folder, { [`Gon/Gon ${number}.cbz`]: await comic({ pages: number, comicInfo }) })
      }
      writeLibrary(folder, { 'Mixed/Mixed 1.cbz': await comic({ pages: 2 }) })
      copyFileSync(join(FIXTURES, 'cbr', 'komga-rar4.cbr'), join(folder, 'Mixed', 'Mixed 2.cbr'))
    },
  })
})
afterAll(() => room?.close())

test('if the library allows it, the difference is shown and written to the file', async () => {
  const [book] = (await room.books()).filter(({ path }) => path.includes('/Gon/'))
  if (!book) throw new Error('There is no book')
  await room.visit('write-back-setting', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.goto('/settings/libraries')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await page.getByText('formats and excluded files').click()
    await page.getByLabel('Write metadata to files').selectOption('file')
    await settled(page)
    await saveScreenshot(page, 'write-back-setting')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  await room.admin.patch(`/api/v1/books/${book.id}/metadata`, { publisher: 'Casterman', genres: ['Nature', 'Silent'] })
  for (const [name, look] of [
    ['phone', { ...PHONE, scheme: 'dark' }],
    ['desktop', DESKTOP],
  ] as const) {
    await room.visit(`write-back-${name}`, look, async ({ page }) => {
      await page.goto(`/books/${book.id}`)
      await page.getByRole('button', { name: 'More actions', exact: true }).click()
      await page.getByRole('menuitem', { name: /Write metadata/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('cell', { name: 'Casterman' }).waitFor()
      await dialog.getByRole('cell', { name: 'Nature, Silent' }).waitFor()
      await settled(page)
      await saveScreenshot(page, `write-back-${name}`)
      expect(await axeFindings(page, '[role=dialog]')).toEqual([])
      if (name === 'phone') return
      await dialog.getByRole('button', { name: 'Write to files' }).click()
      await dialog.getByText('1 file written').waitFor()
      await saveScreenshot(page, 'write-back-done')
    })
  }
  const xml = execFileSync('python3', [
    '-c',
    'import sys,zipfile;print(zipfile.ZipFile(sys.argv[1]).read("ComicInfo.xml").decode())',
    book.path,
  ])
  expect(xml.toString()).toContain('<Publisher>Casterman</Publisher>')
})

test('for a series the target is chosen, each document is shown, and skipped books have a reason', async () => {
  const books = (await room.books()).filter(({ path }) => path.includes('/Mixed/'))
  const [book] = books
  for (const { id } of books) await room.admin.patch(`/api/v1/books/${id}/metadata`, { publisher: 'Kodansha' })
  const refusal = 'RAR archives can’t be written. Write the metadata next to the book instead.'
  await room.visit('write-back-series', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/series/${book?.seriesId}`)
    await page.getByRole('button', { name: 'More actions for Mixed', exact: true }).click()
    await page.getByRole('menuitem', { name: /Write metadata/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Where to write').selectOption('metroninfo')
    await dialog.getByText('to MetronInfo.xml').waitFor()
    await dialog.getByText(refusal).waitFor()
    await settled(page)
    await saveScreenshot(page, 'write-back-series')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Write to files' }).click()
    await dialog.getByText('1 file written').waitFor()
    await dialog.getByText(refusal).waitFor()
    await saveScreenshot(page, 'write-back-series-done')
  })
})

test('a series and a selection are downloaded as one zip', async () => {
  const [book] = (await room.books()).filter(({ path }) => path.includes('/Gon/'))
  await room.visit('download', DESKTOP, async ({ page }) => {
    await page.goto(`/series/${book?.seriesId}`)
    await page
      .getByRole('button', { name: /^More actions for Gon|^More: Gon|Gon/ })
      .last()
      .click()
    const started = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download a copy' }).click()
    expect((await started).suggestedFilename()).toBe('Gon.zip')
  })
})
