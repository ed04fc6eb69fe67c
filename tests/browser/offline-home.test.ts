// Home without a network: what can be read on this device, and nothing else.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { ADMIN } from '../kit/server'
import { download, onDevice, workerReady } from './device'
import { openReadingRoom, PHONE, pageOnScreen, type ReadingRoom, settled } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

test('offline, home shows only the books on this device, first those in progress', () =>
  room.visit('offline-home', { ...PHONE, serviceWorker: true }, async ({ page, forget }) => {
    const [comic, epub] = await Promise.all(['Science Comics 001 (1946).cbz', 'Alice.epub'].map(room.bookFile))
    if (!comic || !epub) throw new Error('No books')
    const context = page.context()
    await page.goto('/')
    await workerReady(page)
    for (const book of [comic, epub]) await download(page, book)
    await page.goto('/offline')
    await until(
      () => onDevice(page).count(),
      count => count === 2,
      60,
    )
    const begun = page.getByRole('region', { name: 'Continue reading' })
    const others = page.getByRole('region', { name: 'Available offline' })

    await context.setOffline(true)
    await page.goto('/')
    await others.getByRole('link', { name: /^Alice/ }).waitFor()
    await others.getByRole('link', { name: /^Science Comics/ }).waitFor()
    expect(await begun.count()).toBe(0)
    await page.goto(`/books/${comic.id}/read`)
    for (const number of [1, 2]) {
      await pageOnScreen(page, number).waitFor()
      await page.keyboard.press('ArrowRight')
    }
    await pageOnScreen(page, 3).waitFor()
    await page.goto('/')
    await begun.getByRole('link', { name: /^Continue Science Comics.*\b3\b/ }).waitFor()
    expect(await others.getByRole('link', { name: /^Science Comics/ }).count()).toBe(0)

    // The rows of the last visit are out of sight until the server is back.
    await context.setOffline(false)
    const elsewhere = await room.bookFile('tracemonkey.pdf')
    await room.admin.put(`/api/v1/books/${elsewhere.id}/progress`, { currentPage: 2 })
    await page.goto('/')
    await begun
      .getByRole('link', { name: /tracemonkey/ })
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'New books' }).getByRole('link').first().waitFor()
    await context.setOffline(true)
    await page.goto('/')
    await begun.getByRole('link', { name: /^Continue Science Comics/ }).waitFor()
    expect(await page.getByRole('region').getByRole('heading').allInnerTexts()).toEqual([
      'Continue reading',
      'Available offline',
    ])
    expect(await begun.getByRole('link', { name: /tracemonkey/ }).count()).toBe(0)
    await settled(page)
    await saveScreenshot(page, 'offline-home-phone')
    expect(await axeFindings(page)).toEqual([])

    await others.getByRole('heading').getByRole('link').click()
    await page.waitForURL('**/offline')
    await page.goBack()
    // The search was not opened before.
    await page.keyboard.press('/')
    await page.keyboard.type('alice')
    await page
      .getByRole('group', { name: 'Available offline' })
      .getByRole('option', { name: /^Alice/ })
      .waitFor()
    await saveScreenshot(page, 'offline-search-phone')
    // By the name of its series, which is not in its title.
    const alice = page.getByRole('option', { name: /^Alice/ })
    for (const [text, state] of [
      ['zzzz', 'detached'],
      ['carroll', 'visible'],
    ] as const) {
      await page.getByRole('combobox').fill(text)
      await alice.waitFor({ state })
    }
    await page.keyboard.press('Escape')
    await begun.getByRole('link', { name: /^Continue Science Comics/ }).click()
    await pageOnScreen(page, 3).waitFor()
    forget()
  }))

test('a book made available on the first visit opens offline, without another page load before', async () => {
  const epub = await room.bookFile('Alice.epub')
  await room.visit('offline-first-visit', { ...PHONE, serviceWorker: true }, async ({ page, forget }) => {
    await page.goto(`/books/${epub.id}`)
    await workerReady(page)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Make available offline' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'Available offline' }).click()
    await onDevice(page).waitFor()
    await page.context().setOffline(true)
    forget()
    await page.goto('/')
    const others = page.getByRole('region', { name: 'Available offline' })
    await others.getByRole('link', { name: /^Alice/ }).waitFor()
    await page.goto(`/books/${epub.id}/read`)
    await page.locator('iframe').first().waitFor()
    forget()
  })
})

test('after a sign-in, the app opens offline, without another page load before', async () => {
  await room.visitAsStranger('offline-sign-in', { ...PHONE, serviceWorker: true }, async ({ page, forget }) => {
    // The first events would have everything requested again, with the worker.
    await page.route('**/api/v1/events?*', () => undefined)
    // The worker hears late who has signed in: what was requested before is not stored.
    await page.addInitScript(() => {
      const put = Cache.prototype.put
      Cache.prototype.put = async function (key, answer) {
        if (key === '/signed-in') await new Promise(done => addEventListener('home-shown', done))
        return put.call(this, key, answer)
      }
    })
    await page.goto('/sign-in')
    await workerReady(page)
    await page.getByLabel('User name or e-mail').fill(ADMIN.username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    const home = page.getByRole('heading', { name: 'Home', level: 1 })
    await home.waitFor()
    await settled(page)
    await page.evaluate(() => dispatchEvent(new Event('home-shown')))
    const stored = () =>
      page.evaluate(async () => {
        for (const name of await caches.keys())
          if (await (await caches.open(name)).match('/api/v1/auth/me', { ignoreVary: true })) return true
        return false
      })
    await until(stored, isStored => isStored, 20)
    await page.context().setOffline(true)
    forget()
    await page.goto('/')
    await home.waitFor()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    forget()
  })
})
