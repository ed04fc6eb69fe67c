// Builds the web app when its sources are newer than what was built: `node scripts/build-web.mjs [--force]`.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireBun, root } from './find-bun.mjs'
import { fingerprint } from './fingerprint.mjs'

const web = join(root, 'web')
const stamp = join(web, 'dist', '.built-from')

/** All inputs of the built app. The lock file represents the versions of the libraries. */
const sources = [
  'web/src',
  'web/build',
  'web/catalogues',
  'web/service-worker',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'contract/src',
  'package-lock.json',
]

/**
 * Builds the web app if needed. Returns an exit code; prints one line while it builds, and everything if it fails. An
 * existing build is used without sources or write access, as in a folder built by root.
 */
export const buildWeb = ({ force = false } = {}) => {
  const isBuilt = existsSync(join(web, 'dist', 'index.html'))
  if (!force && isBuilt && !existsSync(join(web, 'src'))) return 0
  const now = fingerprint(sources)
  if (!force && isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return 0
  if (!force && isBuilt && !isWritable(join(web, 'dist'))) {
    console.error(`The web app was built from other sources, and this user may not write to ${join(web, 'dist')}.`)
    return 0
  }
  console.error('Building the web app…')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const run = spawnSync(requireBun(), ['--bun', vite, 'build', '--logLevel', 'warn'], { cwd: web, encoding: 'utf8' })
  if (run.status === 0) {
    writeFileSync(stamp, now)
    return 0
  }
  console.error(`${run.stdout ?? ''}${run.stderr ?? ''}\nThe web app could not be built (above is why).`)
  return run.status ?? 1
}

const isWritable = folder => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exit(buildWeb({ force: process.argv.includes('--force') }))
