import { expect, test } from 'bun:test'
import { readableLine } from './log-lines'

const line = (entry: object) => readableLine(JSON.stringify({ time: '2026-03-01T10:20:30.000Z', ...entry }))
const time = new Date('2026-03-01T10:20:30.000Z').toTimeString().slice(0, 8)

test('a line names time, level and message, then the facts', () => {
  expect(line({ level: 30, msg: 'stopping', signal: 'SIGTERM' })).toBe(`${time}  info   stopping  signal=SIGTERM`)
  expect(line({ level: 40, msg: 'late', task: { id: 'a' }, tries: 2 })).toBe(
    `${time}  warn   late  task={"id":"a"}  tries=2`,
  )
})

test('a long list is shown by its length', () => {
  const migrations = Array.from({ length: 21 }, (_, index) => `step-${index}`)
  expect(line({ level: 30, msg: 'up to date', migrations })).toBe(`${time}  info   up to date  migrations=21`)
  expect(line({ level: 30, msg: 'up to date', migrations: ['a', 'b'] })).toEndWith('migrations=a, b')
})

test('an error has its message on the line, and where it came from below when it is ours', () => {
  const err = { type: 'Error', message: 'disk full', stack: 'Error: disk full\n    at write (a.ts:1:2)' }
  expect(line({ level: 40, msg: 'not written', err })).toBe(`${time}  warn   not written  (disk full)`)
  expect(line({ level: 50, msg: 'not written', err })).toBe(
    `${time}  error  not written  (disk full)\n          at write (a.ts:1:2)`,
  )
})

test('foreign names cannot control the terminal, and lines that are no entries are unchanged', () => {
  expect(line({ level: 30, msg: 'seen', path: '\u001b[31mred\n' })).toEndWith('path=\ufffd[31mred\ufffd')
  expect(readableLine('no json')).toBe('no json')
})
