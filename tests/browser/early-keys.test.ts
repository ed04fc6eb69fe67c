// Keys pressed while a page is still loading count once the app is there.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, ebook, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { ADMIN } from '../kit/server'
import { wordsOnScreen } from './chapter-on-screen'
import { callBars, DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  const chapter = (title: string) => ({ title, paragraphs: [`Text of ${title}.`] })
  room = await openReadingRoom({
    fill: async folder => {
      copyFixtures(folder, { 'Papers/tracemonkey.pdf': 'pdf/tracemonkey.pdf' })
      writeLibrary(folder, {
        'Salt Road/Salt Road 01.cbz': await comic({ pages: 4 }),
        'Night Ferry/Night Ferry 01.cbz': await comic({ pages: 2 }),
        'Pair/Pair 01.epub': ebook({ title: 'Pair 01', chapters: [chapter('One'), chapter('Two')] }),
      })
    },
  })
})
afterAll(() => room?.close())

const earlyKeys = (page: Page) => page.evaluate(() => (window as { earlyKeys?: unknown[] }).earlyKeys?.length)

/** Opens a page, and presses keys before the app's code arrives. */
async function pressEarly(page: Page, path: string, press: (keyboard: Page['keyboard']) => Promise<void>) {
  let send = () => {}
  const asked = new Promise<void>(resolve => {
    send = resolve
  })
  await page.route(/assets\/app-.*\.js$/, async route => {
    await asked
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('#root').waitFor({ state: 'attached' })
  await press(page.keyboard)
  send()
}

for (const [name, key] of [
  ['a key', '/'],
  ['a command', 'Control+k'],
] as const) {
  test(`${name} opens the palette, with the text typed since`, () =>
    room.visit('early-palette', DESKTOP, async ({ page }) => {
      await pressEarly(page, '/', async keyboard => {
        await keyboard.press(key)
        await keyboard.type('salt roaf')
        await keyboard.press('Backspace')
        await keyboard.type('d')
        await keyboard.press('Enter')
      })
      await page.getByRole('heading', { level: 1, name: 'Salt Road' }).waitFor()
      expect(new URL(page.url()).pathname).toStartWith('/series/')
      // The next palette begins empty.
      await page.keyboard.press('/')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('night')
      await page
        .getByRole('option', { name: /Night Ferry/ })
        .first()
        .waitFor()
      expect(await page.getByRole('combobox').inputValue()).toBe('night')
    }))
}

test('a comic turns', () =>
  room.visit('early-comic', DESKTOP, async ({ page }) => {
    const { id } = await room.book('Salt Road 01')
    await pressEarly(page, `/books/${id}/read?incognito=true`, async keyboard => {
      await keyboard.press('ArrowRight')
      await keyboard.press('ArrowRight')
    })
    await pageOnScreen(page, 3).waitFor()
  }))

test('an ebook turns', () =>
  room.visit('early-ebook', DESKTOP, async ({ page }) => {
    const { id } = await room.book('Pair 01')
    await pressEarly(page, `/books/${id}/read?incognito=true`, keyboard => keyboard.press('ArrowRight'))
    await until(
      () => wordsOnScreen(page),
      words => words.includes('Two'),
    )
  }))

for (const [name, book, ready] of [
  ['an ebook', 'Pair 01', 'iframe[data-shown="true"]'],
  ['a PDF', 'tracemonkey', '[data-current="true"] [data-state="ready"]'],
] as const) {
  test(`the search of ${name} has the text typed since`, () =>
    room.visit('early-search', DESKTOP, async ({ page }) => {
      const { id } = await room.book(book)
      await pressEarly(page, `/books/${id}/read?incognito=true`, async keyboard => {
        await keyboard.press('/')
        await keyboard.type('twp')
        await keyboard.press('Backspace')
        await keyboard.type('o')
      })
      await page.locator(ready).first().waitFor()
      const search = page.getByRole('dialog', { name: 'Search in the book' })
      await search.getByText(/^\d+ results?$/).waitFor()
      expect(await search.getByRole('searchbox').inputValue()).toBe('two')
      await page.keyboard.type(' t')
      expect(await search.getByRole('searchbox').inputValue()).toBe('two t')
    }))
}

test('the search of a PDF shown as text has the text typed since', () =>
  room.visit('held-search-pdf-text', DESKTOP, async ({ page }) => {
    const { id } = await room.book('tracemonkey')
    const path = `/books/${id}/read?incognito=true&page=1`
    await page.goto(path)
    await pageOnScreen(page, 1).waitFor()
    await callBars(page)
    await page.getByRole('button', { name: 'Show as text' }).click()
    await page.locator('.page[data-page-number="1"] .textLayer span').first().waitFor()
    await pressEarly(page, path, async keyboard => {
      await keyboard.press('/')
      await keyboard.type('tracg')
      await keyboard.press('Backspace')
      await keyboard.type('e')
    })
    const field = page.getByRole('textbox', { name: 'Search in the book' })
    await until(
      () => field.inputValue(),
      text => text === 'trace',
    )
    await page
      .getByRole('status')
      .getByText(/^\d+ \/ \d+$/)
      .waitFor()
    await page.keyboard.type(' t')
    expect(await field.inputValue()).toBe('trace t')
  }))

test('what was typed before the sign-in page was there is forgotten', () =>
  room.visitAsStranger('early-sign-in', DESKTOP, async ({ page }) => {
    await pressEarly(page, '/sign-in', keyboard => keyboard.type('my/pass'))
    await page.getByLabel('User name or e-mail').waitFor()
    expect(await page.evaluate('window.earlyKeys')).toBeUndefined()
    await page.getByLabel('User name or e-mail').fill(ADMIN.username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.waitForTimeout(500)
    expect(await page.getByRole('combobox').count()).toBe(0)
  }))

test('a key that is held down fills no memory, and text belongs to its field', () =>
  room.visit('early-many', DESKTOP, async ({ page }) => {
    await pressEarly(page, '/', async keyboard => {
      for (const field of ['<textarea>', '<select>', '<p contenteditable>']) {
        await page.evaluate(html => {
          document.body.insertAdjacentHTML('beforeend', html)
          const added = document.body.lastElementChild as HTMLElement
          added.focus()
        }, field)
        await keyboard.press('/')
      }
      expect(await earlyKeys(page)).toBe(0)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      for (let pressed = 0; pressed < 120; pressed++) await keyboard.down('j')
      expect(await earlyKeys(page)).toBe(100)
    })
    await until(
      () => earlyKeys(page),
      keys => keys === undefined,
    )
  }))
