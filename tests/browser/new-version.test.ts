// A new version of the app replaces the old one on the device: downloads and unsent changes stay.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from '../kit/client'
import { type OwnBuild, ownBuild } from '../kit/own-build'
import { wordsOnScreen } from './chapter-on-screen'
import { download, onDevice, WITH_WORKER, workerReady } from './device'
import { openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(240_000)

let build: OwnBuild
let room: ReadingRoom
beforeAll(async () => {
  build = ownBuild()
  room = await openReadingRoom({ fill: fillWithFixtures, main: build.main })
})
afterAll(async () => {
  await room?.close()
  build?.remove()
})

const scriptOf = (page: Page) =>
  page.evaluate(
    () =>
      [...document.scripts]
        .map(({ src }) => src)
        .filter(src => src.includes('/assets/'))
        .at(-1) ?? '',
  )

/** Files of the app that the device opens without a network. */
const precached = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find(each => each.includes('precache'))
    return name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : []
  })

const has = (files: readonly string[], script: string) => files.some(url => url.endsWith(`/${script}`))

test('a new version opens the downloads of the old one offline, and sends what the old one could not', async () => {
  const [comic, epub] = await Promise.all(['Science Comics 001 (1946).cbz', 'Alice.epub'].map(room.bookFile))
  if (!comic || !epub) throw new Error('No books')
  const old = build.script()
  const screen = await room.open(WITH_WORKER)
  const { page, forget } = screen
  const context = page.context()
  await room
    .watch('new-version', screen, async () => {
      await page.goto('/')
      await workerReady(page)
      for (const book of [comic, epub]) await download(page, book)
      await page.goto('/offline')
      await until(
        () => onDevice(page).count(),
        count => count === 2,
        60,
      )
      expect(await scriptOf(page)).toEndWith(`/${old}`)

      // The old version, offline: a bookmark on page 3, which nobody can send.
      await context.setOffline(true)
      await page.goto(`/books/${comic.id}/read?page=1`)
      await pageOnScreen(page, 1).waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.locator('img[src*="/pages/3"]').first().waitFor()
      await page.keyboard.press('b')
      // Not shown while the reader's bars are hidden.
      await page.getByText('Offline.').first().waitFor({ state: 'attached' })
      // It stays open while the server is updated, and a second tab opens the new version.
      await build.update()
      const now = build.script()
      await context.setOffline(false)
      forget()
      const second = await context.newPage()
      await second.goto('/offline')
      await onDevice(second).first().waitFor()
      expect(await onDevice(second).count()).toBe(2)
      expect(await scriptOf(second)).toEndWith(`/${now}`)
      await until(
        () => precached(second),
        files => has(files, now) && !has(files, old),
        60,
      )
      await second.reload()
      expect(await scriptOf(second)).toEndWith(`/${now}`)

      // The first tab has scripts of the old version, and goes on.
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await until(
        () => room.admin.get<{ total: number }>('/api/v1/user/marks'),
        ({ total }) => total === 1,
      )
      await until(
        () => room.admin.get<{ currentPage: number } | undefined>(`/api/v1/books/${comic.id}/progress`),
        place => place?.currentPage === 3,
      )
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Continue' }).waitFor()

      // Offline again: the new version opens, with the books that the old one stored.
      await context.setOffline(true)
      await second.goto(`/books/${epub.id}/read`)
      await second.locator('iframe[data-shown="true"]').waitFor()
      await until(
        async () => {
          const words = await wordsOnScreen(second)
          if (words === '') await second.keyboard.press('ArrowRight')
          return words
        },
        words => words !== '',
      )
      expect(await scriptOf(second)).toEndWith(`/${now}`)
      await page.goto(`/books/${comic.id}/read`)
      await page.locator('img[src*="/pages/3"]').first().waitFor()
      expect(await scriptOf(page)).toEndWith(`/${now}`)
      forget()
    })
    .finally(screen.close)
})
