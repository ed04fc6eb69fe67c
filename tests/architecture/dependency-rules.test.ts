// A rule that matches nothing never fails: each one is tested with a small tree that violates it.
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { writeLibrary as writeFiles } from '../kit/books'
import { ROOT, temporaryFolder } from '../kit/paths'

const CONFIG = join(ROOT, '.dependency-cruiser.cjs')

interface RuleFile {
  readonly default: { readonly forbidden: readonly { readonly name: string }[] }
}

const BREACHES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no-cycles': {
    'server/src/kernel/a.ts': "import { b } from './b'\nexport const a = () => b",
    'server/src/kernel/b.ts': "import type { a } from './a'\nexport const b = 1\nexport type B = typeof a",
  },
  'nobody-imports-test-files': {
    'server/src/kernel/a.test.ts': 'export type A = 1',
    'server/src/db/testing.ts': "import type { A } from '../kernel/a.test'\nexport type B = A",
  },
  'features-stand-in-ranks': {
    'server/src/features/g/x/index.ts': "import type { y } from '../y'\nexport type x = typeof y",
    'server/src/features/g/y/index.ts': "export const y = 1\nexport * from './inner'",
    'server/src/features/g/y/inner.ts': "import type { x } from '../x'\nexport type inner = x",
  },
  ...Object.fromEntries(
    ['people', 'lists', 'catalogue', 'reading', 'finding', 'ingest'].map((group, index, groups) => {
      const above = groups[index + 1] ?? 'operations'
      return [
        `${group}-knows-only-groups-below`,
        {
          [`server/src/features/${group}/x/a.ts`]: `import '../../${above}/y'`,
          [`server/src/features/${above}/y/index.ts`]: '',
        },
      ]
    }),
  ),
  'every-import-resolves': { 'server/src/kernel/a.ts': "import './gone'" },
  'kernel-knows-only-what-is-below': {
    'server/src/kernel/a.ts': "import '../config/b'",
    'server/src/config/b.ts': '',
  },
  'db-knows-only-what-is-below': { 'server/src/db/a.ts': "import '../formats/b'", 'server/src/formats/b.ts': '' },
  'http-knows-only-what-is-below': {
    'server/src/http/a.ts': "import '../features/g/x'",
    'server/src/features/g/x/index.ts': '',
  },
  'features-knows-only-what-is-below': {
    'server/src/features/g/x/index.ts': "import type { b } from '../../../protocols/p/b'\nexport type a = b",
    'server/src/protocols/p/b.ts': 'export type b = 1',
  },
  'protocols-knows-only-what-is-below': {
    'server/src/protocols/p/a.ts': "import '../../app'",
    'server/src/app.ts': '',
  },
  'feature-front-door': {
    'server/src/features/g/x/a.ts': "import '../y/inner'",
    'server/src/features/g/y/inner.ts': '',
  },
  'outsiders-use-front-door': {
    'server/src/app.ts': "import './features/g/y/inner'",
    'server/src/features/g/y/inner.ts': '',
  },
  'protocols-are-islands': { 'server/src/protocols/p/a.ts': "import '../q/b'", 'server/src/protocols/q/b.ts': '' },
  'protocols-no-sql': { 'server/src/protocols/p/a.ts': "import 'kysely'" },
  'dialect-stays-home': {
    'server/src/features/g/x/a.ts': "import '../../../db/dialect/b'",
    'server/src/db/dialect/b.ts': '',
  },
  'drivers-stay-home': { 'server/src/features/g/x/a.ts': "import 'bun:sqlite'" },
  'sql-below-routes': { 'server/src/http/a.ts': "import 'kysely'" },
  'parsers-only-in-their-homes': { 'server/src/features/g/x/a.ts': "import 'sharp'" },
  'parsers-never-in-the-serving-process': {
    'server/src/app.ts': "import './workers/pool'",
    'server/src/workers/pool.ts': "import 'sharp'",
  },
  'processes-only-in-workers': { 'server/src/features/g/x/a.ts': "import 'node:child_process'" },
  'contract-is-the-floor': { 'contract/src/a.ts': "import '../../server/src/kernel/b'", 'server/src/kernel/b.ts': '' },
  'web-knows-contract-only': { 'web/src/a.ts': "import '../../server/src/kernel/b'", 'server/src/kernel/b.ts': '' },
  'web-takes-types-of-the-contract': { 'web/src/a.ts': "import '../../contract/src/b'", 'contract/src/b.ts': '' },
  'config-knows-only-what-is-below': { 'server/src/config/a.ts': "import '../db/b'", 'server/src/db/b.ts': '' },
  'formats-knows-only-what-is-below': {
    'server/src/formats/a.ts': "import '../workers/b'",
    'server/src/workers/b.ts': '',
  },
  'naming-knows-only-what-is-below': {
    'server/src/naming/a.ts': "import '../workers/b'",
    'server/src/workers/b.ts': '',
  },
  'workers-knows-only-what-is-below': {
    'server/src/workers/a.ts': "import '../platform/b'",
    'server/src/platform/b.ts': '',
  },
  'platform-knows-only-what-is-below': { 'server/src/platform/a.ts': "import '../http/b'", 'server/src/http/b.ts': '' },
  'app-knows-only-what-is-below': { 'server/src/app.ts': "import './main'", 'server/src/main.ts': '' },
  'cli-knows-only-what-is-below': { 'server/src/cli/a.ts': "import '../main'", 'server/src/main.ts': '' },
  'no-development-packages-in-what-runs': { 'server/src/kernel/a.ts': "import 'axe-core'" },
  'packages-are-declared': { 'server/src/kernel/a.ts': "import 'left-out'" },
  'contract-schemas-are-made-when-used': { 'contract/src/a.ts': "import 'zod'" },
  'plain-words-stay-plain': { 'contract/src/formats.ts': "import './b'", 'contract/src/b.ts': '' },
  'nobody-imports-tests': { 'server/src/kernel/a.ts': "import '../db/testing'", 'server/src/db/testing.ts': '' },
}

