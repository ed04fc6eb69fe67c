// A server below a path of a reverse proxy: the proxy removes the path, and the app works all the same.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { openBrowser, openScreen } from '../kit/browser'
import { until } from '../kit/client'
import { freePort } from '../kit/free-port'
import { temporaryFolder } from '../kit/paths'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { DESKTOP } from './reading-room'
import { writeSeries } from './shelves'

setDefaultTimeout(60_000)

const PATH = '/books/octavo'
const folder = temporaryFolder('below-path')
let octavo: Octavo
let browser: Browser
let proxy: ReturnType<typeof Bun.serve>
/** Requests outside the path: another application has that address. */
const strayed: string[] = []

beforeAll(async () => {
  await writeSeries(folder.path, 'Tide', { volumes: 1, pages: 2 })
  writeLibrary(folder.path, {
    'Rain/Rain.epub': ebook({ title: 'Rain', chapters: [{ title: 'One', paragraphs: ['It rained.'] }] }),
  })
  const port = await freePort()
  const env = { OCTAVO_BASE_URL: `http://127.0.0.1:${port}${PATH}`, OCTAVO_TRUSTED_PROXIES: '127.0.0.1' }
  ;[browser, octavo] = await Promise.all([
    openBrowser(),
    startOctavo({ database: 'sqlite', libraries: [folder.path], env }),
  ])
  const admin = await octavo.signInAsAdmin()
  await until(
    () => admin.get<{ data: { analyzed: boolean }[] }>('/api/v1/books'),
    ({ data }) => data.length === 2 && data.every(book => book.analyzed),
  )
  proxy = Bun.serve({
    hostname: '127.0.0.1',
    port,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (!pathname.startsWith(`${PATH}/`)) {
        strayed.push(pathname)
        return new Response('Somebody else', { status: 404 })
      }
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', '127.0.0.1')
      const target = `${octavo.url}${pathname.slice(PATH.length)}${search}`
      const body = request.body && (await request.arrayBuffer())
      return fetch(target, { method: request.method, headers, body, redirect: 'manual', decompress: false })
    },
  })
})
afterAll(async () => {
  await browser?.close()
  await proxy?.stop(true)
  await octavo?.stop()
  folder.remove()
})

test('signing in, shelves, covers, readers and the event stream all stay below it', async () => {
  const root = `http://127.0.0.1:${proxy.port}${PATH}`
  const screen = await openScreen(browser, root, { ...DESKTOP, reducedMotion: true })
  const { page } = screen
  const asked: string[] = []
  page.on('request', request => void asked.push(new URL(request.url()).pathname))

  await page.goto(`${root}/search?q=Tide`)
  await page.waitForURL(`${root}/sign-in?**`)
  await page.getByLabel('User name or e-mail').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  // Back to the page that was asked for.
  await page.waitForURL(`${root}/search?**`)

  await page.goto(`${root}/`)
  await page.locator('img[src*="/thumbnail"]').first().waitFor()
  await until(async () => asked.some(path => path.startsWith(`${PATH}/api/v1/events`)), Boolean)
  // A link that is opened in a new tab has its address from here.
  const links = await page.locator('a[href^="/"]').evaluateAll(all => all.map(each => each.getAttribute('href') ?? ''))
  expect(links.filter(href => href.includes('/series/') || href.includes('/books/')).length).toBeGreaterThan(1)
  expect(links.filter(href => !href.startsWith(`${PATH}/`))).toEqual([])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Tide')
  await page.getByRole('option', { name: /Tide/ }).first().click()
  await page.waitForURL(({ pathname }) => pathname !== `${PATH}/`)
  expect(new URL(page.url()).pathname).toStartWith(`${PATH}/`)

  const admin = await octavo.signInAsAdmin()
  const { data } = await admin.get<{ data: { id: string; title: string }[] }>('/api/v1/books')
  const idOf = (title: string) => data.find(book => book.title.startsWith(title))?.id ?? ''
  await page.goto(`${root}/books/${idOf('Tide')}/read`)
  await until(async () => asked.some(path => /\/pages\/1$/.test(path)), Boolean)
  await page.goto(`${root}/books/${idOf('Rain')}/read`)
  await until(
    async () =>
      (
        await Promise.all(
          page.frames().map(frame =>
            frame
              .locator('body')
              .innerText()
              .catch(() => ''),
          ),
        )
      ).join(),
    text => text.includes('It rained.'),
  )

  // A deep link loads its scripts and styles at any depth.
  await page.goto(`${root}/settings/users`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(asked.filter(path => !path.startsWith(PATH))).toEqual([])
  expect(strayed).toEqual([])
  await screen.close()
})

test('the manifest and feeds name addresses below it', async () => {
  const root = `http://127.0.0.1:${proxy.port}${PATH}`
  const manifest = (await (await fetch(`${root}/manifest.webmanifest`)).json()) as { start_url: string; scope: string }
  expect(new URL(manifest.start_url, `${root}/manifest.webmanifest`).pathname).toBe(`${PATH}/`)
  expect(new URL(manifest.scope, `${root}/manifest.webmanifest`).pathname).toBe(`${PATH}/`)
  const login = `Basic ${btoa(`${ADMIN.username}:${ADMIN.password}`)}`
  const feed = await (await fetch(`${root}/opds/v1/catalog`, { headers: { authorization: login } })).text()
  const links = [...feed.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href, `${root}/opds/v1/catalog`))
  expect(links.length).toBeGreaterThan(2)
  expect(links.filter(({ pathname }) => !pathname.startsWith(PATH))).toEqual([])
})
