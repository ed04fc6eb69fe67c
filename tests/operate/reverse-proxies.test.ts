// nginx and Caddy with TLS in front of the server, with the files of deploy/proxy: below a path, and with a host name of its own.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP } from '../browser/reading-room'
import { copyFixtures } from '../browser/shelves'
import { openBrowser, openScreen, type Screen } from '../kit/browser'
import { until } from '../kit/client'
import { freePort } from '../kit/free-port'
import { ROOT, temporaryFolder } from '../kit/paths'
import { makeCertificate, type ReverseProxy, startCaddy, startNginx } from '../kit/reverse-proxies'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'

setDefaultTimeout(240_000)

/** Enough where the app is at the root, as in all other tests, and for a second proxy. */
const FEW = ['/', '/library', '/settings', '/settings/users', '/statistics']

interface Site {
  readonly file: string
  /** What the proxy removes from each address. */
  readonly path: '/books' | ''
  readonly screens: 'all' | 'few'
  readonly start: (folder: string, text: string) => Promise<ReverseProxy>
  /** The file of deploy/proxy with this port, certificate, key and server in place of its examples. */
  readonly fill: (text: string, values: Values) => string
}

interface Values {
  readonly port: number
  readonly certificate: string
  readonly key: string
  readonly url: string
}

const fillNginx: Site['fill'] = (text, { port, certificate, key, url }) =>
  text
    .replace(/listen \[::\]:443 ssl;/, '')
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`)
    .replace(/server_name \S+;/, 'server_name localhost;')
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    .replace('http://127.0.0.1:8080', url)

/** The second site of the file: below a path. */
const fillCaddy: Site['fill'] = (text, { port, certificate, key, url }) =>
  text
    .slice(text.indexOf('# Below a path'))
    .replace('127.0.0.1:8080', new URL(url).host)
    .replace(/^example\.org \{/m, `https://localhost:${port} {\n\ttls ${certificate} ${key}`)

const SITES: readonly Site[] = [
  { file: 'nginx-below-a-path.conf', path: '/books', screens: 'all', start: startNginx, fill: fillNginx },
  { file: 'nginx.conf', path: '', screens: 'few', start: startNginx, fill: fillNginx },
  { file: 'Caddyfile', path: '/books', screens: 'few', start: startCaddy, fill: fillCaddy },
]

/** The addresses of all screens, as the router has them; parameters still have their names. */
function screens(): string[] {
  const folder = join(ROOT, 'web/src/routes')
  return readdirSync(folder)
    .filter(file => /\.route\.tsx?$/.test(file))
    .flatMap(file => {
      const paths = [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)].map(
        ([, path = '']) => path,
      )
      // Those of the settings are below their frame.
      return file === 'settings.route.ts'
        ? paths.map(path => (path === '/settings' ? path : `/settings${path}`))
        : paths
    })
}

