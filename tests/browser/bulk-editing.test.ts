// Sources of a book's fields, its history, and bulk edits by a filter.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import type { Locator, Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const comicInfo = { Title: 'Rain', Series: 'Rain', Publisher: 'Kodansha', Genre: 'Action' }
      writeLibrary(folder, {
        'Rain/Rain 1.cbz': await comic({ pages: 1, comicInfo }),
        'Rain/Rain 2.cbz': await comic({ pages: 2 }),
        'Rain/Rain 3.cbz': await comic({ pages: 3 }),
      })
    },
  })
})
afterAll(() => room?.close())

const book = async (name: string) => {
  const found = (await room.books()).find(one => one.path.endsWith(name))
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
const metadata = async (name: string) =>
  room.admin.get<BookMetadataResponse>(`/api/v1/books/${(await book(name)).id}/metadata`)

/** A message leaves the buttons of an open dialog free. */
const untilBelow = (message: Locator, button: Locator) =>
  until(
    () => Promise.all([message.boundingBox(), button.boundingBox()]),
    ([above, below]) => above !== null && below !== null && below.y + below.height <= above.y,
    3,
  )

test('a field shows who set it and the file’s value, which one click restores', async () => {
  const { id } = await book('Rain 1.cbz')
  await room.admin.patch(`/api/v1/books/${id}/metadata`, { publisher: 'By hand' })
  await room.visit('field-origin', { ...PHONE, scheme: 'dark' }, async ({ page }) => {
    await page.goto(`/books/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('File: Kodansha').waitFor()
    await dialog.getByText('History', { exact: true }).click()
    await dialog.getByText('Publisher: Before: Kodansha → After: By hand').waitFor()
    const history = dialog.locator('details[open]', { hasText: 'Publisher: Before: Kodansha → After: By hand' })
    // It opens in sight, above the buttons of the dialog.
    await settled(page)
    const [shown, buttons] = await Promise.all(
      [history, dialog.getByRole('button', { name: 'Save' })].map(part => part.boundingBox()),
    )
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
    await saveScreenshot(page, 'edit-history-phone')
    // An edit whose field was changed since is not reverted, and the history stays open.
    await room.admin.patch(`/api/v1/books/${id}/metadata`, { publisher: 'Later' })
    await history.getByRole('button', { name: 'Revert' }).first().click()
    const message = page.getByRole('alert').filter({ hasText: 'Not reverted, because' })
    await message.getByText('Not reverted, because these fields changed since: Publisher').waitFor()
    for (const size of Object.values(VIEWPORTS)) {
      await page.setViewportSize(size)
      await untilBelow(message, dialog.getByRole('button', { name: 'Save' }))
    }
    await page.setViewportSize(VIEWPORTS.phone)
    await history.getByText('Publisher: Before: By hand → After: Later').waitFor()
    await history.getByRole('button', { name: 'Revert' }).first().press('Enter')
    await history.getByText('Reverted', { exact: true }).waitFor()
    await page.locator('[role=dialog]:focus-within').waitFor()
    await dialog.getByText('File: Kodansha').scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'edit-origin-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Use file' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const now = await until(
      () => metadata('Rain 1.cbz'),
      ({ publisher }) => publisher === 'Kodansha',
    )
    expect(now.locks.publisherLock).toBe(false)
  })
})

test('all results of a list are edited after a preview, and the edit is undone', async () => {
  await room.visit('bulk-edit', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/library?show=books')
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    // Nothing was chosen yet: it closes without a question.
    await dialog.getByLabel('Apply to').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'Edit 1 book' }).waitFor()
    await dialog.getByLabel('Apply to').selectOption('all')
    await page.getByRole('dialog', { name: 'Edit 3 books' }).waitFor()
    // An action that starts tasks says nothing of changes.
    await dialog.getByLabel('Action').selectOption('analyze')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('Will start for 3.').waitFor()
    expect(await dialog.getByText('will change').count()).toBe(0)
    await dialog.getByLabel('Action').selectOption('addGenres')
    await dialog.getByLabel('Add genres', { exact: true }).fill('Weather')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('3 of 3 will change.').waitFor()
    await dialog.getByText('Genres: Added: +\u00a0Weather').first().waitFor()
    await settled(page)
    await saveScreenshot(page, 'bulk-preview-desktop')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Apply to 3' }).click()
    await dialog.getByText('3 of 3 changed', { exact: true }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'bulk-done-desktop')
    expect((await metadata('Rain 1.cbz')).genres).toEqual(['Action', 'Weather'])
    await dialog.getByRole('button', { name: 'Undo' }).click()
    const back = await until(
      () => metadata('Rain 1.cbz'),
      ({ genres }) => genres?.length === 1,
    )
    expect([back.genres, back.locks.genreLock]).toEqual([['Action'], false])
  })
})

test('clearing the people of series that have none of their own changes nothing; an empty list says that it is one', async () => {
  const { seriesId } = await book('Rain 1.cbz')
  await room.visit('bulk-edit-people', DESKTOP, async ({ page }) => {
    await page.goto('/library')
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Field', { exact: true }).selectOption('authors')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('0 of 1 will change.').waitFor()
    expect(await dialog.getByText('Not set').count()).toBe(0)
    await page.keyboard.press('Escape')

    // By another program.
    await room.admin.patch(`/api/v1/series/${seriesId}/metadata`, { authors: [] })
    await page.goto(`/series/${seriesId}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('e')
    await dialog.getByText('History', { exact: true }).click()
    await dialog.getByText('People: Before: Not set → After: Empty').waitFor()
  })
  await room.admin.patch(`/api/v1/series/${seriesId}/metadata`, { authors: null, locks: { authorsJsonLock: false } })
})

test('all actions for a selection are in a window of 768 px in French, and a preview with a long title on a phone', async () => {
  const { id } = await book('Rain 2.cbz')
  const title = `Donau${'dampfschifffahrts'.repeat(8)}gesellschaft`
  await room.admin.patch(`/api/v1/books/${id}/metadata`, { title })
  await room.admin.put('/api/v1/user/preferences/ui.language', { value: 'fr' })
  const isInside = async (page: Page, part: Locator) => {
    const box = await part.boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0)
  }
  const select = async (page: Page) => {
    await page.goto('/library?show=books')
    await page.locator('html[lang="fr"]').waitFor({ state: 'attached' })
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    const bar = page.getByRole('region', { name: 'Sélection' })
    await bar.waitFor()
    return bar
  }
  await room.visit('selection-french', { viewport: 'tablet', scheme: 'light' }, async ({ page }) => {
    const bar = await select(page)
    for (const part of await bar.getByRole('button').all()) expect(await isInside(page, part)).toBe(true)
    expect(await axeFindings(page)).toEqual([])
  })
  await room.visit('bulk-long-title', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    const bar = await select(page)
    await bar.getByRole('button', { name: 'Modifier' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Appliquer à').selectOption('all')
    await dialog.getByLabel('Action').selectOption('addGenres')
    await dialog.getByLabel('Ajouter des genres', { exact: true }).fill('Pluie')
    await dialog.getByRole('button', { name: 'Aperçu' }).click()
    await dialog.getByText(title).waitFor()
    expect(await isInside(page, dialog.getByText(title))).toBe(true)
    expect(await isInside(page, dialog.getByRole('button').last())).toBe(true)
  })
  await room.admin.delete('/api/v1/user/preferences/ui.language')
  await room.admin.patch(`/api/v1/books/${id}/metadata`, { title: 'Rain 2' })
})

test('custom metadata is edited by keyboard on a phone in German, and undone from the notification', async () => {
  await room.admin.put('/api/v1/user/preferences/ui.language', { value: 'de' })
  await room.visit('bulk-edit-german', { ...PHONE, scheme: 'dark', touch: false }, async ({ page }) => {
    await page.goto('/library?show=books')
    await page.locator('html[lang="de"]').waitFor({ state: 'attached' })
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Bearbeiten' }).last().press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Anwenden auf').selectOption('all')
    await dialog.getByLabel('Aktion').selectOption('custom')
    const data = dialog.getByLabel('Eigene Daten (JSON)')
    await data.fill('{ "shelf": ')
    await dialog.getByText('Gib ein JSON-Objekt ein.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Vorschau' }).isDisabled()).toBe(true)
    await settled(page)
    await saveScreenshot(page, 'bulk-custom-phone-german')
    await data.fill('{ "shelf": "A3" }')
    await dialog.getByRole('button', { name: 'Vorschau' }).press('Enter')
    await dialog.getByText('3 von 3 ändern sich.').waitFor()
    await settled(page)
    await saveScreenshot(page, 'bulk-preview-phone-german')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Auf 3 anwenden' }).press('Enter')
    await dialog.getByText('3 von 3 geändert', { exact: true }).waitFor()
    expect((await metadata('Rain 2.cbz')).customMetadata).toEqual({ shelf: 'A3' })
    await settled(page)
    await saveScreenshot(page, 'bulk-done-phone-german')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    const back = await until(
      () => metadata('Rain 2.cbz'),
      ({ customMetadata }) => customMetadata === null,
    )
    expect(back.locks.customMetadataLock).toBe(false)
  })
  await room.admin.put('/api/v1/user/preferences/ui.language', { value: 'en' })
})
