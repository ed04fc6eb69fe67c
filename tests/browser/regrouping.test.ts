// Books are moved to another series, a series is split and merged, each after a preview, and all is undone.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { addAccount } from './accounts'
import { press, tabTo } from './keyboard'
import { DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      writeLibrary(folder, {
        'Tide/Tide 1.cbz': await comic({ pages: 2 }),
        'Tide/Tide 2.cbz': await comic({ pages: 3 }),
        'Tide/Tide 3.cbz': await comic({ pages: 4 }),
        'Wave/Wave 1.cbz': await comic({ pages: 5 }),
      })
    },
  })
})
afterAll(() => room?.close())

/** Titles of series with their books. */
const places = async () => {
  const books = (await room.books()).filter(book => !book.deleted)
  const series = Map.groupBy(books, book => book.seriesName)
  return Object.fromEntries(
    [...series].map(([name, own]) => [name, own.map(({ title }) => title).toSorted()]).toSorted(),
  )
}
const BEFORE = { Tide: ['Tide 1', 'Tide 2', 'Tide 3'], Wave: ['Wave 1'] }
const seriesId = async (name: string) => (await room.books()).find(book => book.seriesName === name)?.seriesId ?? ''

for (const [name, screen] of [
  ['phone', { ...PHONE, scheme: 'light' }],
  ['desktop', DESKTOP],
] as const) {
  test(`series are split and merged, and books moved, on the ${name}`, async () => {
    await room.visit(`regrouping-${name}`, screen, async ({ page }) => {
      const dialog = page.getByRole('dialog')
      const undo = async () => {
        await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
        await until(places, now => JSON.stringify(now) === JSON.stringify(BEFORE))
      }
      const looked = async (what: string) => {
        await settled(page)
        await saveScreenshot(page, `${what}-${name}`)
        expect(await axeFindings(page, '[role=dialog]')).toEqual([])
        expect(await overflow(page)).toBeLessThanOrEqual(0)
      }
      const open = async (item: string) => {
        await page.goto(`/series/${await seriesId('Tide')}`)
        await page.getByRole('button', { name: 'More actions for Tide', exact: true }).first().click()
        // All of the long menu is in the window, on a phone as well.
        const last = await page.getByRole('menuitem').last().boundingBox()
        expect((last?.y ?? 9999) + (last?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
        await page.getByRole('menuitem', { name: item }).click()
      }

      await open('Split…')
      const box = (title: string) => dialog.getByRole('checkbox', { name: title })
      await dialog.getByRole('button', { name: 'Select all' }).click()
      await dialog.getByText('3 of 3 selected').waitFor()
      await dialog.getByText('Leave at least one book in the series').waitFor()
      const clear = dialog.getByRole('button', { name: 'Clear selection' })
      if (name === 'phone') {
        // Next to a long count, the button is not cut off.
        await page.setViewportSize({ width: 250, height: 844 })
        const label = clear.locator('.mantine-Button-label')
        expect(await label.evaluate(part => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0)
        await page.setViewportSize(VIEWPORTS.phone)
      }
      await clear.click()
      await dialog.getByText('0 of 3 selected').waitFor()
      if (name === 'desktop') {
        await box('Tide 1').click()
        await box('Tide 3').click({ modifiers: ['Shift'] })
        await dialog.getByText('3 of 3 selected').waitFor()
        await box('Tide 1').click()
        await box('Tide 2').click({ modifiers: ['Shift'] })
        await dialog.getByText('1 of 3 selected').waitFor()
        expect(await box('Tide 3').isChecked()).toBe(true)
      } else {
        await box('Tide 3').check()
      }
      await dialog.getByLabel('Title of the new series').fill('Ebb')
      await dialog.getByText('2 books stay in Tide.').waitFor()
      await looked('split-series')
      await dialog.getByRole('button', { name: 'Split' }).click()
      await page.getByText('Series split').waitFor()
      expect(await places()).toEqual({ Ebb: ['Tide 3'], Tide: ['Tide 1', 'Tide 2'], Wave: ['Wave 1'] })
      await undo()

      await open('Merge into…')
      // A search alone is nothing to lose.
      await dialog.getByLabel('Find a series').fill('tid')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await open('Merge into…')
      await dialog.getByRole('radio', { name: /Wave/ }).check()
      await dialog.getByText('3 books move to Wave. Nothing changes on disk.').waitFor()
      await looked('merge-series')
      await dialog.getByRole('button', { name: 'Merge' }).click()
      await page.getByText('Series merged').waitFor()
      expect(await places()).toEqual({ Wave: ['Tide 1', 'Tide 2', 'Tide 3', 'Wave 1'] })
      await undo()

      const book = (await room.books()).find(({ title }) => title === 'Tide 2')
      await page.goto(`/books/${book?.id}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settled(page)
      // By keyboard alone.
      await press(page, /^button More actions/)
      await page.getByRole('menu').waitFor()
      await press(page, /Move to series…/, 'ArrowDown')
      await dialog.getByLabel('Find a series').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('wav')
      await dialog.getByRole('radio', { name: /Wave/ }).waitFor()
      await tabTo(page, /^input Wave/)
      await page.keyboard.press('Space')
      await dialog.getByText('2 books stay in Tide.').waitFor()
      await looked('move-books')
      await press(page, /^button Move$/)
      await page.getByText('1 book moved').waitFor()
      expect(await places()).toEqual({ Tide: ['Tide 1', 'Tide 3'], Wave: ['Tide 2', 'Wave 1'] })

      // Administrators find it later, too.
      await page.goto('/settings/duplicates')
      const list = page.getByRole('region', { name: 'Recent merges, splits and moves' })
      await list.getByText('Books moved from Tide to').first().waitFor()
      await settled(page)
      await saveScreenshot(page, `regroupings-${name}`)
      expect(await axeFindings(page)).toEqual([])
      await list.getByRole('button', { name: 'Undo: Wave' }).first().click()
      await until(places, now => JSON.stringify(now) === JSON.stringify(BEFORE))
    })
  })
}

test('somebody who may not edit series is not offered to move books: neither one nor a selection', () =>
  room.visitAsStranger('regrouping-reader', DESKTOP, async ({ page }) => {
    const password = await addAccount(room.octavo, 'gull', 'reader')
    await page.goto('/sign-in')
    await page.getByLabel('User name or e-mail').fill('gull')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.goto('/library?show=books')
    await page.getByRole('button', { name: 'More actions for Tide 1' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Select' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Move to series…' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Download/ }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Move to series…' }).count()).toBe(0)
  }))

test('an administrator is offered to move a selection', () =>
  room.visit('regrouping-selection', DESKTOP, async ({ page }) => {
    await page.goto('/library?show=books')
    await page.getByRole('button', { name: 'More actions for Tide 1' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Move to series…' }).click()
    await page.getByRole('dialog').getByLabel('Find a series').waitFor()
  }))

test('selected series are merged into one of them, and the merge is undone', () =>
  room.visit('regrouping-selected', DESKTOP, async ({ page }) => {
    const menu = async (title: string) => {
      await page.getByRole('button', { name: `More actions for ${title}` }).press('Enter')
      await page.getByRole('menuitem', { name: 'Select' }).click()
    }
    const more = page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More actions' })
    await page.goto('/library')
    await menu('Wave')
    await more.click()
    await page.getByRole('menuitem', { name: /^Download/ }).waitFor()
    // There is nothing to merge one series with.
    expect(await page.getByRole('menuitem', { name: 'Merge…' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await menu('Tide')
    await more.click()
    await page.getByRole('menuitem', { name: 'Merge…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge 2 series' })
    // The one with the most books is suggested.
    await dialog.getByText('1 book moves to Tide. Nothing changes on disk.').waitFor()
    await dialog.getByRole('radio', { name: 'Wave' }).check()
    await dialog.getByText('3 books move to Wave. Nothing changes on disk.').waitFor()
    await dialog.getByText('Wave keeps its own details.').waitFor()
    await settled(page)
    await saveScreenshot(page, 'merge-selected')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Series merged').waitFor()
    expect(await places()).toEqual({ Wave: ['Tide 1', 'Tide 2', 'Tide 3', 'Wave 1'] })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await until(places, now => JSON.stringify(now) === JSON.stringify(BEFORE))
  }))

test('the page of a series or book that somebody merges leads to the one that remains', async () => {
  const [tide, wave] = await Promise.all([seriesId('Tide'), seriesId('Wave')])
  const [first, copy] = await Promise.all([room.book('Tide 1'), room.book('Tide 2')])
  const merged = (made: { regroupings: readonly { id: string }[] }) => made.regroupings[0]?.id ?? ''
  const undo = (id: string) => room.admin.post(`/api/v1/regroupings/${id}/undo`)
  await room.visit('regrouping-address', DESKTOP, async ({ page }) => {
    await page.goto(`/series/${tide}`)
    await page.getByRole('heading', { level: 1, name: 'Tide' }).waitFor()
    const series = merged(await room.admin.post(`/api/v1/series/${wave}/merge`, { seriesId: tide }))
    // While it is open, and later from a bookmark.
    for (const _ of ['open', 'bookmark']) {
      await page.getByRole('heading', { level: 1, name: 'Wave' }).waitFor()
      await page.waitForURL(`**/series/${wave}`)
      await page.goto(`/series/${tide}`)
    }
    await undo(series)
    await page.goto(`/series/${tide}`)
    await page.getByRole('heading', { level: 1, name: 'Tide' }).waitFor()
    const books = merged(await room.admin.post(`/api/v1/books/${first.id}/merge`, { bookIds: [copy.id] }))
    await page.goto(`/books/${copy.id}`)
    await page.waitForURL(`**/books/${first.id}`)
    await undo(books)
    await page.goto(`/books/${copy.id}`)
    await page.getByRole('heading', { level: 1, name: 'Tide 2' }).waitFor()
  })
  await until(places, now => JSON.stringify(now) === JSON.stringify(BEFORE))
})
