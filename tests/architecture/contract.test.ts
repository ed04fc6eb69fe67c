import { expect, test } from 'bun:test'
import { PERMISSIONS } from '@octavo/contract/access'
import { ROUTES } from '@octavo/contract/routes'
import { isTest, sources } from './sources'

const called = (route: (typeof ROUTES)[number]) => `${route.method} ${route.path}`

function twice(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}

test('every route declares who may call it', () => {
  const known: readonly string[] = ['public', 'login', ...PERMISSIONS]
  expect(ROUTES.length).toBeGreaterThan(0)
  expect(ROUTES.filter(route => !known.includes(route.access)).map(called)).toEqual([])
})

test('names and addresses of routes are unique', () => {
  expect(twice(ROUTES.map(({ id }) => id))).toEqual([])
  expect(twice(ROUTES.map(route => called(route).replace(/\{[^}]*\}/g, '{}')))).toEqual([])
})

test('exactly the parameters of a path are declared', () => {
  const differing = ROUTES.filter(route => {
    const inPath = [...route.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => name).sort()
    const shape = (route.params as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
    return JSON.stringify(inPath) !== JSON.stringify(Object.keys(shape).sort())
  })
  expect(differing.map(called)).toEqual([])
})

test('only routes needed before signing in are public', () => {
  const open = ROUTES.filter(({ access }) => access === 'public').map(called)
  expect(
    open.filter(
      name =>
        !/ \/(health|opds\/v2\/authentication|koreader\/(healthcheck|users\/create)|\{prefix\}\/api\/v1\/(claim|oauth2\/providers|client-settings\/global\/list)|api\/v1\/(auth|setup|info|openapi|settings\/branding))/.test(
          name,
        ),
    ),
  ).toEqual([])
})

/** Members of Zod that the contract may call besides: they make no schema. */
const MAKE_NONE = ['made', 'makeNamedSchemas', 'toJSONSchema', 'globalRegistry.get', 'globalRegistry.remove']

test('the contract makes schemas only by functions that wait for their first use', () => {
  const files = sources().filter(source => source.path.startsWith('contract/src/') && !isTest(source))
  const text = files.find(({ name }) => name === 'zod.ts')?.text ?? ''
  const waiting = [...text.matchAll(/lazily\(zod\.([\w.]+)\)/g)].map(([, name]) => name ?? '')
  expect(waiting).toContain('iso.datetime')
  const allowed = new Set([...waiting, ...MAKE_NONE])
  const others = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bz\.([\w.]+)\(/g)].flatMap(([, name = '']) =>
      allowed.has(name) ? [] : [`${path}: z.${name}`],
    ),
  )
  expect(others).toEqual([])
})
