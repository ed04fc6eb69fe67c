// Editing a book and a series: fields with locks, undo, concurrent edits, alternate titles, a phone, and permissions.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import type { FullSeriesMetadataResponse } from '@octavo/contract/series-metadata'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const comicInfo = {
        Title: 'Tetsuo',
        Series: 'Akira',
        Publisher: 'Kodansha',
        Genre: 'Action',
        Writer: 'Katsuhiro Otomo',
        Year: 1984,
        Summary: 'Neo-Tokyo is about to explode.',
      }
      writeLibrary(folder, {
        'Akira/Akira v01.cbz': await comic({ pages: 1, comicInfo }),
        'Akira/Akira v02.cbz': await comic({ pages: 2 }),
      })
    },
  })
})
afterAll(() => room?.close())

const first = async () => {
  const book = (await room.books()).find(one => one.path.endsWith('v01.cbz'))
  if (!book) throw new Error('There is no first book')
  return book
}
const metadata = async () => room.admin.get<BookMetadataResponse>(`/api/v1/books/${(await first()).id}/metadata`)

test('a book is edited by keyboard: changed fields are locked, and the edit can be undone', async () => {
  const book = await first()
  await room.visit('edit-book', { ...DESKTOP, scheme: 'dark' }, async ({ page }) => {
    await page.goto(`/books/${book.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title', { exact: true }).and(page.locator(':focus')).waitFor()
    const publisher = dialog.getByLabel('Publisher', { exact: true })
    expect(await publisher.inputValue()).toBe('Kodansha')
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await publisher.fill('Young Magazine')
    await dialog.getByRole('button', { name: 'Unlock Publisher' }).waitFor()
    await dialog.getByLabel('Genres', { exact: true }).fill('Science fiction')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove Science fiction' }).waitFor()
    // Clicking on while a name is typed: the name counts, and nothing moves away from the click.
    await dialog.getByLabel('Tags', { exact: true }).fill('Rare')
    await dialog.getByRole('button', { name: 'Lock Year' }).click()
    await dialog.getByRole('button', { name: 'Remove Rare' }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'edit-book-desktop')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const saved = await metadata()
    expect(saved).toMatchObject({
      publisher: 'Young Magazine',
      genres: ['Action', 'Science fiction'],
      subjects: ['Rare'],
    })
    expect(saved.locks).toMatchObject({ publisherLock: true, genreLock: true, yearLock: true, titleLock: false })
    await page.getByRole('button', { name: 'Undo' }).click()
    const back = await until(metadata, now => now.publisher === 'Kodansha')
    expect([back.genres, back.locks.publisherLock, back.locks.yearLock]).toEqual([['Action'], false, false])
  })
})

test('errors are shown at their field, and concurrent edits are not overwritten', async () => {
  const book = await first()
  await room.visit('edit-conflict', { ...PHONE, scheme: 'light' }, async ({ page, forget }) => {
    await page.goto(`/books/${book.id}`)
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Month', { exact: true }).fill('13')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/12/).first().waitFor()
    await dialog.getByLabel('Month', { exact: true }).fill('7')
    await room.admin.patch(`/api/v1/books/${book.id}/metadata`, { imprint: 'Theirs' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Someone else changed this in the meantime', { exact: false }).waitFor()
    expect(await dialog.getByLabel('Imprint', { exact: true }).inputValue()).toBe('Theirs')
    expect(await dialog.getByLabel('Month', { exact: true }).inputValue()).toBe('7')
    await settled(page)
    await saveScreenshot(page, 'edit-book-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await metadata()).toMatchObject({ imprint: 'Theirs', month: 7 })
    // Both refusals were asked for.
    forget()
  })
})

test('a form with changes asks before it closes, and one without does not', async () => {
  const book = await first()
  await room.visit('edit-unsaved', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/books/${book.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const dialog = page.getByRole('dialog')
    const publisher = dialog.getByLabel('Publisher', { exact: true })
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    const keep = question.getByRole('button', { name: 'Keep editing' })
    const open = async () => {
      await page.keyboard.press('e')
      await dialog.getByLabel('Title', { exact: true }).and(page.locator(':focus')).waitFor()
    }
    await open()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await open()
    await publisher.fill('Young Magazine')
    await page.keyboard.press('Escape')
    await keep.and(page.locator(':focus')).waitFor()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await saveScreenshot(page, 'edit-unsaved-desktop')
    await page.keyboard.press('Escape')
    await publisher.and(page.locator(':focus')).waitFor()
    await page.mouse.click(5, 400)
    await keep.click()
    await question.waitFor({ state: 'detached' })
    expect(await publisher.inputValue()).toBe('Young Magazine')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    await open()
    expect(await publisher.inputValue()).toBe('Kodansha')
  })
})

test('an edit outlives the session: after signing in again it is saved', async () => {
  const book = await first()
  await room.visit('edit-signed-out', { ...PHONE, scheme: 'dark' }, async ({ page, forget }) => {
    await page.goto(`/books/${book.id}`)
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Imprint', { exact: true }).fill('Ours')
    const session = await page.context().cookies()
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Use a new tab to sign in', { exact: false }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'edit-signed-out-phone')
    await page.context().addCookies(session)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await metadata()).toMatchObject({ imprint: 'Ours' })
    // Requests without a session were asked for.
    forget()
  })
})

test('alternate titles, status and people of a series are edited', async () => {
  const { seriesId } = await first()
  await room.visit('edit-series', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/series/${seriesId}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label', { exact: true }).fill('Japanese')
    await dialog.getByLabel('Title', { exact: true }).last().fill('アキラ')
    await dialog.getByRole('button', { name: 'Add title' }).click()
    await dialog.getByRole('button', { name: 'Remove アキラ' }).waitFor()
    await dialog.getByLabel('Status', { exact: true }).selectOption({ label: 'Ended' })
    await dialog.getByRole('button', { name: 'Add a person' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Katsuhiro Otomo')
    await settled(page)
    await saveScreenshot(page, 'edit-series-desktop')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const said = await room.admin.get<FullSeriesMetadataResponse>(`/api/v1/series/${seriesId}/metadata`)
    expect(said).toMatchObject({ status: 'ended', authors: [{ name: 'Katsuhiro Otomo', role: 'writer' }] })
    expect(said.alternateTitles.map(title => title.title)).toEqual(['アキラ'])
  })
})

test('people are named groups, and Enter adds an alternate title without closing the form', async () => {
  const { seriesId } = await first()
  await room.visit('edit-series-people', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.goto(`/series/${seriesId}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await keys.press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add a person' }).press('Enter')
    await dialog
      .getByRole('group', { name: /^Person \d+$/ })
      .getByRole('textbox', { name: 'Name' })
      .and(page.locator(':focus'))
      .waitFor()
    await keys.type('Kim Pen')
    const role = dialog.getByRole('group', { name: 'Kim Pen' }).getByRole('combobox', { name: 'Role' })
    await role.waitFor()
    // On a phone, a role is not cut to its first letters.
    await page.setViewportSize(VIEWPORTS.phone)
    await settled(page)
    expect((await role.boundingBox())?.width).toBeGreaterThan(180)
    await saveScreenshot(page, 'edit-series-people-phone')
    await page.setViewportSize(VIEWPORTS.desktop)
    await dialog.getByRole('button', { name: 'Remove Kim Pen' }).press('Enter')
    await dialog.getByLabel('Label', { exact: true }).fill('French')
    await keys.press('Tab')
    await keys.type('La Ville')
    await keys.press('Enter')
    await dialog.getByRole('button', { name: 'Remove La Ville' }).waitFor()
    const titles = () => room.admin.get<{ titles: object[] }>(`/api/v1/series/${seriesId}/alternate-titles`)
    expect((await titles()).titles.at(-1)).toMatchObject({ label: 'French', title: 'La Ville' })
  })
})
