// Which file may import which: the rules of .dependency-cruiser.cjs, and no circles anywhere (.dependency-circles.cjs).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { requireBun, root } from '../find-bun.mjs'

const PROGRAM = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const SOURCES = [
  ...['contract', 'server', 'bench', 'tests', 'scripts'],
  ...['src', 'service-worker', 'catalogues', 'build', 'vite.config.ts'].map(path => `web/${path}`),
]

for (const config of ['.dependency-cruiser.cjs', '.dependency-circles.cjs']) {
  const { status } = spawnSync(requireBun(), [PROGRAM, '--config', config, ...SOURCES], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
