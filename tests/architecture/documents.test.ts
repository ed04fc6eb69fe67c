// Documentation stays short, and names only existing files.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/paths'

const linesOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n')

/** Layers of the server, by which the page names files without `server/src`. */
const SERVER = /^(kernel|config|db|formats|workers|platform|http|features|protocols|app|cli)\//

const exists = (path: string) => ['', '.ts', '.tsx'].some(ending => existsSync(join(ROOT, path + ending)))

test('docs/architecture.md is at most 120 lines of 160 characters', () => {
  const lines = linesOf('docs/architecture.md')
  expect(lines.length).toBeLessThanOrEqual(120)
  expect(lines.filter(line => line.length > 160)).toEqual([])
})

test('docs/architecture.md names only files and folders that exist', () => {
  const text = linesOf('docs/architecture.md').join('\n')
  const named = [...text.matchAll(/`([\w.*/-]+)`/g)].flatMap(([, name = '']) => {
    if (SERVER.test(name)) return [`server/src/${name}`]
    return /^(web|tests|contract|bench|server)\//.test(name) ? [name] : []
  })
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter(path => !exists(path))).toEqual([])
  const linked = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => join('docs', path))
  expect(linked.length).toBeGreaterThan(5)
  expect(linked.filter(path => !exists(path))).toEqual([])
})

test('docs/performance.md is at most 150 lines of 200 characters', () => {
  const lines = linesOf('docs/performance.md')
  expect(lines.length).toBeLessThanOrEqual(150)
  expect(lines.filter(line => line.length > 200)).toEqual([])
})

test('entries of the changelog are one line of at most 25 words', () => {
  const entries = linesOf('CHANGELOG.md').filter(line => line.startsWith('- '))
  expect(entries.length).toBeGreaterThan(20)
  expect(entries.filter(entry => entry.split(' ').length - 1 > 25)).toEqual([])
  const rest = linesOf('CHANGELOG.md').filter(line => !/^(- |#|$|The format follows)/.test(line))
  expect(rest).toEqual([])
})
