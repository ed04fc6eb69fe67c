import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGED_LIVE } from './settings-changed-live'

const ROOT = join(import.meta.dir, '../../..')

test('the prefix of the Komga API cannot hide a route of the server or a page of the web app', () => {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'contract/openapi.json'), 'utf8')) as { paths: object }
  const routes = join(ROOT, 'web/src/routes')
  const pages = readdirSync(routes).flatMap(name =>
    [...readFileSync(join(routes, name), 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path ?? ''),
  )
  const first = [...Object.keys(paths), ...pages].map(path => path.split('/')[1] ?? '')
  const words = [...new Set(first)].filter(word => /^[a-z]/.test(word))
  expect(words).toContain('sign-in')
  const { schema } = CHANGED_LIVE['komga.prefix']
  expect(words.filter(word => schema.safeParse(word).success)).toEqual([])
  for (const word of ['komga', 'comics', 'my-komga-2']) expect(schema.safeParse(word).success).toBe(true)
})
