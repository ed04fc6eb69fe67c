// Bundles the server into a few files, which start in half the time: `node scripts/build-server.mjs`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireBun, root } from './find-bun.mjs'
import { fingerprint } from './fingerprint.mjs'
import { removeAbandoned } from './remove-abandoned.mjs'

/** At the same depth below the project's folder as the server's sources, which find the web app by a relative path. */
const dist = join(root, 'dist')
/** Of these, main.js is started by people and the others by the server. */
const entries = [
  ...['server/src/main.ts', 'server/src/workers/child.ts'],
  'server/src/features/operations/backups/backup-child.ts',
]
/** The lock file represents the versions of the libraries. */
const sources = ['server/src', 'contract/src', 'package-lock.json', 'scripts/build-server.mjs']
/** Packages that load binaries or files next to their code; loaded only when needed. */
export const leftOut = [
  ...['sharp', '@hyzyla/pdfium', '@jsquash/jxl', '7z-wasm', 'libheif-js', 'node-unrar-js', 'pg'],
  ...['@napi-rs/canvas', '@fontsource-variable/*'],
]
/** A server that was started from an older build loads parts of it later. */
const MOST_BUILDS = 3

/**
 * The file to start, built again when the sources have changed. Each build has its own folder, named by a hash of its
 * inputs, and appears there atomically. Without write access, the sources themselves are started; without sources, the
 * newest build.
 */
export const serverMain = () => {
  if (!existsSync(join(root, entries[0]))) {
    const [newest] = builds()
    if (newest) return join(newest, 'main.js')
    console.error(`Octavo's server is neither built nor are its sources there. Get them again, or run: npm run build`)
    process.exit(1)
  }
  const folder = join(dist, fingerprint(sources).slice(0, 16))
  const main = join(folder, 'main.js')
  if (existsSync(main) || build(folder)) return main
  return join(root, entries[0])
}

const build = folder => {
  const part = `${folder}.${process.pid}`
  try {
    mkdirSync(part, { recursive: true })
  } catch {
    return false
  }
  const options = ['--target=bun', '--splitting', '--sourcemap=linked', '--minify', '--keep-names']
  const names = ['--entry-naming=[name].[ext]', '--chunk-naming=[name]-[hash].[ext]']
  const left = leftOut.flatMap(name => ['--external', name])
  const args = ['build', ...entries, `--outdir=${part}`, ...options, ...names, ...left]
  const run = spawnSync(requireBun(), args, { cwd: root, encoding: 'utf8' })
  if (run.status !== 0)
    console.error(`${run.stdout ?? ''}${run.stderr ?? ''}\nThe server could not be built (above is why).`)
  const done = run.status === 0 && (isMoved(part, folder) || existsSync(folder))
  rmSync(part, { recursive: true, force: true })
  if (done) {
    removeOld()
    removeAbandoned(dist, /^[0-9a-f]{16}\.(old-)?\d+$/)
  }
  return done
}

/** False if another process was faster. */
const isMoved = (from, to) => {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}

/** The folders of all builds, the newest first. */
const builds = () => {
  if (!existsSync(dist)) return []
  const found = readdirSync(dist)
    .filter(name => /^[0-9a-f]{16}$/.test(name))
    // Another process may have removed one meanwhile.
    .map(name => ({
      path: join(dist, name),
      time: statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
  return found.sort((a, b) => b.time - a.time).map(({ path }) => path)
}

const removeOld = () => {
  for (const path of builds().slice(MOST_BUILDS)) {
    // Renamed first: a folder that loses its files looks new to another process, which would remove a newer one.
    const old = `${path}.old-${process.pid}`
    if (isMoved(path, old)) rmSync(old, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const main = serverMain()
  console.log(main)
  // The sources: it was not built.
  if (main.endsWith('.ts')) process.exitCode = 1
}
