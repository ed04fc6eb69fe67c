import { createInterface } from 'node:readline'
import { root } from '../find-bun.mjs'
import { start } from './child.mjs'

/**
 * Starts the PostgreSQL that all stages share; it ends with this program. Returns the environment that tells tests
 * where it is. Without it the tests start one each for themselves, so a failure here is only said, not counted.
 */
export const startPostgres = (bun, env) =>
  new Promise(resolve => {
    const child = start(bun, ['tests/kit/postgres-main.ts'], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
    const patience = setTimeout(() => resolve({}), 60_000)
    const answer = env => {
      clearTimeout(patience)
      resolve(env)
    }
    createInterface({ input: child.stdout }).once('line', line =>
      answer({ OCTAVO_TEST_POSTGRES: JSON.parse(line).url }),
    )
    child.on('error', () => answer({}))
    child.on('exit', () => answer({}))
  })
