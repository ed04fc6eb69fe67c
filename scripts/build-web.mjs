// Builds the web app when its sources are newer than what was built: `node scripts/build-web.mjs [--force]`.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireBun, root } from './find-bun.mjs'
import { fingerprint } from './fingerprint.mjs'

const web = join(root, 'web')
const stamp = join(web, 'dist', '.built-from')

/** Everything that decides what the built app is. The lock file stands for the versions of the libraries. */
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'contract/src',
  'package-lock.json',
]

/** Builds the web app if needed. Returns an exit code; says one line while it builds, and everything when it fails. */
export const buildWeb = ({ force = false } = {}) => {
  const now = fingerprint(sources)
  const index = join(web, 'dist', 'index.html')
  if (!force && existsSync(index) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return 0
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

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exit(buildWeb({ force: process.argv.includes('--force') }))
