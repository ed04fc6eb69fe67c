import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passwordOf, readSeedFile, SeedError } from './seed-file'

const folder = mkdtempSync(join(tmpdir(), 'octavo-seed-'))
const path = join(folder, 'seed.yaml')
afterAll(() => rmSync(folder, { recursive: true }))

function read(text: string) {
  writeFileSync(path, text)
  return readSeedFile(path)
}

test('each entry has its line number', () => {
  const { users, settings, libraries } = read(
    'users:\n  - username: b\n    email: b@c.de\n    passwordEnv: B\nsettings:\n  log.level: debug\nlibraries:\n  - { name: Comics, path: /books }\n',
  )
  expect(users).toEqual([
    { username: 'b', email: 'b@c.de', role: 'reader', passwordEnv: 'B', place: `${path}, line 2: users[0]` },
  ])
  expect(settings).toEqual([{ key: 'log.level', value: 'debug', place: `${path}, line 6: settings.log.level` }])
  expect(libraries).toMatchObject([{ name: 'Comics', path: '/books', place: `${path}, line 8: libraries[0]` }])
  expect(read('')).toMatchObject({ users: [], settings: [], libraries: [] })
})

test.each([
  ['users:\n  - username: b\n    email: b@c.de\n    password: x\n', 'line 2: users[0]'],
  ['users:\n  - username: b\n    email: b@c.de\n', 'needs exactly one of passwordFile'],
  [
    'users:\n  - { username: b, email: b@c.de, passwordFile: x, passwordEnv: X }\n',
    'needs exactly one of passwordFile',
  ],
  ['users:\n  - username: b\n    email: b@c.de\n    role: king\n    passwordEnv: B\n', 'line 4: users[0].role'],
  ['users:\n  - { username: b, email: b@c.de, passwordHash: $2b$10$abc }\n', 'must be an argon2id hash'],
  ['users: [', 'this is not valid YAML'],
  ['pets: []\n', 'pets'],
  ['- users\n', 'expected object'],
  [
    `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'.replace(/./g, one => `${one}: &${one} [${Array(9).fill(`*${String.fromCharCode(one.charCodeAt(0) - 1)}`)}]\n`)}`,
    'alias',
  ],
])('%j is refused', (text, problem) => {
  expect(() => read(text)).toThrow(SeedError)
  expect(() => read(text)).toThrow(path)
  expect(() => read(text)).toThrow(problem)
})

test('a missing or too large file is refused', () => {
  expect(() => readSeedFile(join(folder, 'none.yaml'))).toThrow('ENOENT')
  expect(() => read(`# ${'x'.repeat(1024 ** 2)}`)).toThrow('larger than 1 MB')
})

test('passwords come from a variable or the first line of a file next to the seed', () => {
  writeFileSync(join(folder, 'secret'), 'word\nmore\n')
  const user = { username: 'b', email: 'b@c.de', role: 'reader', place: 'here' } as const
  expect(passwordOf({ ...user, passwordFile: 'secret' }, folder, {})).toBe('word')
  expect(passwordOf({ ...user, passwordEnv: 'B' }, folder, { B: 'other' })).toBe('other')
  expect(() => passwordOf({ ...user, passwordEnv: 'B' }, folder, {})).toThrow('the variable B is not set')
  expect(() => passwordOf({ ...user, passwordFile: 'none' }, folder, {})).toThrow('ENOENT')
})
