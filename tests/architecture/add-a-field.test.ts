// The worked examples of CONTRIBUTING.md, applied literally to a copy of the sources: they compile, take few files, and
// the added fields of series and books can be listed, edited and locked on both databases.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/paths'
import { copyRepository } from './add-a-field/repository-copy'
import { withStep, workedExamples } from './add-a-field/worked-example'

setDefaultTimeout(240_000)

const { TYPES_ON_ONE_CORE } = (await import(join(ROOT, 'scripts/test/stages.mjs'))) as {
  TYPES_ON_ONE_CORE: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
}

/** Written by hand, with the label in each language. */
const MOST_FILES = 9

let copy: ReturnType<typeof copyRepository>
const examples = workedExamples()

beforeAll(() => {
  copy = copyRepository()
  for (const step of examples.flat()) {
    const path = join(copy.path, step.path)
    writeFileSync(path, withStep(step.above === null ? '' : readFileSync(path, 'utf8'), step))
  }
})
afterAll(() => copy?.remove())

async function run(...words: string[]): Promise<{ readonly code: number; readonly said: string }> {
  const env = { ...process.env, ...TYPES_ON_ONE_CORE.env }
  const child = Bun.spawn([process.execPath, ...words], { cwd: copy.path, env, stdout: 'pipe', stderr: 'pipe' })
  const [out, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, said: `${out}${problems}` }
}

test.each([
  ['a series', examples[0]],
  ['a book', examples[1]],
])('a plain field of %s that is filtered, sorted, shown and edited takes at most nine files', (_, steps = []) => {
  expect(steps.length).toBeGreaterThan(0)
  expect(new Set(steps.map(({ path }) => path)).size).toBeLessThanOrEqual(MOST_FILES)
})

test('both compile without further changes', async () => {
  expect((await run('web/catalogues/write-types.ts')).code).toBe(0)
  for (const project of ['.', 'web']) {
    const words = ['--noEmit', ...TYPES_ON_ONE_CORE.args, '-p', project]
    const { code, said } = await run('node_modules/typescript/bin/tsc', ...words)
    expect([project, code, said]).toEqual([project, 0, ''])
  }
})

test('both are listed, edited and locked on both databases, and are on every screen', async () => {
  const { code, said } = await run('test', './tests/architecture/add-a-field/added-field.ts')
  expect(code === 0 ? '' : said).toBe('')
  expect(said).toMatch(/\b0 fail\b/)
})
