// Long titles and notes are cut, and can be read in full; what the app says of counts and reasons.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { seriesNamed } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, overflow, PHONE, pageOnScreen, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

const TITLE = `The voyage ${'of the whale and of those who followed it '.repeat(9)}home`
/** One word is wider than a phone. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe im Nebel'
const NOTE = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of what I thought of it`).join('\n')
const PHONE_LIGHT = { ...PHONE, scheme: 'light' } as const
const DESKTOP_LIGHT = { ...DESKTOP, scheme: 'light' } as const

let room: ReadingRoom
let bookId: string
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder =>
      writeLibrary(folder, {
        'Gon/Gon 1.cbz': await comic({ pages: 3, comicInfo: { Title: TITLE } }),
        'Tide/Tide 1.cbz': await comic({ pages: 2 }),
        'Wit/Wit 1.cbz': await comic({ pages: 2, comicInfo: { Title: LONG_WORD } }),
        'Wit/Wit 2.cbz': await comic({ pages: 2, comicInfo: { Title: LONG_WORD } }),
      }),
  })
  bookId = (await room.book('The voyage')).id
  const gon = await seriesNamed(room.admin, 'Gon')
  const tide = await seriesNamed(room.admin, 'Tide')
  await room.admin.put(`/api/v1/series/${gon.id}/rating`, { rating: 80, notes: NOTE })
  await room.admin.post(`/api/v1/books/${bookId}/marks`, { kind: 'bookmark', page: 1, note: NOTE })
  await room.admin.post(`/api/v1/books/${bookId}/read`)
  const list = await room.admin.post<{ id: string }>('/api/v1/collections', { name: 'At sea', visibility: 'private' })
  await room.admin.post(`/api/v1/collections/${list.id}/series`, { seriesIds: [gon.id, tide.id] })
})
afterAll(() => room?.close())

const height = (text: Locator) => text.evaluate(element => element.clientHeight)

async function opensInFull(page: Page, text: Locator, name: string) {
  await text.waitFor()
  await settled(page)
  await saveScreenshot(page, name)
  const before = await height(text)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('button', { name: 'Less', exact: true }).first().waitFor()
  expect(await height(text)).toBeGreaterThan(before)
  expect(await text.evaluate(element => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(2)
  expect(await overflow(page)).toBe(0)
  await saveScreenshot(page, `${name}-open`)
}

test('a title of many lines is read in full on its page', async () => {
  await room.visit('whole-title', PHONE, async ({ page }) => {
    await page.goto(`/books/${bookId}`)
    await opensInFull(page, page.getByRole('heading', { level: 1 }), 'whole-title-phone')
  })
})

test('the end of a book with a word wider than a phone is whole', async () => {
  const { id } = await room.bookFile('Wit 1.cbz')
  await room.visit('whole-end', PHONE, async ({ page }) => {
    await page.goto(`/books/${id}/read?page=2`)
    await pageOnScreen(page, 2).waitFor()
    await page.keyboard.press('ArrowRight')
    const end = page.getByRole('region', { name: 'End of book' })
    for (const text of [end.getByText(/^You finished/), ...(await end.getByRole('button').all())]) {
      await until(
        () => text.boundingBox(),
        box => box !== null && box.x >= 0 && box.x + box.width <= VIEWPORTS.phone.width,
      )
    }
    await settled(page)
    await saveScreenshot(page, 'whole-end')
  })
})

test('notes of marks and ratings are read in full', async () => {
  await room.visit('whole-mark', DESKTOP_LIGHT, async ({ page }) => {
    await page.goto('/marks')
    await opensInFull(page, page.getByText('Line 1 of what'), 'whole-mark-desktop')
  })
  const { id } = await seriesNamed(room.admin, 'Gon')
  await room.visit('whole-rating', PHONE_LIGHT, async ({ page }) => {
    await page.goto(`/series/${id}`)
    await opensInFull(page, page.getByText('Line 1 of what'), 'whole-rating-phone')
  })
})

test('a long title has two thirds of a phone in lists, where its buttons are below it', async () => {
  const { id } = await room.admin.post<{ id: string }>('/api/v1/readlists', { name: 'Abroad', ordered: true })
  await room.admin.post(`/api/v1/readlists/${id}/books`, { bookIds: [bookId] })
  await room.admin.post('/api/v1/want-to-read', { bookId })
  await room.visit('long-rows', PHONE, async ({ page }) => {
    const width = async (title: Locator) => Math.round((await title.boundingBox())?.width ?? 0)
    await page.goto(`/lists/readlists/${id}`)
    const card = page.getByRole('main').getByRole('link', { name: TITLE }).getByText(TITLE)
    expect(await height(card)).toBeGreaterThan(32)
    await page.getByRole('button', { name: 'Arrange' }).click()
    await settled(page)
    await saveScreenshot(page, 'long-rows-arrange')
    expect(await width(page.getByRole('dialog').getByRole('listitem').getByText(TITLE))).toBeGreaterThan(260)
    await page.goto('/want-to-read')
    const wanted = page.getByRole('main').getByRole('listitem').getByText(TITLE)
    await wanted.waitFor()
    await settled(page)
    await saveScreenshot(page, 'long-rows-queue')
    expect(await width(wanted)).toBeGreaterThan(240)
    expect(await overflow(page)).toBe(0)
  })
})

test('a recommendation from a collection says so', () =>
  room.visit('reason-collection', PHONE, async ({ page }) => {
    await page.goto('/')
    await page.getByText('Collection: At sea').waitFor()
    await settled(page)
    await saveScreenshot(page, 'reason-collection')
  }))

test('figures name their time, and a wide table is read without scrolling sideways', async () => {
  for (const viewport of ['phone', 'tablet'] as const) {
    await room.visit(`figures-${viewport}`, { ...DESKTOP_LIGHT, viewport }, async ({ page }) => {
      await page.goto('/settings/metrics')
      await page.getByText('Runs in 24 hours').waitFor()
      await page.getByText('/min in the last 10 minutes').waitFor()
      const table = page.getByRole('region', { name: 'By task type' }).last()
      await table.scrollIntoViewIfNeeded()
      await settled(page)
      await saveScreenshot(page, `table-${viewport}`)
      expect(await hiddenWidth(table)).toBe(0)
      expect(await axeFindings(page)).toEqual([])
      await table.getByRole('button', { name: 'Task type' }).click()
      await table.getByRole('columnheader', { name: 'Task type' }).and(page.locator('[aria-sort]')).waitFor()
    })
  }
})

test('a laptop shows every column of the task types, in every language', async () => {
  const hidden: Record<string, number> = {}
  for (const language of ['de', 'fr', 'es', 'en']) {
    await room.admin.put('/api/v1/user/preferences/ui.language', { value: language })
    await room.visit(`figures-laptop-${language}`, DESKTOP_LIGHT, async ({ page }) => {
      await page.goto('/settings/metrics')
      const table = page.locator('[data-folds="true"]')
      await table.getByRole('columnheader').last().waitFor()
      await page.locator(`html[lang="${language}"]`).waitFor()
      await table.scrollIntoViewIfNeeded()
      await settled(page)
      await saveScreenshot(page, `table-laptop-${language}`)
      hidden[language] = await hiddenWidth(table)
      expect(
        await table
          .locator('tbody td')
          .first()
          .evaluate(cell => getComputedStyle(cell).display),
      ).toBe('table-cell')
    })
  }
  expect(hidden).toEqual({ de: 0, fr: 0, es: 0, en: 0 })
})

const hiddenWidth = (table: Locator) => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

test('a German heading on a phone never breaks E-Mail or Authenticator-App', async () => {
  await room.admin.put('/api/v1/user/preferences/ui.language', { value: 'de' })
  try {
    await room.visit('german-headings', PHONE_LIGHT, async ({ page }) => {
      for (const [button, heading, word] of [
        ['Name und E-Mail ändern', 'Name und E-Mail ändern', 'E-Mail'],
        ['Einrichten', 'Authenticator-App einrichten', 'Authenticator-App'],
      ] as const) {
        await page.goto('/profile')
        await page.getByRole('button', { name: button, exact: true }).click()
        const title = page.getByRole('dialog').getByRole('heading', { name: heading })
        await title.waitFor()
        await settled(page)
        await saveScreenshot(page, `german-heading-${word}`)
        expect([word, await linesOf(title, word)]).toEqual([word, 1])
      }
    })
  } finally {
    await room.admin.put('/api/v1/user/preferences/ui.language', { value: 'en' })
  }
})

test('the menu of the administration breaks no word on a phone, in any language', async () => {
  const broken: Record<string, string[]> = {}
  for (const language of ['de', 'fr', 'es', 'en']) {
    await room.admin.put('/api/v1/user/preferences/ui.language', { value: language })
    await room.visit(`sections-${language}`, PHONE_LIGHT, async ({ page }) => {
      await page.goto('/settings/libraries')
      await page.locator(`html[lang="${language}"]`).waitFor()
      await page.locator('nav button[aria-haspopup="dialog"]').click()
      const links = page.getByRole('dialog').getByRole('link')
      await links.first().waitFor()
      await settled(page)
      await saveScreenshot(page, `sections-${language}`)
      const names = (await links.allTextContents()).map((name, at) => [name, at] as const)
      const lines = await Promise.all(
        names.flatMap(([name, at]) =>
          name.split(' ').map(async word => ({ word, count: await linesOf(links.nth(at), word) })),
        ),
      )
      broken[language] = lines.filter(({ count }) => count > 1).map(({ word }) => word)
      expect(await overflow(page)).toBe(0)
    })
  }
  expect(broken).toEqual({ de: [], fr: [], es: [], en: [] })
})

/** On how many lines a word of an element is. */
const linesOf = (element: Locator, word: string) =>
  element.evaluate((node, part) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    let text = texts.nextNode() as Text
    while (!text.data.includes(part)) text = texts.nextNode() as Text
    const range = document.createRange()
    const from = text.data.indexOf(part)
    range.setStart(text, from)
    range.setEnd(text, from + part.length)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  }, word)