const installed = ['kysely', 'sharp', 'zod', 'axe-core', 'left-out'].flatMap(name => [
  [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
  [`node_modules/${name}/index.js`, ''],
])

const PACKAGES = {
  'package.json': JSON.stringify({
    name: 'octavo',
    dependencies: { kysely: '1.0.0', sharp: '1.0.0', zod: '1.0.0' },
    devDependencies: { 'axe-core': '1.0.0' },
  }),
  ...Object.fromEntries(installed),
  'contract/src/.keep.ts': '',
  'server/src/.keep.ts': '',
  'web/src/.keep.ts': '',
}

const scratch = temporaryFolder('rules')
afterAll(scratch.remove)

/** The names of the rules that a tree of files breaks. Why no process of its own: starting one takes longer than the check. */
async function brokenRules(name: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = join(scratch.path, name)
  writeFiles(folder, { ...PACKAGES, ...files })
  const options = await extractDepcruiseOptions(CONFIG)
  const { output } = await cruise(['contract/src', 'server/src', 'web/src'], { ...options, baseDir: folder })
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name)
}

test('every rule has a tree that breaks it', async () => {
  const { default: rules } = (await import(CONFIG)) as RuleFile
  const names = rules.forbidden.map(({ name }) => name)
  expect(Object.keys(BREACHES).sort()).toEqual(names.sort())
})

for (const [rule, files] of Object.entries(BREACHES)) {
  test(`${rule} reports a tree that breaks it`, async () => {
    expect(await brokenRules(rule, files)).toContain(rule)
  })
}

test('a tree that follows the rules breaks none', async () => {
  const files = {
    'contract/src/noun.ts': 'export type Noun = 1\nexport const noun = 1',
    'web/src/a.ts': "import type { Noun } from '../../contract/src/noun'\nexport type A = Noun",
    'server/src/kernel/a.ts': 'export const a = 1',
    'server/src/db/b.ts': "import { a } from '../kernel/a'\nimport 'kysely'\nexport const b = a",
    'server/src/features/g/x/index.ts': "export { x } from './x.queries'",
    'server/src/features/g/x/x.queries.ts': "import { b } from '../../../db/b'\nexport const x = b",
    'server/src/features/g/y/index.ts': "import { x } from '../x'\nexport const y = x",
    'server/src/protocols/p/p.ts': "import { y } from '../../features/g/y'\nexport const p = y",
    'server/src/app.ts': "import { p } from './protocols/p/p'\nexport const app = p",
  }
  expect(await brokenRules('whole', files)).toEqual([])
})
