// Finds the Bun installed by `npm ci`. Plain Node, no dependencies: this runs before anything else.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** bun's install script puts its binary here, on every platform under this one name. */
const placed = ['bun', 'bin', 'bun.exe']

/** Path of the binary if install scripts were not allowed: in the package of this platform. */
const packaged = () => {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch
  const file = process.platform === 'win32' ? 'bun.exe' : 'bun'
  return ['', '-musl'].map(libc => ['@oven', `bun-${os}-${cpu}${libc}`, 'bin', file])
}

/** The path of the Bun binary, or null when the dependencies are not installed. */
export const findBun = () => {
  for (const parts of [placed, ...packaged()]) {
    const path = join(root, 'node_modules', ...parts)
    // Before the install script has run, the first of these is only a stub.
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) return path
  }
  return null
}

/** The path of the Bun binary; ends the program with an explanation if there is none. */
export const requireBun = () => {
  const bun = findBun()
  if (bun) return bun
  console.error(`Octavo's dependencies are not installed. Run this once, then start again:\n\n  cd ${root} && npm ci\n`)
  process.exit(1)
}
