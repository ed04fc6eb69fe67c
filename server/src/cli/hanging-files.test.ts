// A hanging disk blocks the threads that read from it.
import { afterAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, temporaryFolder } from '../../../tests/kit/paths'

const folder = temporaryFolder('hanging')
afterAll(folder.remove)

/** Opens pipes that nobody writes to, which block like a dead network disk, and then reads another file. */
const SCRIPT = `
import { open, stat } from 'node:fs/promises'
for (const pipe of process.argv.slice(2)) open(pipe, 'r').catch(() => {})
await Bun.sleep(200)
const answer = await Promise.race([stat('/').then(() => 'answered'), Bun.sleep(20_000).then(() => 'stalled')])
console.log(answer)
process.exit(0)
`

test('sixteen files that never answer do not delay other files', () => {
  const script = join(folder.path, 'script.ts')
  writeFileSync(script, SCRIPT)
  const pipes = Array.from({ length: 16 }, (_, index) => join(folder.path, `pipe-${index}`))
  for (const pipe of pipes) expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  const environment = spawnSync(
    'node',
    [
      '-p',
      `import('${join(ROOT, 'scripts/server-env.mjs')}').then(m => console.log(JSON.stringify(m.serverEnvironment({ PATH: process.env.PATH }))))`,
    ],
    { encoding: 'utf8' },
  ).stdout.split('\n')
  const env = JSON.parse(environment.find(line => line.startsWith('{"')) ?? '{}')
  const { stdout } = spawnSync(process.execPath, [script, ...pipes], { env, encoding: 'utf8' })
  expect(stdout.trim()).toBe('answered')
})
