import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logFilesOf, openLogFile } from './log-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const fail = (error: Error) => {
  throw error
}
const line = (text: string) => `${text.padEnd(9, '.')}\n`
const read = (path: string) => readFileSync(path, 'utf8')

test('begins a new file before a line would make it too large, and deletes the oldest', () => {
  const path = join(folder, 'logs', 'octavo.log')
  const log = openLogFile({ path, maxBytes: 25, count: 3 }, fail)
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) log.write(line(text))
  expect(read(path)).toBe(line('g'))
  expect(read(`${path}.1`)).toBe(line('e') + line('f'))
  expect(read(`${path}.2`)).toBe(line('c') + line('d'))
  expect(existsSync(`${path}.3`)).toBe(false)
  expect(logFilesOf({ path, count: 3 })).toEqual([path, `${path}.1`, `${path}.2`])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('continues the file of an earlier process; a single file is truncated', () => {
  const path = join(folder, 'octavo.log')
  writeFileSync(path, line('old'))
  const log = openLogFile({ path, maxBytes: 25, count: 1 }, fail)
  log.write(line('a'))
  expect(read(path)).toBe(line('old') + line('a'))
  log.write(line('b'))
  expect(read(path)).toBe(line('b'))
})

test('a line larger than a file is written whole', () => {
  const path = join(folder, 'octavo.log')
  const log = openLogFile({ path, maxBytes: 5, count: 2 }, fail)
  log.write(line('large'))
  log.write(line('next'))
  expect([read(`${path}.1`), read(path)]).toEqual([line('large'), line('next')])
})

test('a file that another process rotated is opened again, not rotated twice', () => {
  const path = join(folder, 'octavo.log')
  const log = openLogFile({ path, maxBytes: 15, count: 3 }, fail)
  log.write(line('a'))
  renameSync(path, `${path}.1`)
  writeFileSync(path, line('other'))
  log.write(line('b'))
  expect([read(`${path}.1`), read(path)]).toEqual([line('a'), line('other') + line('b')])
})

test('a file that cannot be written is reported once', () => {
  writeFileSync(join(folder, 'file'), '')
  const problems: Error[] = []
  const log = openLogFile({ path: join(folder, 'file', 'octavo.log'), maxBytes: 15, count: 2 }, error => {
    problems.push(error)
  })
  log.write(line('a'))
  log.write(line('b'))
  expect(problems).toHaveLength(1)
})

test('a file on a full disk is opened and closed again', () => {
  const log = openLogFile({ path: '/dev/full', maxBytes: 1_000, count: 1 }, () => undefined)
  const open = () => readdirSync('/proc/self/fd').length
  const before = open()
  try {
    for (let turn = 1; turn <= 20; turn++) {
      setSystemTime(Date.now() + 20_000)
      log.write(line('a'))
    }
    expect(open()).toBeLessThan(before + 5)
  } finally {
    setSystemTime()
  }
})
