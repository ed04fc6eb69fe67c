// Layout rules that the dependency rules cannot express.
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/paths'
import { exportedNames, isTest, places, sources } from './sources'

const all = sources()
const product = all.filter(source => !isTest(source))

test('the sources are found', () => {
  expect(all.length).toBeGreaterThan(100)
})

test('no file is longer than 350 lines', () => {
  const long = all
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 350)
  expect(long).toEqual([])
})

test('files and folders are kebab-case, with the role after a dot', () => {
  const odd = all
    .flatMap(({ path }) => path.split('/'))
    .filter(part => !/^_{0,2}[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(part))
  expect(odd).toEqual([])
})

test('no folder has an empty name: utils, helpers, common, service, manager', () => {
  const vague = /(^|[/.-])(utils?|helpers?|commons?|misc|services?|managers?)([/.-]|$)/
  // A service worker is what browsers call it.
  expect(all.map(({ path }) => path).filter(path => vague.test(path.replace('service-worker', '')))).toEqual([])
})

test('what the dependency rules do not look into imports no test, so that it is in no circle', () => {
  for (const [path, fewest] of [
    ['tests/kit/gated-app.ts', 15],
    ['tests/api/list-sql.ts', 10],
  ] as const) {
    const text = all.find(one => one.path === path)?.text ?? ''
    const imported = [...text.matchAll(/(?:\bfrom|\bimport\(?) ?'(\.[^']*)'/g)].map(([, from = '']) => from)
    expect(imported.length, path).toBeGreaterThanOrEqual(fewest)
    expect(imported.filter(from => !/^\.\.\/\.\.\/(server|contract)\/src\/(?!.*testing)/.test(from))).toEqual([])
  }
})

test('only config reads the environment', () => {
  const readers = product
    .filter(({ path }) => /^(contract|server|web)\/src\//.test(path) && !path.startsWith('server/src/config/'))
    // What Vite puts in when it builds is no environment.
    .flatMap(source => places(source, /\b(process|Bun|import\.meta)\.env\b(?!\.(DEV|PROD)\b)/))
  expect(readers).toEqual([])
})

test('only parser processes decode images, whichever decoder', () => {
  // That of the runtime is imported from nowhere, so that the dependency rules cannot see it.
  const decoders = product
    .filter(({ path }) => path.startsWith('server/src/') && !path.startsWith('server/src/workers/decode/'))
    .flatMap(source => places(source, /\bBun\.Image\b|\.image\(\)/))
  expect(decoders).toEqual([])
})

test('every feature has a front door of at most 15 names', () => {
  const inside = /^server\/src\/features\/([^/]+\/[^/]+)\//
  const features = new Set(all.map(({ path }) => inside.exec(path)?.[1]).filter(name => name !== undefined))
  const doors = [...features].map(name => {
    const door = all.find(({ path }) => path === `server/src/features/${name}/index.ts`)
    return { name, names: door ? exportedNames(door) : null }
  })
  expect(doors.filter(({ names }) => names === null)).toEqual([])
  expect(doors.filter(({ names }) => (names?.length ?? 0) > 15)).toEqual([])
  expect(doors.filter(({ names }) => names?.includes('*'))).toEqual([])
})

test('every protocol declares what it serves', () => {
  const inside = /^server\/src\/protocols\/([^/]+)\//
  const protocols = new Set(all.map(({ path }) => inside.exec(path)?.[1]).filter(name => name !== undefined))
  const silent = [...protocols].filter(
    name => !readdirSync(join(ROOT, 'server/src/protocols', name)).includes('README.md'),
  )
  expect(silent).toEqual([])
})

test('no input is bound to the address: letters typed quickly would be lost', () => {
  const bound = product
    .filter(({ path, text }) => /^web\/src\/.*\.tsx$/.test(path) && /\buseSearch\(/.test(text))
    .flatMap(({ path, text }) => {
      const taken = [...text.matchAll(/const (?:\{([^}]*)\}|(\w+)) = [^\n]*\buseSearch\(/g)]
      const names = taken.flatMap(([, list, one]) => one ?? (list ?? '').match(/\w+(?=\s*(?:[,=]|$))/g) ?? [])
      const inputs = text.match(/<(?:input|TextInput|Textarea|NumberInput)\b[^>]*?\bvalue=\{\w+/g) ?? []
      return inputs.filter(input => names.includes(/\w+$/.exec(input)?.[0] ?? '')).map(input => `${path}: ${input}`)
    })
  expect(bound).toEqual([])
})

test('no test is skipped', () => {
  const left = all
    .filter(isTest)
    .flatMap(source => places(source, /\b(test|it|describe)\.(only|skip|todo|if|skipIf|todoIf)\b/))
  expect(left).toEqual([])
})

test('the product has no TODO or FIXME', () => {
  expect(product.flatMap(source => places(source, /\b(TODO|FIXME|XXX|HACK)\b/))).toEqual([])
})

test('features throw by code: no HTTP status outside http, protocols and the contract', () => {
  const status = /\bnew Response\([^)]*status|\.status\((4|5)\d\d\)/
  const rooms = /^server\/src\/(features|db|formats|workers|kernel|platform)\//
  const found = product.filter(({ path }) => rooms.test(path) && !path.endsWith('.routes.ts'))
  expect(found.flatMap(source => places(source, status))).toEqual([])
})
