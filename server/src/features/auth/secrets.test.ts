import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSecrets } from './secrets'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a secret is made once, kept for its owner alone, and found again', () => {
  const dataDir = join(folder, 'data')
  const made = loadSecrets({ dataDir, jwtSecret: null })
  expect(made.jwt).toHaveLength(32)
  expect(Buffer.from(loadSecrets({ dataDir, jwtSecret: null }).jwt)).toEqual(Buffer.from(made.jwt))
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('each server makes its own', () => {
  const made = ['a', 'b', 'c'].map(name => loadSecrets({ dataDir: join(folder, name), jwtSecret: null }).jwt)
  expect(new Set(made.map(jwt => Buffer.from(jwt).toString('hex'))).size).toBe(3)
})

test('of processes that start at once on one folder all have the same', async () => {
  const script = `
    const { loadSecrets } = await import(${JSON.stringify(join(import.meta.dir, 'secrets.ts'))})
    console.log(Buffer.from(loadSecrets({ dataDir: ${JSON.stringify(folder)}, jwtSecret: null }).jwt).toString('hex'))`
  const printed = await Promise.all(
    Array.from({ length: 6 }, () => new Response(Bun.spawn([process.execPath, '-e', script]).stdout).text()),
  )
  expect(printed[0]).toMatch(/^[0-9a-f]{64}\n$/)
  expect(new Set(printed).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
})

test('a configured secret is used as it is, and nothing is kept', () => {
  const jwtSecret = 'configured and long enough: 0123456789'
  expect(loadSecrets({ dataDir: folder, jwtSecret }).jwt).toEqual(new TextEncoder().encode(jwtSecret))
  expect(readdirSync(folder)).toEqual([])
  expect(() => loadSecrets({ dataDir: folder, jwtSecret: 'too short' })).toThrow('OCTAVO_AUTH_JWT_SECRET is too short')
})

test('damaged secrets are told, never replaced', () => {
  const file = join(folder, 'secrets.json')
  for (const text of ['', '{', '{}', 'null', '{"jwtSecret":"c2hvcnQ"}', '{"jwtSecret":7}']) {
    writeFileSync(file, text)
    expect(() => loadSecrets({ dataDir: folder, jwtSecret: null })).toThrow(`The secrets in ${file} are damaged`)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
})
