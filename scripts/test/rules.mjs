// Which file may import which: the rules of .dependency-cruiser.cjs.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { requireBun, root } from '../find-bun.mjs'

const PROGRAM = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const SOURCES = [
  ...['contract', 'server', 'bench', 'tests', 'scripts'],
  ...['src', 'service-worker', 'catalogues', 'build', 'vite.config.ts'].map(path => `web/${path}`),
]

const args = [PROGRAM, '--config', '.dependency-cruiser.cjs', ...SOURCES]
process.exit(spawnSync(requireBun(), args, { cwd: root, stdio: 'inherit' }).status ?? 1)
