import { expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { temporaryFolder } from '../../../tests/kit/paths'
import type { HttpEnv } from './identity'
import { serveWebApp } from './web-app'

const page = (script: string) => `<title>Octavo</title><script type="module" src="/assets/${script}"></script>`

function build(folder: string, script: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets', script), `export const name = '${script}'`)
  writeFileSync(join(folder, 'index.html'), page(script))
}

function served(folder: string, name = () => 'Shelf') {
  const app = new Hono<HttpEnv>()
  serveWebApp(app, folder, name)
  return async (path: string) => {
    const answer = await app.request(path)
    return { status: answer.status, text: await answer.text() }
  }
}

test('a page and its files are of the current build', async () => {
  const folder = temporaryFolder('web-app')
  const dist = join(folder.path, 'dist')
  const get = served(dist)
  expect((await get('/')).status).toBe(503)
  build(dist, 'first.js')
  expect((await get('/library')).text).toBe(page('first.js').replace('Octavo', 'Shelf'))
  expect((await get('/assets/first.js')).text).toContain('first.js')

  build(dist, 'second.js')
  // No page was requested since.
  expect((await get('/assets/second.js')).text).toContain('second.js')
  expect((await get('/')).text).toBe(page('second.js').replace('Octavo', 'Shelf'))
  expect((await get('/assets/first.js')).status).toBe(404)

  // While a new build is being written.
  rmSync(join(dist, 'index.html'))
  rmSync(join(dist, 'assets'), { recursive: true })
  expect((await get('/series/1')).text).toBe(page('second.js').replace('Octavo', 'Shelf'))
  build(dist, 'third.js')
  writeFileSync(join(dist, 'assets', 'late.js'), 'export const late = true')
  expect((await get('/')).text).toContain('third.js')
  writeFileSync(join(dist, 'assets', 'later.js'), 'export const later = true')
  for (const name of ['third.js', 'late.js', 'later.js']) expect((await get(`/assets/${name}`)).status).toBe(200)
  folder.remove()
})

test('a page that the browser has is not sent again, whatever a proxy did to its tag', async () => {
  const folder = temporaryFolder('web-app-tag')
  build(join(folder.path, 'dist'), 'first.js')
  const app = new Hono<HttpEnv>()
  serveWebApp(app, join(folder.path, 'dist'), () => 'Shelf')
  const get = (headers: Record<string, string>) => app.request('/', { headers })
  const tag = (await get({})).headers.get('etag') ?? ''
  // The same for every encoding, so it cannot be a strong one (RFC 9110, 8.8.1).
  expect((await get({ 'accept-encoding': 'gzip' })).headers.get('etag')).toBe(tag)
  expect(tag).toStartWith('W/"')
  for (const sent of [tag, tag.slice(2), `"other", ${tag}`]) {
    const answer = await get({ 'if-none-match': sent })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([304, 'no-cache'])
  }
  expect((await get({ 'if-none-match': 'W/"other"' })).status).toBe(200)
  folder.remove()
})

test('paths above the build are not found', async () => {
  const folder = temporaryFolder('web-app-above')
  const dist = join(folder.path, 'dist')
  build(dist, 'first.js')
  writeFileSync(join(folder.path, 'secrets.json'), '{}')
  const get = served(dist)
  for (const path of ['/%2e%2e/secrets.json', '/assets/%2e%2e/%2e%2e/secrets.json', '/..%2fsecrets.json']) {
    expect([path, (await get(path)).status]).toEqual([path, 404])
  }
  folder.remove()
})

test('the content security policy allows only the script of chapter frames, by its hash', async () => {
  const folder = temporaryFolder('web-app-policy')
  const dist = join(folder.path, 'dist')
  build(dist, 'first.js')
  writeFileSync(join(dist, 'assets', 'bridge-abc_-12.js'), 'let x')
  const app = new Hono<HttpEnv>()
  serveWebApp(app, dist, () => 'Shelf')
  const policy = (await app.request('/')).headers.get('content-security-policy')
  // echo -n 'let x' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain("script-src 'self' 'sha256-dXKOHtfmzrnYeAHYBCbUmBpIqmNFRVEF6ulA+ucuqt0='")
  folder.remove()
})

test('files that the build has compressed are sent so to browsers that accept it', async () => {
  const folder = temporaryFolder('web-app-brotli')
  const dist = join(folder.path, 'dist')
  build(dist, 'first.js')
  const text = `export const name = 'first.js'`
  writeFileSync(join(dist, 'assets', 'first.js.br'), brotliCompressSync(text))
  const app = new Hono<HttpEnv>()
  serveWebApp(app, dist, () => 'Shelf')
  const get = (accepted: string, path = '/assets/first.js') =>
    app.request(path, { headers: { 'accept-encoding': accepted } })
  const packed = await get('gzip, deflate, br, zstd')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('vary')).toBe('Accept-Encoding')
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(text)
  for (const [accepted, encoding] of [
    ['gzip, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['library', null],
  ] as const) {
    expect((await get(accepted)).headers.get('content-encoding')).toBe(encoding)
  }
  expect((await get('br', '/assets/first.js.br')).status).toBe(404)
  // As in a package.
  rmSync(join(dist, 'assets', 'first.js'))
  expect(await (await get('identity')).text()).toBe(text)
  expect((await get('br')).headers.get('content-encoding')).toBe('br')
  // The server writes its name into pages, which are not compressed by the build.
  expect((await get('br', '/')).headers.get('content-encoding')).toBeNull()
  folder.remove()
})
