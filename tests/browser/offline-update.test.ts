// The app is updated while a browser has the last version on the device: what is shown is of one version, always.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { openScreen } from '../kit/browser'
import { until } from '../kit/client'
import { freePort } from '../kit/free-port'
import { ADMIN } from '../kit/server'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(240_000)

let room: ReadingRoom
let proxy: ReturnType<typeof Bun.serve>
let version: 1 | 2 = 1
/** Names of the second version: the same files under names that are one letter longer. */
const renamed = (text: string) => text.replaceAll(/-([\w-]{8})\.(m?js|css)\b/g, '-$1Z.$2')

beforeAll(async () => {
  const one = { title: 'One', paragraphs: ['It rained.'] }
  room = await openReadingRoom({
    fill: folder => writeLibrary(folder, { 'Rain/Rain.epub': ebook({ title: 'Rain', chapters: [one] }) }),
  })
  proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: await freePort(),
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const isApp = !/^\/(?:api|epub|health)/.test(pathname)
      if (isApp && version === 1 && /Z\.(?:m?js|css)$/.test(pathname)) return new Response(null, { status: 404 })
      const isOld = version === 2 && /-[\w-]{8}\.(?:m?js|css)$/.test(pathname) && !/Z\.\w+$/.test(pathname)
      if (isOld) return new Response(null, { status: 404 })
      const path = pathname.replace(/Z(\.(?:m?js|css))$/, '$1')
      const headers = new Headers(request.headers)
      headers.delete('accept-encoding')
      headers.delete('if-none-match')
      headers.set('host', new URL(room.octavo.url).host)
      const body = request.body && (await request.arrayBuffer())
      const answer = await fetch(`${room.octavo.url}${path}${search}`, { method: request.method, headers, body })
      if (!isApp || version === 1 || !/text|javascript|css/.test(answer.headers.get('content-type') ?? ''))
        return answer
      const changed = new Headers(answer.headers)
      for (const name of ['content-length', 'content-encoding', 'etag']) changed.delete(name)
      return new Response(renamed(await answer.text()), { status: answer.status, headers: changed })
    },
  })
})
afterAll(async () => {
  await proxy?.stop(true)
  await room?.close()
})

/** Of which versions the scripts of the page are. */
const versions = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter(path => /^\/assets\/.*\.js$/.test(path))
        .map(path => (/Z\.js$/.test(path) ? 2 : 1)),
    ),
  ])

test('the version on the device is replaced as a whole', async () => {
  const root = `http://127.0.0.1:${proxy.port}`
  const screen = await openScreen(room.browser, root, { ...DESKTOP, reducedMotion: true, serviceWorker: true })
  const { page } = screen
  const context = page.context()
  await page.goto('/sign-in')
  await page.getByLabel('User name or e-mail').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  const home = page.getByRole('heading', { level: 1, name: 'Home' })
  await home.waitFor()
  await page.waitForFunction(() => navigator.serviceWorker?.controller !== null, undefined, { timeout: 120_000 })
  await page.reload()
  await home.waitFor()

  version = 2
  await context.setOffline(true)
  await page.reload()
  await home.waitFor()
  expect(await versions(page)).toEqual([1])

  await context.setOffline(false)
  await page.reload()
  await home.waitFor()
  expect(await versions(page)).toEqual([2])
  // The new worker takes over from the old one as soon as it has everything.
  const stored = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter(name => name.includes('precache'))
      const keys = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
      return keys.flat().some(({ url }) => /assets\/app-[\w-]{8}\.js/.test(url))
    })
  await until(stored, isOld => !isOld, 60)

  await context.setOffline(true)
  await page.reload()
  await home.waitFor()
  expect(await versions(page)).toEqual([2])
  await screen.close()
})
