// Forms: a double click sends once, and what is only typed in passing is not asked about.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { ADMIN } from '../kit/server'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
    libraries: ['comics'],
    fill: async folder => {
      writeLibrary(folder, { 'comics/Gon/Gon 1.cbz': await comic({ pages: 3 }) })
      mkdirSync(join(folder, 'more'))
    },
  })
})
afterAll(() => room?.close())

/** Two clicks before the page is rendered again. */
const clickTwice = (button: Locator) =>
  button.evaluate(element => {
    if (!(element instanceof HTMLElement)) return
    element.click()
    element.click()
  })

/** The addresses of what is created from now on. */
function creations(page: Page): string[] {
  const sent: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /\/(collections|libraries|filter-presets)$/.test(pathname)) sent.push(pathname)
  })
  return sent
}

const openAddToList = async (page: Page) => {
  await page.goto('/library')
  await page.getByRole('button', { name: 'More actions for Gon' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Add to list…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).waitFor()
}

test('two clicks in one frame create one thing', () =>
  room.visit('forms-twice', DESKTOP, async ({ page }) => {
    const sent = creations(page)
    const dialog = page.getByRole('dialog')

    await openAddToList(page)
    await dialog.getByLabel('Name').fill('At sea')
    await clickTwice(dialog.getByRole('button', { name: 'Add' }))
    await page.getByText('1 series added to At sea').waitFor()

    await page.goto('/lists')
    await page.getByRole('button', { name: 'New collection' }).click()
    await dialog.getByLabel('Name').fill('On land')
    await clickTwice(dialog.getByRole('button', { name: 'Save' }))
    await page.getByRole('heading', { level: 1, name: 'On land' }).waitFor()

    await page.goto('/library?show=books&filter=format:cbz')
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Comics')
    await clickTwice(dialog.getByRole('button', { name: 'Save' }))
    await page.getByText('This view is saved as “Comics”.').waitFor()

    await page.goto('/settings/libraries')
    await page.getByRole('button', { name: 'Add library' }).click()
    await dialog.getByLabel('Folder', { exact: true }).fill(join(room.folder, 'more'))
    await dialog.getByLabel('Folder', { exact: true }).press('Enter')
    await clickTwice(dialog.locator('button[type=submit]:enabled'))
    await dialog.waitFor({ state: 'hidden' })

    expect(sent.map(path => path.split('/').at(-1))).toEqual([
      'collections',
      'collections',
      'filter-presets',
      'libraries',
    ])
  }))

test('a form that was refused is sent again', () =>
  room.visit('forms-again', DESKTOP, async ({ page, forget }) => {
    await page.goto('/lists')
    await page.getByRole('button', { name: 'New collection' }).click()
    const dialog = page.getByRole('dialog')
    for (const name of ['On land', 'On ice']) {
      await dialog.getByLabel('Name').fill(name)
      await clickTwice(dialog.getByRole('button', { name: 'Save' }))
      if (name === 'On land') await dialog.getByText('This name is already in use.').waitFor()
    }
    await page.getByRole('heading', { level: 1, name: 'On ice' }).waitFor()
    forget()
  }))

const newCollection = async (page: Page, name: string) => {
  await page.goto('/lists')
  await page.getByRole('button', { name: 'New collection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('What took an hour to write')
  return dialog
}

test('a refusal is explained in the language of the app', () =>
  room.visit('forms-german', DESKTOP, async ({ page, forget }) => {
    await room.admin.post('/api/v1/collections', { name: 'On wheels', visibility: 'private' })
    await page.addInitScript(() => localStorage.setItem('octavo.language', 'de'))
    await page.goto('/lists')
    await page.getByRole('button', { name: 'Neue Sammlung' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('On wheels')
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await dialog.getByText('Dieser Name wird schon verwendet.').waitFor()
    forget()
  }))

test('a form that was refused still has changes', () =>
  room.visit('forms-refused', DESKTOP, async ({ page, forget }) => {
    await room.admin.post('/api/v1/collections', { name: 'On rails', visibility: 'private' })
    const dialog = await newCollection(page, 'On rails')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This name is already in use.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    forget()
  }))

test('a form that is sent after the session ended stays', () =>
  room.visit('forms-signed-out', DESKTOP, async ({ page, forget }) => {
    const dialog = await newCollection(page, 'On foot')
    const session = await page.context().cookies()
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('You’ve been signed out.').waitFor()
    await page.context().addCookies(session)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'On foot' }).waitFor()
    await page.getByText('What took an hour to write').waitFor()
    forget()
  }))

test('choices for an imported list are not lost by Escape', () =>
  room.visit('forms-import', DESKTOP, async ({ page }) => {
    await page.goto('/lists/readlists')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import' })
    const books = '<Books><Book Series="Gon" Number="1"/></Books>'
    const buffer = Buffer.from(`<?xml version="1.0"?><ReadingList><Name>Mine</Name>${books}</ReadingList>`)
    await page.locator('input[type=file]').setInputFiles({ name: 'mine.cbl', mimeType: 'application/xml', buffer })
    await dialog.getByLabel('Name').fill('Ours')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).waitFor()
  }))

test('what is typed in passing is dropped without a question', () =>
  room.visit('forms-passing', DESKTOP, async ({ page }) => {
    const book = await room.book('Gon 1')
    const closes = async (field: Locator, text: string) => {
      await field.fill(text)
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
      expect(await page.getByRole('alertdialog').count()).toBe(0)
    }

    await page.goto(`/books/${book.id}/read`)
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('g')
    await closes(page.getByRole('dialog').getByLabel('Page 1 to 3'), '2')

    await page.goto(`/books/${book.id}`)
    await page.getByRole('button', { name: 'Change cover' }).click()
    await closes(page.getByLabel('Web address of an image'), 'https://example.org/cover.jpg')

    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: /Delete from disk/ }).click()
    await closes(page.getByRole('dialog').getByRole('textbox'), 'Gon')

    await openAddToList(page)
    await page.getByRole('dialog').getByRole('combobox').selectOption({ label: 'New list' })
    await closes(page.getByRole('dialog').getByLabel('Name'), 'Under water')

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code with the secret key' }).waitFor()
    await closes(dialog.locator('input[name=code]'), '123')
  }))

test('what is wrong with a field is said below it, in the language of the app, and to screen readers', async () => {
  await room.visitAsStranger('forms-required', DESKTOP, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('octavo.language', 'de'))
    await page.goto('/sign-in')
    const [user, password] = [page.getByLabel('Benutzername'), page.getByRole('textbox', { name: 'Passwort' })]
    await user.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Dieses Feld ist erforderlich.' }).waitFor()
    for (const field of [user, password]) {
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await describedBy(field)).toBe('Dieses Feld ist erforderlich.')
    }
    await page.keyboard.type('a')
    expect(await describedBy(user)).toBe('')
    expect(await user.getAttribute('aria-invalid')).not.toBe('true')
    await page.keyboard.press('Enter')
    // The first one that is still wrong.
    await password.and(page.locator(':focus')).waitFor()
  })
  await room.visit('forms-range', DESKTOP, async ({ page }) => {
    await page.goto('/settings/tasks')
    await page.getByRole('button', { name: 'Quiet hours and retention' }).click()
    const days = page.getByLabel('Keep failed tasks for (days)')
    await days.fill('99999')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a number from 1 to 3,650.').waitFor()
    expect(await describedBy(days)).toBe('Enter a number from 1 to 3,650.')
  })
})

/** What a screen reader says after its name. */
const describedBy = (field: Locator) =>
  field.evaluate(element => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map(id => document.getElementById(id)?.textContent ?? '').join(' ')
  })
