// Debian packages unpacked into `.cache`, without installing or starting anything on the machine.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-bun.mjs'

const CACHE = join(root, '.cache')

const succeeds = (command, args, cwd = CACHE, seconds = 120) =>
  spawnSync(command, args, { cwd, stdio: 'ignore', timeout: seconds * 1000 }).status === 0

/**
 * The path of `program` from these packages, or undefined. A package holds no library of others, so the program is
 * tried with `trial`, unless it has been unpacked before. `update` makes apt's lists when they are not there.
 */
export const unpacked = ({ name, packages, program, trial }, update) => {
  const home = join(CACHE, name)
  if (existsSync(join(home, program))) return join(home, program)
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, `${name}-`))
  const download = () => succeeds('apt-get', ['-qq', '-o', 'Acquire::Retries=0', 'download', ...packages], folder, 60)
  try {
    if (!download() && !(update() && download())) return undefined
    const packed = readdirSync(folder).filter(file => file.endsWith('.deb'))
    const isUnpacked = packed.every(file => succeeds('dpkg-deb', ['-x', file, folder], folder))
    for (const file of packed) rmSync(join(folder, file))
    if (!isUnpacked || !succeeds(join(folder, program), trial, CACHE, 30)) return undefined
    renameSync(folder, home)
    return join(home, program)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Chromium without windows: the same pages for two thirds of the work. */
export const HEADLESS_SHELL = {
  name: 'headless-shell',
  // Both of one version: the program, and what it shares with Chromium.
  packages: ['chromium-headless-shell', 'chromium-common'],
  program: 'usr/lib/chromium/chromium-headless-shell',
  trial: ['--no-sandbox', '--dump-dom', 'about:blank'],
}

export const NGINX = { name: 'nginx', packages: ['nginx'], program: 'usr/sbin/nginx', trial: ['-v'] }
export const CADDY = { name: 'caddy', packages: ['caddy'], program: 'usr/bin/caddy', trial: ['version'] }
