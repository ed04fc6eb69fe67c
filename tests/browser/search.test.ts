// Search by keyboard alone: to a series, to the books of a person, to an action.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings } from '../kit/browser'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const of = (comicInfo: Record<string, string>) => comic({ pages: 2, comicInfo })
      writeLibrary(folder, {
        'Night Ferry/Night Ferry 01.cbz': await of({ Writer: 'Émile Marlowe', Genre: 'Mystery' }),
        'Night Ferry/Night Ferry 02.cbz': await of({ Writer: 'Émile Marlowe' }),
        'Salt Road/Salt Road 01.cbz': await of({ Writer: 'Tom Berg', Genre: 'Adventure' }),
        'Moby-Dick.cbz': await of({ Title: 'Moby-Dick' }),
        '夜の船/夜の船 01.cbz': await of({ Genre: 'Mystery' }),
      })
    },
  })
})
afterAll(() => room?.close())

const options = (page: Page) => page.getByRole('option').allInnerTexts()
const chosen = (page: Page) => page.locator('[role="option"][aria-selected="true"]')
const typed = async (page: Page, key: string, text: string) => {
  await page.keyboard.press(key)
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type(text)
}

test('everything is found and opened by the keyboard', () =>
  room.visit('search', { viewport: 'desktop', scheme: 'light' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()

    // Enter right after typing waits for the answer.
    await typed(page, '/', 'night')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Night Ferry' }).waitFor()

    // A slip, accents, a script without spaces.
    await typed(page, 'Control+k', 'nigth')
    await page.getByText('No exact matches').waitFor()
    expect((await options(page))[0]).toContain('Night Ferry')
    await page.getByRole('combobox').fill('の船')
    await page
      .getByRole('option', { name: /夜の船/ })
      .first()
      .waitFor()
    expect(await page.locator('[role="option"] mark').first().innerText()).toBe('の船')

    // A novel is found once, as a book; the last option is to search everything.
    await page.getByRole('combobox').fill('moby')
    await page
      .getByRole('group', { name: 'Books' })
      .getByRole('option', { name: /Moby-Dick/ })
      .waitFor()
    await page.getByText('1 result', { exact: true }).waitFor()
    expect(await page.getByRole('group', { name: 'Series' }).count()).toBe(0)

    // The combobox tells which option is chosen; arrows go round.
    await page.getByRole('combobox').fill('emil')
    const person = page.getByRole('group', { name: 'People' }).getByRole('option')
    await person.waitFor()
    // The last option is to search everything: no result.
    await page.getByText(`${(await options(page)).length - 1} result`, { exact: true }).waitFor()
    await page.keyboard.press('ArrowUp')
    expect(await chosen(page).innerText()).toContain('Search everything')
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page).getAttribute('id')).toBe(
      await page.getByRole('combobox').getAttribute('aria-activedescendant'),
    )
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.pathname.startsWith('/browse/people/'))
    await page.getByRole('heading', { level: 1, name: 'Émile Marlowe' }).waitFor()

    // Something to do; the palette closes behind it.
    await typed(page, '/', 'dark')
    await page.keyboard.press('Enter')
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await page.getByRole('combobox').waitFor({ state: 'detached' })

    // The search stays in the field; Escape closes.
    await page.keyboard.press('/')
    await page.getByRole('group', { name: 'Recent searches' }).waitFor()
    expect((await options(page)).slice(0, 2)).toEqual(['emil', 'night'])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })

    // A new tab, and the page of everything that fits.
    await typed(page, '/', 'salt')
    await page.getByRole('group', { name: 'Series' }).waitFor()
    const tab = page.context().waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    const other = await tab
    await other.getByRole('heading', { level: 1, name: 'Salt Road' }).waitFor()
    await other.close()
    await page.getByRole('combobox').fill('ferry')
    await page.getByRole('group', { name: 'Books' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.pathname === '/search' && url.searchParams.get('q') === 'ferry')
    await page
      .getByRole('region', { name: 'Books' })
      .getByRole('link', { name: /Night Ferry 02/ })
      .waitFor()
    await page.goBack()
    await page.waitForURL(url => url.pathname.startsWith('/browse/people/'))
  }))

test('text typed before the palette has opened is in it, and Enter waits for it', () =>
  room.visit('search-early', DESKTOP, async ({ page }) => {
    let send = () => {}
    const asked = new Promise<void>(resolve => {
      send = resolve
    })
    await page.route(/palette-results-.*\.js$/, async route => {
      await asked
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('salt rod')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('a')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('combobox').inputValue()).toBe('salt road')
    expect(await page.getByRole('option').count()).toBe(0)
    send()
    await page.getByRole('heading', { level: 1, name: 'Salt Road' }).waitFor()
    expect(new URL(page.url()).pathname).toStartWith('/series/')
  }))

test('on a phone the palette fills the screen', () =>
  room.visit('search-phone', { viewport: 'phone', scheme: 'dark' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' }).click()
    const palette = page.getByRole('dialog', { name: 'Search' })
    await palette.waitFor()
    expect(await palette.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await page.getByRole('combobox').fill('road')
    await page.getByRole('option', { name: /Salt Road 01/ }).tap()
    await page.getByRole('heading', { level: 1, name: 'Salt Road 01' }).waitFor()
  }))

test('the palette is left by Escape alone: Tab stays in it, and the focus returns', () =>
  room.visit('search-focus', { viewport: 'phone', scheme: 'light' }, async ({ page }) => {
    await page.goto('/')
    const search = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' })
    await search.focus()
    await page.keyboard.press('Enter')
    const palette = page.getByRole('dialog', { name: 'Search' })
    const field = palette.getByRole('combobox')
    const isIn = () => palette.evaluate(box => box.contains(document.activeElement))
    await field.waitFor()
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      expect([key, await isIn()]).toEqual([key, true])
    }
    // A click on nothing in particular leaves the keys to the palette, too.
    await palette.click({ position: { x: 22, y: 28 } })
    expect(await isIn()).toBe(true)
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Search'))
  }))
