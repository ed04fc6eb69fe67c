import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from '../find-bun.mjs'
import { start } from './child.mjs'

/**
 * Starts the PostgreSQL shared by all stages. Returns the environment that tells tests where it is, and a function that
 * stops it. Without it each stage starts its own, so a failure here is only reported.
 */
export const startPostgres = async (bun, env) => {
  const child = start(bun, ['tests/kit/postgres-main.ts'], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').catch(() => undefined)
  const answered = once(createInterface({ input: child.stdout }), 'line')
  const late = new Promise(resolve => setTimeout(resolve, 60_000).unref())
  const line = await Promise.race([answered, ended.then(() => undefined), late])
  const address = line && String(line[0]).startsWith('{') ? JSON.parse(line[0]).url : undefined
  return {
    env: address ? { OCTAVO_TEST_POSTGRES: address } : {},
    // It stops when its input ends, and deletes its data.
    stop: async () => {
      child.stdin.end()
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 5_000).unref())])
    },
  }
}
