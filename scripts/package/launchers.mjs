// The `octavo` command of a package: the same file as that of a checkout.
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-bun.mjs'

export const copyLauncher = (folder, { os }) => {
  if (os === 'win32') {
    const lines = readFileSync(join(root, 'octavo.cmd'), 'utf8').split(/\r?\n/)
    writeFileSync(join(folder, 'octavo.cmd'), lines.join('\r\n'))
    return
  }
  const file = join(folder, 'octavo')
  copyFileSync(join(root, 'octavo'), file)
  chmodSync(file, 0o755)
}
