// Writing metadata to files: the library’s setting, the difference, the result; and downloads of a series and a selection.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
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
    },
  })
})
afterAll(() => room?.close())

test('the library allows it, the difference is shown, and the file says it', async () => {
  const [book] = await room.books()
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

test('a series and a selection are downloaded as one zip', async () => {
  const [book] = await room.books()
  await room.visit('download', DESKTOP, async ({ page }) => {
    await page.goto(`/series/${book?.seriesId}`)
    await page
      .getByRole('button', { name: /^More actions for Gon|^More: Gon|Gon/ })
      .last()
      .click()
    const started = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download' }).click()
    expect((await started).suggestedFilename()).toBe('Gon.zip')
  })
})
