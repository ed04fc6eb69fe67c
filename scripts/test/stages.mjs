import { join } from 'node:path'
import { root } from '../find-bun.mjs'

/**
 * The stages of `npm test`, in order. A stage is either checks (programs whose exit code is the answer, each counts as
 * one test) or test files run by Bun. `minutes` is what it may take on two slow cores; beyond that it hangs.
 */
export const stagesFor = bun => {
  const run = (name, args, cwd = root) => ({ name, command: bun, args, cwd })
  const tool = (...path) => join(root, 'node_modules', ...path)
  const types = workspace =>
    run(`types of ${workspace}`, [tool('typescript', 'bin', 'tsc'), '--noEmit', '-p', workspace])
  return [
    { name: 'types', minutes: 8, checks: ['contract', 'server', 'web', 'tests', 'bench'].map(types) },
    {
      name: 'lint',
      minutes: 6,
      checks: [run('lint and format', [tool('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--colors=off', '.'])],
    },
    {
      name: 'rules',
      minutes: 8,
      checks: [
        run('dependency rules', [
          tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
          ...['--config', '.dependency-cruiser.cjs', 'contract/src', 'server/src', 'web/src', 'tests', 'bench'],
        ]),
      ],
    },
    {
      name: 'openapi',
      minutes: 3,
      checks: [run('OpenAPI document is up to date', ['scripts/test/openapi-drift.mjs'])],
    },
    { name: 'architecture', minutes: 8, tests: ['tests/architecture', 'tests/kit', 'tests/long'] },
    { name: 'unit', minutes: 25, tests: ['contract', 'server', 'web', 'bench'] },
    { name: 'build', minutes: 6, checks: [run('web app builds', ['scripts/build-web.mjs'])] },
    { name: 'api', minutes: 25, atOnce: 3, tests: ['tests/api'] },
    { name: 'schema', minutes: 15, tests: ['tests/schema'] },
    { name: 'bad-input', minutes: 15, tests: ['tests/bad-input'] },
    { name: 'protocols', minutes: 8, tests: ['tests/protocols'] },
    { name: 'browser', minutes: 25, tests: ['tests/browser'] },
  ]
}
