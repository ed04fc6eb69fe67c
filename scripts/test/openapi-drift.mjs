// Fails when contract/openapi.json is not what the contract's sources say.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireBun, root } from '../find-bun.mjs'

const folder = mkdtempSync(join(tmpdir(), 'octavo-openapi-'))
const fresh = join(folder, 'openapi.json')
const run = spawnSync(requireBun(), ['server/src/main.ts', 'openapi', '--output', fresh], {
  cwd: root,
  stdio: 'inherit',
})
const same =
  run.status === 0 && readFileSync(fresh, 'utf8') === readFileSync(join(root, 'contract/openapi.json'), 'utf8')
rmSync(folder, { recursive: true, force: true })
if (!same) {
  console.log('contract/openapi.json is not what the contract says. Run `npm run openapi` and commit the result.')
  process.exit(1)
}