for (const { file, path, screens: extent, start, fill } of SITES) {
  describe(`by ${file}`, () => {
    const folder = temporaryFolder('proxy')
    let octavo: Octavo
    let proxy: ReverseProxy
    let browser: Browser
    let root: string
    let books: readonly BookDto[]
    let inside: (address: string) => boolean

    beforeAll(async () => {
      const shelf = join(folder.path, 'shelf')
      copyFixtures(shelf, {
        'Comics/Captain Science 001.cbz': 'cbz/Captain Science #001-cix.cbz',
        'Alice/Alice.epub': 'epub/stump-alice.epub',
        'Documents/Basic.pdf': 'pdf/basicapi.pdf',
      })
      const port = await freePort()
      root = `https://localhost:${port}${path}`
      inside = address => address === root || address.startsWith(`${root}/`)
      const env = { OCTAVO_BASE_URL: root, OCTAVO_TRUSTED_PROXIES: '127.0.0.1', OCTAVO_API_DOCS_ENABLED: 'true' }
      ;[browser, octavo] = await Promise.all([
        openBrowser(),
        startOctavo({ database: 'sqlite', libraries: [shelf], env }),
      ])
      const { certificate, key } = makeCertificate(folder.path)
      const text = readFileSync(join(ROOT, 'deploy/proxy', file), 'utf8')
      proxy = await start(folder.path, fill(text, { port, certificate, key, url: octavo.url }))
      const admin = await octavo.signInAsAdmin()
      const page = await until(
        () => admin.get<{ data: readonly BookDto[] }>('/api/v1/books'),
        ({ data }) => data.length === 3 && data.every(book => book.analyzed),
      )
      books = page.data
    })
    afterAll(async () => {
      await browser?.close()
      await proxy?.stop()
      await octavo?.stop()
      folder.remove()
    })

    const get = (address: string, init: RequestInit = {}) =>
      fetch(address, { redirect: 'manual', tls: { rejectUnauthorized: false }, ...init } as RequestInit)
    const book = (ending: string) => books.find(each => each.path.endsWith(ending)) as BookDto

    test('every screen works, and requests nothing outside the path', async () => {
      const screen = await openScreen(browser, root, { ...DESKTOP, reducedMotion: true, anyCertificate: true })
      const { page } = screen
      const asked: string[] = []
      page.on('request', request => void (request.url().startsWith('http') && asked.push(request.url())))
      await signIn(screen, root)
      const cookies = await page.context().cookies(`${root}/`)
      expect(
        cookies.filter(({ httpOnly }) => httpOnly).map(({ name, path: at, secure }) => ({ name, at, secure })),
      ).toEqual([
        path === ''
          ? { name: '__Host-auth_token', at: '/', secure: true }
          : { name: '__Secure-auth_token', at: path, secure: true },
      ])
      const { id, seriesId, libraryId } = book('.cbz')
      const values: Readonly<Record<string, string>> = {
        $bookId: id,
        $seriesId: seriesId,
        $libraryId: libraryId,
        $place: 'people',
        $kind: 'collections',
        // Nobody has made a list or a name.
        $listId: '',
        $nameId: '',
      }
      const addresses = screens().map(each =>
        each.replace(/\$\w+/g, name => values[name] ?? name).replace(/(.)\/$/, '$1'),
      )
      expect(addresses.length).toBeGreaterThan(40)
      expect(addresses.filter(each => each.includes('$'))).toEqual([])
      for (const address of extent === 'few' ? FEW : new Set(addresses)) {
        if (address.endsWith('/read')) continue
        await page.goto(`${root}${address}`, { waitUntil: 'load' })
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        expect({ address, stays: inside(page.url()) }).toEqual({ address, stays: true })
        expect({ address, problems: screen.problems() }).toEqual({ address, problems: [] })
      }
      await read(page, `${root}/books/${id}/read`, /\/pages\/1($|\?)/, asked)
      await read(page, `${root}/books/${book('.pdf').id}/read`, /\/file($|\?)|\/pages\/1($|\?)/, asked)
      await read(page, `${root}/books/${book('.epub').id}/read`, /\/epub\//, asked)
      await until(async () => asked.some(each => each.includes('/api/v1/events')), Boolean)
      expect(asked.filter(each => !inside(each) && !each.startsWith('blob:'))).toEqual([])
      expect(screen.problems()).toEqual([])
      await screen.close()
    })

    test('a change shows at once: the event stream is not buffered', async () => {
      const screen = await openScreen(browser, root, { ...DESKTOP, reducedMotion: true, anyCertificate: true })
      await signIn(screen, root)
      await screen.page.goto(`${root}/books/${book('.epub').id}`)
      await screen.page.getByRole('heading', { level: 1, name: /Alice/ }).waitFor()
      const admin = await octavo.signInAsAdmin()
      await admin.patch(`/api/v1/books/${book('.epub').id}/metadata`, { title: 'Through the Looking-Glass' })
      await screen.page.getByRole('heading', { level: 1, name: 'Through the Looking-Glass' }).waitFor()
      await screen.close()
    })

    test('feeds of both kinds and their redirects stay inside', async () => {
      const authorization = `Basic ${btoa(`${ADMIN.username}:${ADMIN.password}`)}`
      const seen = new Set<string>()
      const waiting = [`${root}/opds/v1/catalog`, `${root}/opds/v2`]
      while (waiting.length > 0 && seen.size < 60) {
        const address = waiting.shift() ?? ''
        if (seen.has(address)) continue
        seen.add(address)
        const answer = await get(address, { headers: { authorization } })
        expect({ address, ok: answer.ok }).toEqual({ address, ok: true })
        if (!/atom|opds|json/.test(answer.headers.get('content-type') ?? '')) {
          await answer.body?.cancel()
          continue
        }
        const links = [...(await answer.text()).matchAll(/"?href"?[=:]\s*"([^"{]+)"/g)].map(
          ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), address).href,
        )
        expect({ address, outside: links.filter(link => link.startsWith('http') && !inside(link)) }).toEqual({
          address,
          outside: [],
        })
        waiting.push(...links.filter(link => link.includes('/opds/')))
      }
      expect(seen.size).toBeGreaterThan(15)
    })

    test('the API documentation loads its parts from inside', async () => {
      const html = await (await get(`${root}/api/docs`)).text()
      for (const part of ['scalar.js', 'openapi.json']) {
        expect(html).toContain(`${path}/api/docs/${part}`)
        const answer = await get(`${root}/api/docs/${part}`)
        expect({ part, status: answer.status }).toEqual({ part, status: 200 })
        if (part === 'openapi.json' && path !== '') {
          expect(await answer.json()).toMatchObject({ servers: [{ url: path }] })
        } else await answer.body?.cancel()
      }
    })

    test('an address without its trailing slash redirects to the app', async () => {
      const { status, headers } = await get(path === '' ? `${root}/` : root)
      if (path === '') expect(status).toBe(200)
      else
        expect({ status, location: new URL(headers.get('location') ?? '', root).href }).toEqual({
          status: 308,
          location: `${root}/`,
        })
    })

    test('an upload and a large answer pass', async () => {
      const authorization = `Basic ${btoa(`${ADMIN.username}:${ADMIN.password}`)}`
      const file = await get(`${root}/api/v1/books/${book('.epub').id}/file`, {
        headers: { authorization, range: 'bytes=10-19' },
      })
      expect({ status: file.status, range: file.headers.get('content-range') }).toEqual({
        status: 206,
        range: `bytes 10-19/${book('.epub').fileSize}`,
      })
      expect(file.headers.get('strict-transport-security')).toStartWith('max-age=')
    })
  })
}

async function signIn({ page, forget }: Screen, root: string): Promise<void> {
  await page.goto(`${root}/search?q=Alice`)
  await page.waitForURL(`${root}/sign-in?**`)
  await page.getByLabel('User name or e-mail').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${root}/search?**`)
  // Asking who a stranger is answers 401.
  forget()
}

async function read(page: Page, address: string, wanted: RegExp, asked: readonly string[]): Promise<void> {
  const before = asked.length
  await page.goto(address)
  await until(async () => asked.slice(before).some(each => wanted.test(each)), Boolean)
}
