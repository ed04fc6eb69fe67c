// Reading without a network: the shell, downloaded books in all three readers, places and marks that are sent later.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { axeFindings, type Screen, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { ADMIN } from '../kit/server'
import { addAccount } from './accounts'
import { inChapter, selectWords, wordsOnScreen } from './chapter-on-screen'
import { backOnline, cachesOf, download, onDevice, WITH_WORKER, workerReady } from './device'
import { callBars, DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(240_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
}

const use = async (name: string, screen: Screen, act: (screen: Screen) => Promise<void>) =>
  room.watch(name, screen, act).finally(screen.close)

/** The key comes at the last moment of the page: what it writes asynchronously is never finished. */
const pressWhileLeaving = (page: Page, ...keys: string[]) =>
  page.evaluate(all => {
    const press = () => {
      for (const key of all)
        window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
    addEventListener('pagehide', press)
  }, keys)

test('downloaded books open offline, and places and marks are sent later', async () => {
  const [comic, epub, pdf] = await Promise.all(
    ['Science Comics 001 (1946).cbz', 'Alice.epub', 'tracemonkey.pdf'].map(room.bookFile),
  )
  if (!comic || !epub || !pdf) throw new Error('No books')
  await use('offline', await room.open(WITH_WORKER), async ({ page, forget }) => {
    const context = page.context()
    await page.goto('/')
    await workerReady(page)
    for (const book of [comic, epub, pdf]) await download(page, book)
    await page.goto('/offline')
    await until(
      () => onDevice(page).count(),
      count => count === 3,
      60,
    )
    expect(await axeFindings(page)).toEqual([])
    await saveScreenshot(page, 'offline-desktop')
    await page.goto('/library')
    await page.locator('img[src*="/thumbnail"]').first().waitFor()

    await context.setOffline(true)
    await page.reload()
    await page.getByText('Offline. You’re seeing what this device has stored.').waitFor()
    await page.locator('img[src*="/thumbnail"][data-fit]').first().waitFor()
    await saveScreenshot(page, 'offline-library')
    // The message leads to the books on this device, but not from their own page.
    const message = page.locator('[data-connection-bar]')
    await message.getByRole('link', { name: 'Available offline' }).click()
    await onDevice(page).first().waitFor()
    await message.waitFor()
    expect(await message.getByRole('link').count()).toBe(0)

    await page.goto(`/books/${comic.id}/read`)
    const picture = page.locator('img[src*="/pages/1"]').first()
    await picture.waitFor()
    // The message comes with the bars.
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Offline.').first().waitFor()
    await page.keyboard.press('ArrowRight')
    await page.locator('img[src*="/pages/2"]').first().waitFor()
    await saveScreenshot(page, 'offline-comic')
    await pressWhileLeaving(page, 'b', 'ArrowRight')

    await page.goto(`/books/${epub.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    // The first chapter is a picture.
    await until(
      async () => {
        const words = await wordsOnScreen(page)
        if (words === '') await page.keyboard.press('ArrowRight')
        return words
      },
      words => words !== '',
    )
    await saveScreenshot(page, 'offline-epub')
    await pressWhileLeaving(page, 'b')

    await page.goto(`/books/${pdf.id}/read`)
    await page.locator('.textLayer').getByText('Trace-based').first().waitFor()
    await saveScreenshot(page, 'offline-pdf')
    await pressWhileLeaving(page, 'b')

    // Opened again, each book is where it was left, with its marks.
    await page.goto(`/books/${comic.id}/read`)
    await page.locator('img[src*="/pages/3"]').first().waitFor()
    expect(await room.admin.get<{ total: number }>('/api/v1/user/marks')).toMatchObject({ total: 0 })

    await backOnline(page)
    const marks = await until(
      () => room.admin.get<{ total: number; data: { bookId: string }[] }>('/api/v1/user/marks'),
      ({ total }) => total === 3,
    )
    expect(new Set(marks.data.map(({ bookId }) => bookId))).toEqual(new Set([comic.id, epub.id, pdf.id]))
    await page.goto('/offline')
    await until(
      () => room.admin.get<{ currentPage: number } | undefined>(`/api/v1/books/${comic.id}/progress`),
      place => place?.currentPage === 3,
    )
    await until(
      () => room.admin.get<{ locator?: object } | undefined>(`/api/v1/books/${epub.id}/progression`),
      place => place?.locator !== undefined,
    )
    // Nothing is there twice, however often it is sent.
    await page.reload()
    await onDevice(page).first().waitFor()
    expect(await room.admin.get<{ total: number }>('/api/v1/user/marks')).toMatchObject({ total: 3 })
    forget()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('Nothing downloaded yet').waitFor()
    expect((await cachesOf(page)).filter(name => name.includes('-book-'))).toEqual([])
  })
})

test('a PDF that is not on the device says offline why it cannot be opened', async () => {
  const pdf = await room.bookFile('tracemonkey.pdf')
  await room.visit('offline-pdf-absent', { ...DESKTOP, serviceWorker: true }, async ({ page, forget }) => {
    await page.goto(`/books/${pdf.id}`)
    await workerReady(page)
    // What the app knows of the book is on the device after a first look.
    await page.goto(`/books/${pdf.id}/read`)
    await page.locator('img[src*="/pages/1"]').first().waitFor()
    await page.context().setOffline(true)
    await page.goto(`/books/${pdf.id}/read`)
    await page.getByText('Can’t open this book').waitFor()
    await page.getByRole('alert').getByText('Can’t reach the server.').waitFor()
    expect(await page.getByText('An unexpected error occurred.').count()).toBe(0)
    await page.context().setOffline(false)
    forget()
  })
})

test('the profile page opens offline with what this device has stored, and one message', () =>
  room.visit('offline-profile', { ...PHONE, serviceWorker: true }, async ({ page, forget }) => {
    await page.goto('/')
    await workerReady(page)
    await page.goto('/profile')
    await page.getByRole('region', { name: 'About' }).getByText('Octavo').waitFor()
    await page.getByRole('region', { name: 'Devices' }).getByRole('listitem').first().waitFor()
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('Offline. You’re seeing what this device has stored.').waitFor()
    await page.getByRole('region', { name: 'About' }).getByText('Octavo').waitFor()
    await saveScreenshot(page, 'offline-profile')
    const [bar, title] = await Promise.all(
      [page.locator('[data-connection-bar]'), page.getByRole('heading', { level: 1 })].map(part => part.boundingBox()),
    )
    expect(title?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    expect(await page.getByRole('alert').count()).toBe(0)
    forget()
  }))

test('the offline message leaves the bars and the page of a reader free on a phone', () =>
  room.visit('offline-reader-phone', { ...PHONE, serviceWorker: true }, async ({ page, forget }) => {
    const book = await room.bookFile('Alice.epub')
    await page.goto('/')
    await workerReady(page)
    await download(page, book)
    await page.goto('/offline')
    await onDevice(page).first().waitFor()
    await page.context().setOffline(true)
    await page.goto(`/books/${book.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    const message = page.locator('[data-connection-bar]')
    await message.waitFor({ state: 'hidden' })
    await page.touchscreen.tap(195, 420)
    await message.waitFor()
    for (const name of ['Back', 'Bookmark', 'Reading settings'])
      await page.getByRole('button', { name, exact: true }).click({ trial: true })
    await saveScreenshot(page, 'offline-reader-phone')
    const words = await until(
      () => wordsOnScreen(page),
      text => text !== '',
      30,
    )
    expect(await inChapter(page, selectWords, words.split(' ')[0])).toBe(true)
    const selection = page.getByRole('toolbar', { name: 'Selected text' })
    await selection.waitFor()
    await saveScreenshot(page, 'selection-above-bar-phone')
    const [tools, bar] = [await selection.boundingBox(), await page.locator('[data-reader] footer').boundingBox()]
    expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    forget()
  }))

test('signing out clears the device, and nobody sees what another has', async () => {
  const password = await addAccount(room.octavo, 'guest', 'reader')
  const epub = await room.bookFile('Alice.epub')
  await use(
    'offline-users',
    await room.open({ ...PHONE, serviceWorker: true }, 'stranger'),
    async ({ page, forget }) => {
      await page.goto('/sign-in')
      await signIn(page, ADMIN.username, ADMIN.password)
      await workerReady(page)
      await download(page, epub)
      await page.goto('/offline')
      await onDevice(page).waitFor()
      await saveScreenshot(page, 'offline-phone')
      expect((await cachesOf(page)).length).toBeGreaterThan(1)
      const searches = () =>
        page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('octavo.searches.')))
      await page.goto('/search?q=Alice')
      await page.getByRole('main').getByRole('link', { name: /Alice/ }).first().click()
      await until(searches, keys => keys.length === 1)

      await page.goto('/profile')
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.waitForURL('**/sign-in')
      expect(await searches()).toEqual([])
      await until(
        () => cachesOf(page),
        names => names.length === 0,
      )
      forget()
      await signIn(page, 'guest', password)
      await page.goto('/offline')
      await page.getByText('Nothing downloaded yet').waitFor()
      await page.context().setOffline(true)
      await page.goto(`/books/${epub.id}/read`)
      await page.getByText('Not on this device').first().waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
      forget()
    },
  )
})

test('the end of a session clears cached answers from the device; downloads stay', async () => {
  const password = await addAccount(room.octavo, 'lapsed', 'reader')
  const epub = await room.bookFile('Alice.epub')
  await use('offline-lapsed', await room.open({ ...PHONE, serviceWorker: true }, 'stranger'), async screen => {
    const { page, forget } = screen
    await page.goto('/sign-in')
    await signIn(page, 'lapsed', password)
    await workerReady(page)
    await download(page, epub)
    await page.goto('/offline')
    await onDevice(page).waitFor()
    await page.goto('/library')
    const kinds = async () => (await cachesOf(page)).map(name => name.replace(/^octavo-[0-9a-f-]{36}-/, '')).sort()
    await until(kinds, names => names.includes('seen') && names.includes('covers'))
    await page.context().clearCookies()
    await page.goto('/library')
    await page.waitForURL('**/sign-in**')
    await until(kinds, names => names.every(name => name.startsWith('book-')))
    expect((await kinds()).length).toBe(1)
    forget()
  })
})

test('an offline reader retries rarely, and continues when the server answers', async () => {
  const comic = await room.bookFile('Science Comics 001 (1946).cbz')
  await use('offline-quiet', await room.open(WITH_WORKER), async ({ page, forget }) => {
    await page.goto(`/books/${comic.id}/read?page=1`)
    await page.locator('img[src*="/pages/1"]').first().waitFor()
    await page.context().setOffline(true)
    let asked = 0
    page.on('request', () => {
      asked += 1
    })
    await page.keyboard.press('End')
    await callBars(page)
    // The first sign that nobody answers, and the next question.
    await page.getByText(/^(Can’t reach the server|Offline\.)/).waitFor()
    await page.waitForEvent('request', request => request.url().endsWith('/health'))
    expect(asked).toBeLessThan(20)
    await backOnline(page)
    await page.locator(`img[src*="/pages/${comic.pageCount}"]`).first().waitFor()
    forget()
  })
})

test('many covers that fail hardly ask whether the server answers', async () => {
  await use('covers-fail', await room.open(DESKTOP), async ({ page, forget }) => {
    let [failed, asked, underway] = [0, 0, 0]
    const isHealth = (url: string) => url.endsWith('/health')
    page.on('request', request => {
      if (!isHealth(request.url())) return
      asked++
      underway++
    })
    page.on('requestfinished', request => {
      if (isHealth(request.url())) underway--
    })
    // One after the other, each once the page has dealt with the failure before: else one question would do for several.
    let last: Promise<unknown> = Promise.resolve()
    const frame = () => page.evaluate(() => new Promise(requestAnimationFrame))
    await page.route('**/thumbnail*', route => {
      last = last.then(async () => {
        await route.fulfill({ status: 503 })
        await frame()
        await frame()
        await until(
          async () => underway,
          count => count === 0,
        )
        failed++
      })
    })
    await page.goto('/library?show=books')
    await until(
      async () => failed,
      count => count >= 5,
    )
    expect(asked).toBeLessThan(3)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    forget()
  })
})
