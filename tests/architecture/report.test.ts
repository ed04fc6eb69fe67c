// The summary of `npm test`: every test and file is counted.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT, temporaryFolder } from '../kit/paths'

interface Results {
  readonly passed: number
  readonly failures: readonly string[]
}

interface Reading {
  readonly testFiles: (root: string, folders: readonly string[]) => string[]
  readonly readReport: (report: string, code: number, files?: readonly string[]) => Results
  readonly filesToRunAgain: (failures: readonly string[], files: readonly string[]) => string[]
  readonly afterSecondRun: (first: Results, second: Results) => Results & { readonly unsteady: readonly string[] }
}

const FILES = {
  'a.test.ts': `
    import { describe, expect, test } from 'bun:test'
    describe('outer', () => describe('a <b> & "c"', () => {
      test('is wrong', () => expect(1).toBe(2))
      test('is right', () => expect(1).toBe(1))
    }))
    test['skip']('is left out', () => undefined)`,
  'in/b.test.tsx': "import { test } from 'bun:test'; test('is right', () => undefined)",
  'in/unloadable.test.ts': "import './nothing'",
  'in/crash.test.ts': "import { test } from 'bun:test'; test('ends it all', () => process.exit(0))",
  'in/hook.test.ts': `
    import { beforeAll, test } from 'bun:test'
    beforeAll(() => { throw new Error('no') })
    test('never runs', () => undefined)`,
  'in/helper.ts': '',
  'node_modules/c.test.ts': "import { test } from 'bun:test'; test('of others', () => undefined)",
}
const { path: folder, remove } = temporaryFolder('report')
const report = join(folder, 'report.xml')
let reading: Reading

beforeAll(async () => {
  reading = (await import(join(ROOT, 'scripts/test/junit.mjs'))) as Reading
  for (const [name, source] of Object.entries(FILES)) await Bun.write(join(folder, name), source)
  const args = ['test', '--parallel=2', '--reporter=junit', `--reporter-outfile=${report}`]
  await Bun.spawn([process.execPath, ...args], { cwd: folder, stdout: 'ignore', stderr: 'ignore' }).exited
})
afterAll(remove)

test('lists tests that failed, did not run, could not be loaded or crashed', () => {
  const files = reading.testFiles(folder, ['.'])
  expect(files.sort()).toEqual([
    'a.test.ts',
    'in/b.test.tsx',
    'in/crash.test.ts',
    'in/hook.test.ts',
    'in/unloadable.test.ts',
  ])
  const { passed, failures } = reading.readReport(report, 1, files)
  expect(passed).toBe(2)
  expect(failures.toSorted()).toEqual([
    'a.test.ts: is left out (did not run)',
    'a.test.ts: outer > a <b> & "c" > is wrong',
    'in/crash.test.ts: (worker crashed)',
    'in/hook.test.ts: (unnamed)',
    'in/unloadable.test.ts: none of its tests ran',
  ])
})

test('an unexplained exit code is a failure', () => {
  const failures = (...args: Parameters<Reading['readReport']>) => reading.readReport(...args).failures
  expect(failures(join(folder, 'none.xml'), 0)).toEqual(['ended with code 0 and without a report'])
  expect(failures(join(folder, 'in/helper.ts'), 3)).toEqual(['ended with code 3, and no test says why'])
  expect(failures(join(folder, 'in/helper.ts'), 0, ['x.test.ts'])).toEqual(['x.test.ts: none of its tests ran'])
})

test('failed files run again unless they are many or unknown', () => {
  const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']
  expect(reading.filesToRunAgain(['a.test.ts: one', 'a.test.ts: two', 'c.test.ts: three'], files)).toEqual([
    'a.test.ts',
    'c.test.ts',
  ])
  expect(
    reading.filesToRunAgain(
      files.map(file => `${file}: one`),
      files,
    ),
  ).toEqual([])
  expect(reading.filesToRunAgain(['ended with code 1 and without a report'], files)).toEqual([])
  expect(reading.filesToRunAgain([], files)).toEqual([])
})

test('what failed twice, or only in the second run, is a failure; what passed then is unsteady', () => {
  const first = { passed: 10, failures: ['a.test.ts: twice', 'a.test.ts: once'] }
  const second = { passed: 3, failures: ['a.test.ts: twice', 'a.test.ts: only now'] }
  expect(reading.afterSecondRun(first, second)).toEqual({
    passed: 10,
    failures: ['a.test.ts: twice', 'a.test.ts: only now'],
    unsteady: ['a.test.ts: once'],
  })
})
