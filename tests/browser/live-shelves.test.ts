// Changes in one browser appear on the shelves of another, without moving content under the reader's eyes.
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
    lively: true,
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

/** Waits until a page receives events: a page that was just opened may not yet. */
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

test('tabs of one browser share a stream; when its tab is closed, another takes over', () =>
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

test('what happens between the first answers and the first listening is missed by no tab', () =>
  room.visit('early', DESKTOP, async ({ page: first }) => {
    const context = first.context()
    const counted = (total: number) =>
      until(
        () => room.admin.get<{ total: number }>('/api/v1/books?pageSize=1'),
        books => books.total === total,
      )
    const before = (await room.books()).length
    // The first tab has its list, and its stream is not let through yet.
    const stream = Promise.withResolvers<void>()
    await context.route('**/api/v1/events?*', async route => {
      await stream.promise
      await route.continue()
    })
    await first.goto('/library?show=books')
    await first.getByText(`${before} books`, { exact: true }).waitFor()
    writeLibrary(room.folder, { 'Early/Early 01.cbz': await comic({ pages: 1 }) })
    await scan()
    await counted(before + 1)
    await room.scanned()
    stream.resolve()
    await first.getByText(`${before + 1} books`, { exact: true }).waitFor()

    // The second has its list, and not yet the code that listens to the first.
    const code = Promise.withResolvers<void>()
    const second = await context.newPage()
    await second.route(/\/assets\/events-[^/]*\.js/, async route => {
      await code.promise
      await route.continue()
    })
    await second.goto('/library?show=books')
    await second.getByText(`${before + 1} books`, { exact: true }).waitFor()
    writeLibrary(room.folder, { 'Early/Early 02.cbz': await comic({ pages: 1 }) })
    await scan()
    await counted(before + 2)
    await room.scanned()
    code.resolve()
    await second.getByText(`${before + 2} books`, { exact: true }).waitFor()
  }))

test('an answer that was requested before the app was there is not shown after a change', () =>
  room.visit('outdated', PHONE, async ({ page }) => {
    const home = Promise.withResolvers<void>()
    await page.route('**/api/v1/user/home', async route => {
      await home.promise
      await route.continue()
    })
    const before = await room.admin.get<{ total: number }>('/api/v1/series?pageSize=1')
    await Promise.all([listening(page), page.goto('/')])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library', exact: true }).click()
    await page.getByText(`${before.total} series`, { exact: true }).waitFor()
    // The rows are requested although the page has been left.
    const rows = page.waitForResponse('**/api/v1/books/recently-added**')
    home.resolve()
    await (await rows).finished()
    writeLibrary(room.folder, { 'Late/Late 01.cbz': await comic({ pages: 1 }) })
    await scan()
    await page.getByText(`${before.total + 1} series`, { exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('region', { name: 'New books' }).getByText('Late 01').waitFor()
    await room.scanned()
  }))

test('a list that is being deleted is not requested again when its deletion is announced before it is answered', async () => {
  const { id } = await room.admin.post<{ id: string }>('/api/v1/readlists', { name: 'Fog', visibility: 'private' })
  await room.visit('list-announced', DESKTOP, async ({ page }) => {
    await Promise.all([listening(page), page.goto(`/lists/readlists/${id}`)])
    await page.getByRole('heading', { level: 1, name: 'Fog' }).waitFor()
    const answered = Promise.withResolvers<void>()
    await page.route(`**/api/v1/readlists/${id}`, async route => {
      if (route.request().method() !== 'DELETE') return route.continue()
      const answer = await route.fetch()
      await answered.promise
      await route.fulfill({ response: answer })
    })
    const deleted = page.waitForRequest(request => request.method() === 'DELETE')
    await page.getByRole('button', { name: 'More actions for Fog' }).click()
    await page.getByRole('menuitem', { name: 'Delete list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click()
    await deleted
    await until(
      () => room.admin.get<{ total: number }>('/api/v1/readlists'),
      lists => lists.total === 0,
    )
    // Events arrive in order: with this one, the page knows of the deletion.
    const [library] = (await room.admin.get<{ data: LibraryDto[] }>('/api/v1/libraries')).data
    await room.admin.patch(`/api/v1/libraries/${library?.id}`, { name: 'Harbour' })
    await page.getByText('Harbour').first().waitFor()
    answered.resolve()
    await page.getByText('No reading lists yet').waitFor()
    await room.admin.patch(`/api/v1/libraries/${library?.id}`, { name: library?.name })
  })
})

test('books that arrive above do not move what one looks at', () =>
  room.visit('steady', DESKTOP, async ({ page }) => {
    await Promise.all([listening(page), page.goto('/library?show=books')])
    const before = (await room.books()).length
    await page.getByText(`${before} books`, { exact: true }).waitFor()
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
    await page.getByText(`${before + 14} books`, { exact: true }).waitFor()
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
