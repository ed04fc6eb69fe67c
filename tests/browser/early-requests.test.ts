// The page sends its first requests before the app's code is there: the app takes their answers and sends none twice.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Request } from 'playwright-core'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

const NOBODY = '00000000-0000-7000-8000-000000000000'
/** How the script of the page is named by the build. */
const EARLY = /\/assets\/early-[\w-]+\.js$/

for (const [name, options] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`no request is sent twice on a ${name}, and the first ones before the app runs`, async () => {
    const [series] = (await room.admin.get<{ data: { id: string }[] }>('/api/v1/series?pageSize=1')).data
    const first = {
      '/': '/api/v1/user/home',
      '/library': '/api/v1/series/list?page=1&pageSize=100&sort=name%2Casc',
      [`/series/${series?.id}`]: `/api/v1/series/${series?.id}`,
    }
    await room.visit(`early-${name}`, options, async ({ page }) => {
      let asked: Request[] = []
      page.on('request', request => asked.push(request))
      // Twice: on the first visit the browser does not know yet that somebody is signed in.
      for (const [path, address] of [...Object.entries(first), ...Object.entries(first)]) {
        asked = []
        await page.goto(path)
        await page.locator('[data-cover] img[data-fit]').first().waitFor()
        await settled(page)
        // The page before may have sent a last one.
        const from = asked.findLastIndex(request => request.isNavigationRequest())
        const paths = asked.slice(from).map(request => request.url().slice(room.octavo.url.length))
        expect(paths.filter(path => EARLY.test(path)).length).toBe(1)
        // Scans are read again with the first event, and covers of two rows may be the same.
        const api = paths.filter(path => path.startsWith('/api/') && !/\/scans\/active|\/thumbnail/.test(path))
        expect(api.filter((path, at) => api.indexOf(path) !== at)).toEqual([])
        expect(api.indexOf(address)).toBeWithin(0, 5)
        expect(paths.filter(path => path === '/api/v1/auth/me').length).toBe(1)
      }
    })
  })
}

test('what is out of sight is requested after the first covers, even if the first rows come late', () =>
  room.visit('early-late', PHONE, async ({ page }) => {
    // A slow machine must not reach the limit after which the rest no longer waits (COVERS_MS).
    await page.addInitScript(() => {
      const plain = window.setTimeout.bind(window)
      const patient = (work: TimerHandler, ms?: number) => plain(work, ms === 4000 ? 600_000 : ms)
      window.setTimeout = patient as typeof window.setTimeout
    })
    let isAsked = false
    page.on('request', request => {
      isAsked ||= new URL(request.url()).pathname === '/api/v1/scans/active'
    })
    const held = async (address: string) => {
      let release = () => {}
      const released = new Promise<void>(resolve => {
        release = resolve
      })
      await page.route(address, async route => {
        await released
        await route.continue()
      })
      return release
    }
    const rows = await held('**/api/v1/books/recently-added**')
    const covers = await held('**/thumbnail**')
    /** What is requested without waiting has been requested by then. */
    const laterFrames = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 10; frame++)
          await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
      })
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await laterFrames()
    expect(isAsked).toBe(false)
    rows()
    await page.locator('[data-cover] img[loading="eager"]').first().waitFor({ state: 'attached' })
    await laterFrames()
    expect(isAsked).toBe(false)
    covers()
    await until(
      async () => isAsked,
      asked => asked,
    )
  }))

test('if the app is there before the answer that says which rows there are, each row is requested once', () =>
  room.visit('early-rows', PHONE, async ({ page }) => {
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.route('**/api/v1/user/home', async route => {
      const answer = await route.fetch()
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      await route.fulfill({ response: answer })
    })
    await page.goto('/')
    await page.locator('[data-cover] img[data-fit]').first().waitFor()
    await settled(page)
    const rows = asked.filter(url => /\/recently-|\/in-progress|\/on-deck|want-to-read|recommendations/.test(url))
    expect(rows.length).toBeGreaterThanOrEqual(6)
    expect(rows.filter((url, at) => rows.indexOf(url) !== at)).toEqual([])
  }))

test('what does not exist is requested once', () =>
  room.visit('early-missing', DESKTOP, async ({ page, forget }) => {
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    for (const path of [`/books/${NOBODY}`, `/series/${NOBODY}`]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await settled(page)
      expect(asked.filter(each => each === `/api/v1${path}`).length).toBe(1)
      forget()
    }
  }))

test('an early answer for somebody else is not shown', () =>
  room.visit('early-other', DESKTOP, async ({ page }) => {
    await page.route('**/api/v1/libraries?pageSize=500', async route => {
      const answer = await route.fetch()
      const isEarly = !route.request().headers()['x-octavo-user']
      const headers = {
        ...answer.headers(),
        ...(isEarly && { 'x-octavo-user': NOBODY }),
      }
      const body = isEarly ? JSON.stringify({ data: [], total: 0, page: 1, pageSize: 500, totalPages: 0 }) : undefined
      await route.fulfill({ response: answer, headers, ...(body && { body }) })
    })
    await page.goto('/')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Library|Comics|browser/ })
      .first()
      .waitFor()
    await page.getByRole('heading', { name: 'Libraries' }).waitFor()
  }))
