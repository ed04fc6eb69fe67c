// Problems on the screen: a broken file, empty shelves, an unreachable server.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { chooseOfLibrary, DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures, fillWithFixtures, writeSeries } from './shelves'

setDefaultTimeout(90_000)

describe('books that cannot be opened', () => {
  let room: ReadingRoom
  beforeAll(async () => {
    room = await openReadingRoom({
      fill: folder => {
        fillWithFixtures(folder)
        copyFixtures(folder, {
          'Broken/locked.pdf': 'hostile/encrypted-user.pdf',
          'Broken/Secret.cbz': 'cbz/komga-zip-encrypted.cbz',
          'Broken/half.cbz': 'hostile/truncated-jpeg.cbz',
          'Broken/drm.epub': 'hostile/drm-adept.epub',
          'Broken/nothing.epub': 'hostile/empty-spine.epub',
        })
      },
    })
  })
  afterAll(() => room?.close())

  test('name what is wrong, and can still be downloaded', () =>
    room.visit('broken-book', DESKTOP, async ({ page }) => {
      for (const [file, reason, title] of [
        ['Captain Science 002.cbz', 'incomplete or damaged', 'This file can’t be opened'],
        ['locked.pdf', 'needs a password', 'This file is locked'],
        ['drm.epub', 'copy-protected', 'This file is locked'],
        ['Secret.cbz', 'needs a password', 'This file is locked'],
        ['nothing.epub', 'There’s nothing to read', 'This file can’t be opened'],
      ] as const) {
        const book = await room.bookFile(file)
        await page.goto(`/books/${book.id}`)
        await page.getByText(title).waitFor()
        await page.getByText(reason).first().waitFor()
        expect(await page.getByRole('link', { name: 'Read', exact: true }).count()).toBe(0)
        const download = await page.getByRole('link', { name: 'Download a copy' }).getAttribute('href')
        expect((await room.admin.fetch(download ?? '')).status).toBe(200)
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
        expect(await page.getByRole('menuitem', { name: 'Read incognito' }).count()).toBe(0)
      }
      await page.goto(`/series/${(await room.bookFile('drm.epub')).seriesId}`)
      const cards = page.getByRole('list', { name: 'Books' })
      await cards.getByRole('listitem').filter({ hasText: 'Secret' }).getByText('Locked', { exact: true }).waitFor()
    }))

  test('a book with one bad page is read, and the page says so', () =>
    room.visit('broken-page', DESKTOP, async ({ page, forget }) => {
      const book = await room.bookFile('half.cbz')
      await page.goto(`/books/${book.id}`)
      await page.getByText('Part of this file can’t be read').waitFor()
      await page.getByRole('link', { name: 'Read', exact: true }).click()
      await page.locator('[data-reader]').waitFor()
      const bad = page.locator('[data-current="true"] [data-state="failed"]')
      const good = page.locator('[data-current="true"] [data-state="ready"]')
      const isRotated = async () => {
        if (await bad.isVisible()) return true
        // Not past a page that is still on its way.
        if (await good.isVisible()) await page.keyboard.press('ArrowRight')
        return false
      }
      await until(isRotated, found => found)
      await bad.getByText(/^Page \d can’t be shown$/).waitFor()
      await saveScreenshot(page, 'broken-page')
      await page.keyboard.press('p')
      const pages = page.getByRole('dialog', { name: 'Pages' })
      // Not the browser's own sign of a broken picture.
      await pages
        .getByRole('button', { name: /^Page \d/ })
        .locator('svg')
        .waitFor()
      expect(await pages.locator('img[hidden]').count()).toBe(1)
      await saveScreenshot(page, 'broken-page-small')
      forget()
    }))

  test('a part of the page that did not arrive is asked for again by itself, else by a page that is opened again', () =>
    room.visit('lost-part', DESKTOP, async ({ page, forget }) => {
      let refused = 0
      let most = 1
      await page.route(/\/assets\/order-menu.*\.js/, route => (refused++ < most ? route.abort() : route.continue()))
      await page.goto('/library')
      await page.getByRole('button', { name: /^Sort/ }).click()
      await page.getByRole('button', { name: 'Shuffle' }).waitFor()
      expect(refused).toBe(2)
      most = Number.POSITIVE_INFINITY
      await page.goto('/library')
      await page.getByRole('button', { name: /^Sort/ }).click()
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
      most = 0
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('button', { name: /^Sort/ }).click()
      await page.getByRole('button', { name: 'Shuffle' }).waitFor()
      forget()
    }))

  test('messages that did not arrive are missed by their own page only', () =>
    room.visit('lost-messages', DESKTOP, async ({ page, forget }) => {
      await page.route(/\/assets\/en-.*\.js/, async route => {
        const response = await route.fetch()
        if ((await response.text()).includes('"stats.')) await route.abort()
        else await route.fulfill({ response })
      })
      await page.goto('/')
      const statistics = page.getByRole('link', { name: 'Statistics' })
      // Fetched in vain before it is opened.
      const [first] = await Promise.all([page.waitForEvent('requestfailed'), statistics.hover()])
      await page.waitForEvent('requestfailed', again => again.url() === first.url())
      await page.waitForEvent('requestfailed', again => again.url() === first.url())
      await statistics.click()
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
      await page.getByRole('link', { name: 'Notes', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor()
      forget()
    }))

  test('a page that was open while the server was updated is opened again, where it is', () =>
    room.visit('updated', DESKTOP, async ({ page, forget }) => {
      let isUpdated = false
      const old = /\/assets\/.*profile.*\.js/
      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      await page.route(old, route => (isUpdated ? route.continue() : route.fulfill({ status: 404 })))
      await page.route('/', async route => {
        if (route.request().resourceType() !== 'fetch') return route.continue()
        isUpdated = true
        await route.fulfill({ body: '<script type="module" src="/assets/app-newer.js"></script>' })
      })
      const reopened = page.waitForEvent('load')
      await page.evaluate(() => {
        history.pushState({}, '', '/profile')
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await reopened
      await page.getByRole('heading', { level: 1, name: 'admin' }).waitFor()
      forget()
    }))

  test('reading a book without pages leads back', () =>
    room.visit('broken-reader', PHONE, async ({ page, forget }) => {
      for (const title of ['Captain Science 002', 'locked']) {
        const book = await room.book(title)
        await page.goto(`/books/${book.id}/read`)
        await page.getByRole('button', { name: 'Back' }).waitFor()
        await saveScreenshot(page, `broken-reader-${book.fileFormat}`)
        expect(await axeFindings(page)).toEqual([])
        await page.getByRole('button', { name: 'Back' }).click()
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
      }
      forget()
    }))
})

describe('empty shelves', () => {
  const disk = temporaryFolder('empty')
  let room: ReadingRoom
  beforeAll(async () => {
    room = await openReadingRoom({ fill: () => undefined })
  })
  afterAll(async () => {
    await room?.close()
    disk.remove()
  })

  test('say why and lead on', () =>
    room.visit('empty', DESKTOP, async ({ page }) => {
      await page.goto('/')
      await page.getByRole('heading', { name: 'No books yet' }).waitFor()
      await page.getByText('Put CBZ, CBR, EPUB or PDF files in a library folder and scan it.').waitFor()
      await saveScreenshot(page, 'empty-home')
      await page.goto('/library')
      await page.getByRole('heading', { name: 'No books yet' }).waitFor()
      await saveScreenshot(page, 'empty-library')
      await page.goto('/settings/libraries')
      await chooseOfLibrary(page, null, 'Delete library')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete library' }).click()
      await page.getByRole('heading', { name: 'No libraries yet' }).waitFor()
      await page.goto('/')
      await page.getByRole('heading', { name: 'No libraries yet' }).waitFor()
      await page.getByRole('link', { name: 'Add your first library' }).click()
      await page.getByRole('dialog', { name: 'Add library' }).getByRole('list', { name: 'Folders' }).waitFor()
    }))

  test('a folder that is not there is said before anything is made of it', () =>
    room.visit('no-such-folder', DESKTOP, async ({ page, forget }) => {
      await page.goto('/settings/libraries#add')
      const dialog = page.getByRole('dialog', { name: 'Add library' })
      await dialog.getByLabel('Folder', { exact: true }).fill(`${disk.path}/not-there`)
      await dialog.getByLabel('Folder', { exact: true }).press('Enter')
      await dialog.getByRole('alert').first().waitFor()
      await saveScreenshot(page, 'no-such-folder')
      forget()
    }))
})

describe('a server that does not answer', () => {
  let room: ReadingRoom
  beforeAll(async () => {
    room = await openReadingRoom({
      fill: async folder => {
        fillWithFixtures(folder)
        await writeSeries(folder, 'Tide', { pages: 8, size: { width: 600, height: 900 }, volumes: 1 })
      },
    })
  })
  afterAll(() => room?.close())

  test('is said, and what was asked for comes when it is back', () =>
    room.visit('offline', DESKTOP, async ({ page, forget }) => {
      await page.goto('/')
      await page.getByRole('region', { name: 'New books' }).waitFor()
      await page.context().setOffline(true)
      await page.getByRole('link', { name: 'Everything' }).click()
      await page.getByRole('status').getByText('Can’t reach the server').waitFor()
      await saveScreenshot(page, 'offline')
      // A page never fetched shows the same inside the app's frame.
      await page.locator('aside a[href="/profile"]').click()
      await page.getByRole('heading', { level: 1, name: 'Not on this device' }).waitFor()
      await page.getByRole('link', { name: 'Everything' }).click()
      // Once the server can be reached, the page goes on by itself.
      await page.context().setOffline(false)
      await page.getByRole('list', { name: 'Everything' }).getByRole('link').first().waitFor()
      await page.getByText('Can’t reach the server').waitFor({ state: 'hidden' })
      forget()
    }))

  test('is said by an action whose code was not loaded yet', () =>
    room.visit('offline-action', DESKTOP, async ({ page, forget }) => {
      const book = await room.book('Tide 01')
      await page.route('**/assets/mark-many*', route => route.abort())
      await page.goto(`/series/${book.seriesId}`)
      await page.getByRole('button', { name: 'Mark all as read' }).first().click()
      await page.getByText('Check that it’s running and that you’re connected').waitFor()
      expect(await page.getByText('An unexpected error occurred').count()).toBe(0)
      forget()
    }))

  test('covers nothing of a page, of a reader without its book either', () =>
    room.visit('offline-reader', PHONE, async ({ page, forget }) => {
      const book = await room.book('Tide 01')
      await page.goto('/')
      await page.getByRole('region', { name: 'New books' }).waitFor()
      await page.context().setOffline(true)
      await page.evaluate(path => {
        history.pushState({}, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/books/${book.id}/read`)
      await page.getByRole('heading', { level: 1, name: 'Not on this device' }).waitFor()
      await page.locator('[data-connection-bar]').waitFor()
      await saveScreenshot(page, 'offline-reader')
      const ends = await page.evaluate(() => {
        const [bar, page] = [
          document.querySelector('[data-connection-bar]'),
          document.querySelector('h1')?.parentElement,
        ]
        return {
          bar: bar?.getBoundingClientRect().bottom ?? 0,
          page: page?.firstElementChild?.getBoundingClientRect().top ?? 0,
        }
      })
      expect(ends.page).toBeGreaterThanOrEqual(ends.bar)
      await page.getByRole('link', { name: 'Go home' }).click()
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      forget()
    }))

  test('loses no page that was read meanwhile', () =>
    room.visit('offline-reading', DESKTOP, async ({ page, forget }) => {
      const book = await room.book('Tide 01')
      await page.goto(`/books/${book.id}/read`)
      await pageOnScreen(page, 1).waitFor()
      await page.locator('[data-page="2"][data-state="ready"]').waitFor({ state: 'attached' })
      await page.context().setOffline(true)
      await page.keyboard.press('ArrowRight')
      await pageOnScreen(page, 2).waitFor()
      await page.waitForEvent('requestfailed', request => request.url().includes('/progress'))
      await page.context().setOffline(false)
      await until(
        () => room.admin.get<ReadProgressResponse | undefined>(`/api/v1/books/${book.id}/progress`),
        progress => progress?.currentPage === 2,
        40,
      )
      forget()
    }))
})
