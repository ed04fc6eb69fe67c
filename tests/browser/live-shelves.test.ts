// What one browser does stands on the shelves of the other, and nothing jumps under the eyes of whoever is reading there.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { LibraryDto } from '@octavo/contract/library'
import type { Page } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { makeLibrary } from '../kit/large-library'
import { DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      makeLibrary(folder, { series: 40, booksPerSeries: 1, pagesPerBook: 4, formats: ['cbz'], seed: 11 })
      writeLibrary(folder, { 'Alpha/Alpha 01.cbz': await comic({ pages: 8 }) })
    },
  })
})
afterAll(() => room?.close())

async function scan(): Promise<void> {
  const [library] = (await room.admin.get<{ data: LibraryDto[] }>('/api/v1/libraries')).data
  await room.admin.post(`/api/v1/libraries/${library?.id}/scan`)
}

/** Requests for the event stream that a page has made. */
function streams(page: Page): () => number {
  let asked = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/v1/events') asked += 1
  })
  return () => asked
}

/** Waits until a page hears what happens: a page that has only just been opened may not yet. */
const listening = (page: Page) =>
  page.waitForResponse(response => new URL(response.url()).pathname === '/api/v1/events')

test('a place in a book is seen on the other device at once', () =>
  room.visit('progress-here', DESKTOP, ({ page: here }) =>
    room.visit('progress-there', PHONE, async ({ page: there }) => {
      const book = await room.book('Alpha 01')
      await Promise.all([listening(there), there.goto('/')])
      await there.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      expect(await there.getByRole('region', { name: 'Continue reading' }).count()).toBe(0)

      await here.goto(`/books/${book.id}/read`)
      await pageOnScreen(here, 1).waitFor()
      await here.keyboard.press('End')
      await here.keyboard.press('ArrowLeft')
      await here
        .locator('[data-current="true"] [data-page="7"], [data-current="true"] [data-page="6"]')
        .first()
        .waitFor()
      const begun = there.getByRole('region', { name: 'Continue reading' })
      await begun.getByText('Alpha 01').first().waitFor()

      await there.goto(`/books/${book.id}`)
      await there.getByRole('link', { name: 'Continue', exact: true }).waitFor()
      await room.admin.post(`/api/v1/books/${book.id}/read`)
      await there.getByRole('link', { name: /^Read again/ }).waitFor()
    }),
  ))

test('tabs of one browser share a stream; when the tab that has it is closed, another goes on', () =>
  room.visit('tabs-first', DESKTOP, async ({ page: first }) => {
    const ofFirst = streams(first)
    await Promise.all([listening(first), first.goto('/')])
    const second = await first.context().newPage()
    const ofSecond = streams(second)
    await second.goto('/library?show=books')
    await second.getByText('41 books', { exact: true }).waitFor()
    writeLibrary(room.folder, { 'Shared/Shared 01.cbz': await comic({ pages: 2 }) })
    await scan()
    await second.getByText('42 books', { exact: true }).waitFor()
    expect([ofFirst(), ofSecond()]).toEqual([1, 0])

    await Promise.all([listening(second), first.close()])
    await room.scanned()
    writeLibrary(room.folder, { 'Taken over/Taken over 01.cbz': await comic({ pages: 2 }) })
    await scan()
    await second.getByText('43 books', { exact: true }).waitFor()
    expect(ofSecond()).toBe(1)
    await room.scanned()
  }))

test('books that arrive above do not move what one looks at', () =>
  room.visit('steady', DESKTOP, async ({ page }) => {
    await Promise.all([listening(page), page.goto('/library?show=books')])
    await page.getByText('43 books', { exact: true }).waitFor()
    const cards = page.getByRole('list', { name: 'Everything' }).getByRole('link')
    await cards.first().waitFor()
    await page.mouse.wheel(0, 900)
    await until(
      () => page.evaluate(() => scrollY),
      at => at > 700,
    )
    await settled(page)
    const seen = await page.evaluate(() => {
      const onScreen = [...document.querySelectorAll<HTMLElement>('[data-index] a')].filter(card => {
        const { top, bottom } = card.getBoundingClientRect()
        return top > 0 && bottom < innerHeight
      })
      const card = onScreen[Math.floor(onScreen.length / 2)]
      return { href: card?.getAttribute('href') ?? '', top: card?.getBoundingClientRect().top ?? 0 }
    })
    const files: Record<string, Uint8Array> = {}
    for (let number = 1; number <= 14; number++) files[`AAA ${number}/AAA ${number}.cbz`] = await comic({ pages: 1 })
    writeLibrary(room.folder, files)
    await scan()
    await page.getByText('57 books', { exact: true }).waitFor()
    await room.scanned()
    // A card goes to the next row at most: the others around it are the same.
    const height = await page.evaluate(
      () => document.querySelector('[data-index]')?.getBoundingClientRect().height ?? 0,
    )
    const top = await until(
      () =>
        page.evaluate(
          href => document.querySelector(`[data-index] a[href="${href}"]`)?.getBoundingClientRect().top,
          seen.href,
        ),
      found => found !== undefined,
    )
    expect(Math.abs((top ?? 0) - seen.top)).toBeLessThan(height * 1.3)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(900)
  }))
