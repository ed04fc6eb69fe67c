import { expect, test } from 'bun:test'
import { importsTooMany } from './style-imports'

const chain = (line: (next: number) => string) =>
  Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`styles/s${at}.css`, line(at + 1)]))
const asked = async (files: Readonly<Record<string, string>>, first = 'styles/s0.css') => {
  const read: string[] = []
  const isTooMuch = await importsTooMany(first, files[first] ?? '', async path => {
    read.push(path)
    return files[path] ?? null
  })
  expect(read.length).toBeLessThan(50)
  return isTooMuch
}

test.each([
  ['twice', (next: number) => `@import "s${next}.css"; @import 's${next}.css?b';`],
  ['by url()', (next: number) => `@import url(s${next}.css); @IMPORT url( "s${next}.css?b" );`],
  ['escaped', (next: number) => `@\\69mport "s${next}\\2e css"; @im\\port "../styles/./s${next}.css?b";`],
  [
    'behind comments',
    (next: number) => `@import/**//* " */"s${next}.css"; @charset "/*"; @import "s${next}.css?b"; /* */`,
  ],
  ['by its whole address', (next: number) => `@import "/styles/s${next}.css"; @import "/styles/s${next}.css?b";`],
])('stylesheets that import the next one %s are too many', async (_how, line) => {
  expect(await asked(chain(line))).toBe(true)
})

test('a few in a row, shared ones, a loop and other hosts are allowed', async () => {
  expect(
    await asked({ 'styles/s0.css': '@import "s0.css"; @import "a.css"', 'styles/a.css': '@import "s0.css";' }),
  ).toBe(false)
  const few = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`styles/a${at}.css`, '@import "../base.css";']))
  const list = Object.keys(few).map(path => `@import "${path.slice('styles/'.length)}";`)
  expect(await asked({ ...few, 'styles/s0.css': list.join('\n'), 'base.css': 'p { color: red }' })).toBe(false)
  const others = Array.from({ length: 100 }, (_, at) => `@import "https://other.example/${at}.css";`)
  expect(await asked({ 'styles/s0.css': others.slice(0, 20).join('') })).toBe(false)
  expect(
    await asked({ 'styles/s0.css': '@font-face { src: url(a) } @media print { p { color: red } }'.repeat(99) }),
  ).toBe(false)
})

test('a loop with a new query each time is refused, and a very long stylesheet is read at once', async () => {
  const loop = Array.from({ length: 9 }, (_, at) => `@import "s0.css?${at}";`).join('')
  expect(await asked({ 'styles/s0.css': loop })).toBe(true)
  // If each part were read to the end, this would take hours.
  expect(await asked({ 'styles/s0.css': '@import/*'.repeat(200_000) })).toBe(false)
  expect(await asked({ 'styles/s0.css': '@im\\'.repeat(400_000) })).toBe(false)
}, 60_000)
