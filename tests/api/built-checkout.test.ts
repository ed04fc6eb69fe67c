// A checkout that is built: by another user, by several launchers, after interrupted builds.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { until } from '../kit/client'
import { freePort } from '../kit/free-port'
import { ROOT, temporaryFolder } from '../kit/paths'
import { SERVER_MAIN } from '../kit/server-main'

setDefaultTimeout(60_000)

const NOBODY = 65_534
const BUILT = ['octavo', 'scripts', 'server/package.json', 'package.json', 'web/dist']
const SOURCES = ['server/src', 'contract/src', 'web/src', 'web/public', 'web/index.html', 'package-lock.json']

const folder = temporaryFolder('built')
const checkout = join(folder.path, 'octavo')
const copy = (path: string) => cpSync(join(ROOT, path), join(checkout, path), { recursive: true })

beforeAll(() => {
  chmodSync(folder.path, 0o755)
  for (const path of BUILT) copy(path)
  cpSync(dirname(SERVER_MAIN), join(checkout, 'dist', dirname(SERVER_MAIN).split('/').pop() ?? ''), { recursive: true })
  const bun = join(checkout, 'node_modules/bun/bin/bun.exe')
  mkdirSync(dirname(bun), { recursive: true })
  copyFileSync(process.execPath, bun)
  chmodSync(bun, 0o755)
})
afterAll(() => {
  setWritable(true)
  folder.remove()
})

function setWritable(writable: boolean): void {
  for (const entry of readdirSync(checkout, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), writable ? 0o755 : 0o555)
  }
  chmodSync(checkout, writable ? 0o755 : 0o555)
}

/** Starts the checkout as a user who may not write to it, and answers whether it serves its web app, with its words. */
async function served(name: string): Promise<{ readonly html: string; readonly words: string }> {
  const dataDir = join(folder.path, name)
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o777)
  const through =
    process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
  const port = await freePort()
  const child = Bun.spawn([...through, './octavo', 'serve'], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: dataDir,
      OCTAVO_DATA_DIR: join(dataDir, 'data'),
      OCTAVO_HOST: '127.0.0.1',
      OCTAVO_PORT: String(port),
      OCTAVO_LOG_LEVEL: 'warn',
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const page = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      answer => answer.text(),
      () => '',
    )
  const html = await until(page, text => text !== '' || child.exitCode !== null)
  child.kill('SIGTERM')
  await child.exited
  return { html, words: await new Response(child.stderr).text() }
}

test('starts without its sources, for a user without write permission', async () => {
  setWritable(false)
  const { html, words } = await served('without')
  expect(words).toBe('')
  expect(html).toContain('<div id="root">')
})

test('starts with its sources, also if the fingerprint of the web app is missing', async () => {
  setWritable(true)
  for (const path of SOURCES) copy(path)
  rmSync(join(checkout, 'web/dist/.built-from'), { force: true })
  setWritable(false)
  const { html, words } = await served('with')
  expect(html).toContain('<div id="root">')
  expect(words.trim()).toBe(
    `The web app was built from other sources, and this user may not write to ${join(checkout, 'web')}.`,
  )
})

test('says what to do if there is no web app and this user cannot build one', async () => {
  setWritable(true)
  rmSync(join(checkout, 'web/dist'), { recursive: true })
  setWritable(false)
  const { html, words } = await served('unbuilt')
  expect(html).toBe('')
  expect(words.trim()).toBe(
    `The web app is not built, and this user may not write to ${join(checkout, 'web')}. As the owner of that folder, run: npm run build`,
  )
})

/** Writes a page where the web app's build would write it, after a while. */
const QUICK_BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs'
const folder = process.argv[process.argv.indexOf('--outDir') + 1]
await Bun.sleep(200)
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/index.html', 'built')
`

test('several launchers may build the web app at the same time', async () => {
  setWritable(true)
  const vite = join(checkout, 'node_modules/vite/bin/vite.js')
  mkdirSync(dirname(vite), { recursive: true })
  writeFileSync(vite, QUICK_BUILD)
  const command = [join(checkout, 'node_modules/bun/bin/bun.exe'), 'scripts/build-web.mjs', '--force']
  const builds = Array.from({ length: 6 }, () => Bun.spawn(command, { cwd: checkout, stderr: 'pipe' }))
  const words = await Promise.all(builds.map(({ stderr }) => new Response(stderr).text()))
  const codes = await Promise.all(builds.map(({ exited }) => exited))
  expect({ codes, words }).toEqual({ codes: Array(6).fill(0), words: Array(6).fill('Building the web app…\n') })
  expect(readFileSync(join(checkout, 'web/dist/index.html'), 'utf8')).toBe('built')
  expect(readdirSync(join(checkout, 'web')).filter(name => name.startsWith('dist'))).toEqual(['dist'])
})

test('a build removes what interrupted builds left an hour ago, and no draft that is being written', () => {
  const [fresh, left] = [['dist.1'], ['dist.2', 'dist.3.old']].map(names =>
    names.map(name => join(checkout, 'web', name)),
  ) as [string[], string[]]
  for (const path of [...fresh, ...left]) mkdirSync(path)
  for (const path of left) utimesSync(path, new Date(), new Date(Date.now() - 3_700_000))
  const bun = join(checkout, 'node_modules/bun/bin/bun.exe')
  expect(Bun.spawnSync([bun, 'scripts/build-web.mjs', '--force'], { cwd: checkout }).exitCode).toBe(0)
  expect([...fresh, ...left].filter(path => existsSync(path))).toEqual(fresh)
})

test('npm start without dependencies says how to install them', () => {
  setWritable(true)
  cpSync(join(ROOT, 'package.json'), join(checkout, 'package.json'))
  rmSync(join(checkout, 'node_modules'), { recursive: true })
  const { exitCode, stderr } = Bun.spawnSync(['npm', 'start'], { cwd: checkout })
  expect(exitCode).toBe(1)
  expect(stderr.toString()).toContain(
    `Octavo's dependencies are not installed. Run this once, then start again:\n\n  cd ${checkout}/ && npm ci\n`,
  )
})
