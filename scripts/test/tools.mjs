// Tools for the tests besides `npm ci`: Chromium with fonts, python3, curl, perl, and the fixtures. Installs what it may.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { root } from '../find-bun.mjs'
import { CADDY, HEADLESS_SHELL, NGINX, unpacked } from './unpacked.mjs'

const onPath = name =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(file => existsSync(file))

const CHROMIUMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const findChromium = () =>
  [process.env.OCTAVO_TEST_CHROMIUM, ...CHROMIUMS.map(onPath), ...APPLICATIONS].find(path => path && existsSync(path))

/** Without a CJK font, half of the fixtures' names are boxes on every screenshot. Unknown (no fontconfig) is no reason to stop. */
const lacksFonts = () => {
  const list = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' })
  return list.status === 0 && list.stdout.trim() === ''
}

/** How to become root without a prompt: nothing, sudo, or null if neither works. */
const asRoot = () => {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null
}

const apt = args => {
  const prefix = asRoot()
  if (!prefix || !onPath('apt-get')) return false
  const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
  return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 }).status === 0
}

const updateLists = () => apt(['update', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'])

const installPackages = packages => {
  console.log(`  installing ${packages.join(', ')} by apt-get`)
  return updateLists() && apt(['install', '-y', '--no-install-recommends', ...packages])
}

/** The requested one, else the lightest available. */
const chooseChromium = () => {
  const found = findChromium()
  const light = process.env.OCTAVO_TEST_CHROMIUM || onPath('chromium-headless-shell') || !onPath('apt-get')
  return (!light && unpacked(HEADLESS_SHELL, updateLists)) || found
}

/** Unpacked, not installed: the installed package would start a service. */
const hasProxy = proxy =>
  onPath(proxy.name) || existsSync(join('/', proxy.program)) || (onPath('apt-get') && unpacked(proxy, updateLists))

/** Returns `{ chromium, shared, problems }`; a problem is a sentence with what to install. */
export const prepareTools = () => {
  const wanted = []
  if (!findChromium()) wanted.push('chromium')
  if (lacksFonts()) wanted.push('fonts-noto-cjk')
  if (!onPath('python3')) wanted.push('python3')
  if (!onPath('curl')) wanted.push('curl')
  // For ExifTool.
  if (!onPath('perl')) wanted.push('perl')
  // For systemd-analyze: the tests of deploy/.
  if (!onPath('systemd-analyze')) wanted.push('systemd')
  if (wanted.length > 0) installPackages(wanted)
  const problems = []
  const chromium = chooseChromium()
  if (!chromium) {
    problems.push(
      'The browser tests need Chromium. Install it (Debian and Ubuntu: `apt-get install chromium fonts-noto-cjk`), or name an executable in OCTAVO_TEST_CHROMIUM.',
    )
  }
  for (const { name } of [NGINX, CADDY].filter(proxy => !hasProxy(proxy))) {
    problems.push(
      `The tests of reverse proxies need ${name}. Install it (Debian and Ubuntu: \`apt-get install ${name}\`).`,
    )
  }
  if (!onPath('systemd-analyze')) problems.push('The tests of the systemd unit need systemd-analyze: install systemd.')
  if (!onPath('curl')) problems.push('The tests of downloads need curl: install curl.')
  if (!onPath('perl')) problems.push('ExifTool, which reads PDFs in tests, needs perl: install perl.')
  if (!onPath('python3'))
    problems.push('The tests need python3 to write test libraries: install python3 (3.9 or later).')
  const shared = resolve(process.env.OCTAVO_TEST_SHARED ?? join(root, '../shared'))
  if (!existsSync(join(shared, 'fixtures/expected.json'))) {
    problems.push(
      `The fixtures are not at ${join(shared, 'fixtures')}: name the folder that holds them in OCTAVO_TEST_SHARED.`,
    )
  }
  return { chromium, shared, problems }
}
