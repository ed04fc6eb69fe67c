// Fails when contract/openapi.json is not what the contract's sources say.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireBun, root } from '../find-bun.mjs'

const folder = mkdtempSync(join(tmpdir(), 'octavo-openapi-'))
const fresh = join(folder, 'openapi.json')
const run = spawnSync(requireBun(), ['server/src/main.ts', 'openapi', '--output', fresh], {
  cwd: root,
  stdio: 'inherit',
})
const committed = join(root, 'contract/openapi.json')
const same =
  run.status === 0 && existsSync(committed) && readFileSync(fresh, 'utf8') === readFileSync(committed, 'utf8')
rmSync(folder, { recursive: true, force: true })
if (!same) {
  console.log('contract/openapi.json is not what the contract says. Run `npm run openapi` and commit the result.')
  process.exit(1)
}
