// Chromium without windows, as Debian packs it: the same pages for two thirds of the work. It is unpacked into `.cache`
// and changes nothing on the machine; where that does not work, the tests run in the Chromium that is there.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-bun.mjs'

/** Both of one version: the program, and what it shares with Chromium. */
const PACKAGES = ['chromium-headless-shell', 'chromium-common']
const CACHE = join(root, '.cache')
const HOME = join(CACHE, 'headless-shell')
const PROGRAM = 'usr/lib/chromium/chromium-headless-shell'

const succeeds = (command, args, cwd = CACHE, seconds = 120) =>
  spawnSync(command, args, { cwd, stdio: 'ignore', timeout: seconds * 1000 }).status === 0

const download = folder => succeeds('apt-get', ['-qq', '-o', 'Acquire::Retries=0', 'download', ...PACKAGES], folder, 60)

/** Whether it loads here: a package holds no library of others. */
const runs = program => succeeds(program, ['--no-sandbox', '--dump-dom', 'about:blank'], CACHE, 30)

/** The path of its executable, or undefined. `update` makes apt's lists when they are not there. */
export const headlessShell = update => {
  const program = join(HOME, PROGRAM)
  if (existsSync(program)) return program
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'shell-'))
  try {
    if (!download(folder) && !(update() && download(folder))) return undefined
    const packed = readdirSync(folder).filter(name => name.endsWith('.deb'))
    const unpacked = packed.every(name => succeeds('dpkg-deb', ['-x', name, folder], folder))
    for (const name of packed) rmSync(join(folder, name))
    if (!unpacked || !runs(join(folder, PROGRAM))) return undefined
    renameSync(folder, HOME)
    return program
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
