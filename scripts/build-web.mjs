// Builds the web app when its sources are newer than what was built: `node scripts/build-web.mjs [--force]`.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireBun, root } from './find-bun.mjs'
import { fingerprint } from './fingerprint.mjs'
import { removeAbandoned } from './remove-abandoned.mjs'

const web = join(root, 'web')
const dist = join(web, 'dist')
/** In a build: the fingerprint of its sources. */
const STAMP = '.built-from'

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
  const isBuilt = existsSync(join(dist, 'index.html'))
  if (!force && isBuilt && !existsSync(join(web, 'src'))) return 0
  const now = fingerprint(sources)
  if (!force && isBuiltFrom(now)) return 0
  if (!force && !isWritable(web)) {
    console.error(
      isBuilt
        ? `The web app was built from other sources, and this user may not write to ${web}.`
        : `The web app is not built, and this user may not write to ${web}. As the owner of that folder, run: npm run build`,
    )
    return isBuilt ? 0 : 1
  }
  console.error('Building the web app…')
  removeAbandoned(web, /^dist\.\d+(\.old)?$/)
  const draft = `${dist}.${process.pid}`
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const args = ['--bun', vite, 'build', '--logLevel', 'warn', '--outDir', draft, '--emptyOutDir']
    const run = spawnSync(requireBun(), args, { cwd: web, encoding: 'utf8' })
    if (run.status !== 0) {
      console.error(`${run.stdout ?? ''}${run.stderr ?? ''}\nThe web app could not be built (above is why).`)
      return run.status ?? 1
    }
    writeFileSync(join(draft, STAMP), now)
    publish(draft, now)
    return 0
  } finally {
    remove(draft)
  }
}

const isBuiltFrom = now => {
  const stamp = join(dist, STAMP)
  return existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now
}

/** Replaces the last build. Another process may do the same at any time: then one of the two builds remains. */
const publish = (draft, now) => {
  const old = `${draft}.old`
  remove(old)
  try {
    moveIfThere(dist, old)
    renameSync(draft, dist)
  } catch (error) {
    // Not empty: another process put its build there after the last one was moved.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && !isBuiltFrom(now)) {
      moveIfThere(old, dist)
      throw error
    }
  } finally {
    remove(old)
  }
}

/** What another user built may stay. */
const remove = folder => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`${folder} is not needed and could not be removed: ${error.message}`)
  }
}

const moveIfThere = (from, to) => {
  try {
    renameSync(from, to)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
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
