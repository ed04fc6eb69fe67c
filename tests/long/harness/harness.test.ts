// Tests of the harness itself: its faults would hide those of the server.
import { describe, expect, test } from 'bun:test'
import { temporaryFolder } from '../../kit/paths'
import { createAcknowledged, lost } from '../site/acknowledged'
import { percentile } from '../site/rest'
import { difference, lineOf } from '../site/state'
import { withFigures } from './document'
import { readOptions } from './options'
import { comparePairs } from './pairs'
import { random } from './random'
import type { Result, Row } from './row'

const row = (id: string, databases: Row['databases'] = ['sqlite', 'postgres']): Row => ({
  id,
  does: `what is done in ${id}`,
  required: 'all | well',
  databases,
  rounds: 3,
  minutes: 1,
  run: async () => ({ n: 1, figure: '', faults: [] }),
})

const result = (id: string, more: Partial<Result> = {}): Result => ({
  ...{ id, n: 3, pass: true, figure: '3/3', seed: 1, commit: 'abc', db: 'sqlite', date: '2026-01-02', seconds: 1 },
  faults: [],
  ...more,
})

test('the same seed gives the same values, and a branch has its own', () => {
  const draw = (seed: number) => Array.from({ length: 20 }, (_, n) => random(seed).branch(`${n}`).whole(1000))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  const numbers = random(1)
  const drawn = Array.from({ length: 1000 }, () => numbers.next())
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn)).toBeLessThan(1)
  expect(new Set(drawn).size).toBe(1000)
})

describe('the command line', () => {
  const rows = [row('F01'), row('M04', ['postgres'])]

  test('runs everything by default', () => {
    expect(readOptions([], rows)).toMatchObject({ rows, databases: ['sqlite', 'postgres'], rounds: null })
  })

  test('accepts rows, rounds, a seed and a database', () => {
    const options = readOptions(['m04', '--rounds', '7', '--seed', '9', '--database', 'postgres'], rows)
    expect(options).toEqual({ rows: rows.slice(1), databases: ['postgres'], rounds: 7, seed: 9 })
  })

  test('refuses unknown arguments', () => {
    expect(() => readOptions(['F99'], rows)).toThrow('There is no row F99. The rows are: F01, M04.')
    expect(() => readOptions(['--rounds', 'many'], rows)).toThrow('--rounds takes a whole number')
    expect(() => readOptions(['--database', 'oracle'], rows)).toThrow('sqlite or postgres')
  })
})

describe('the document', () => {
  const empty = 'prose\n<!-- figures: written by npm run test:long -->\n<!-- end of figures -->\nmore\n'
  const rows = [row('F01'), row('M04', ['postgres'])]
  const lines = (document: string) => document.split('\n').filter(line => /^\| [FM]\d/.test(line))

  test('reports each row and database, and rows that did not run', () => {
    const document = withFigures(empty, rows, [result('F01'), result('F01', { db: 'postgres', pass: false })])
    expect(document.startsWith('prose\n')).toBe(true)
    expect(document.endsWith('<!-- end of figures -->\nmore\n')).toBe(true)
    expect(lines(document)).toEqual([
      '| F01 | what is done in F01 | all \\| well | 3/3 | 3 | sqlite | yes | 2026-01-02 | abc |',
      '| F01 | what is done in F01 | all \\| well | 3/3 | 3 | postgres | **no** | 2026-01-02 | abc |',
      '| M04 | what is done in M04 | all \\| well | not run yet | 0 | postgres | no |  |  |',
    ])
  })

  test('preserves the figures of rows that did not run this time', () => {
    const first = withFigures(empty, rows, [result('F01'), result('M04', { db: 'postgres', figure: '12 | 13 ms' })])
    const second = withFigures(first, rows, [result('F01', { figure: '1/3', pass: false })])
    expect(lines(second)[0]).toContain('| 1/3 | 3 | sqlite | **no** |')
    expect(lines(second)[2]).toBe(lines(first)[2] ?? '')
    expect(withFigures(second, rows, [])).toBe(second)
  })

  test('must have a place for the figures', () => {
    expect(() => withFigures('prose', rows, [])).toThrow('no place for figures')
  })
})

describe('two states of a catalogue', () => {
  test('are equal if only keys and times differ, also between databases', () => {
    const sqlite = {
      pk: 1,
      id: 'a',
      title: 'Tide',
      deleted: 0,
      book_count: 3,
      created_at: 5,
      sort_key: Buffer.from('t'),
    }
    const postgres = { ...sqlite, pk: 9, id: 'b', deleted: false, book_count: '3', created_at: 6 }
    expect(lineOf('series', sqlite)).toBe(lineOf('series', postgres))
    expect(lineOf('series', sqlite)).not.toBe(lineOf('series', { ...postgres, title: 'Rain' }))
    expect(lineOf('series', sqlite)).not.toBe(lineOf('books', sqlite))
  })

  test('differ by missing, additional and repeated rows', () => {
    expect(difference(['a', 'b', 'c'], ['c', 'b', 'a'])).toEqual([])
    expect(difference(['a', 'b'], ['b', 'c'])).toEqual(['missing: a', 'too many: c'])
    expect(difference(['a'], ['a', 'a'])).toEqual(['too many: a'])
  })
})

describe('an acknowledged value', () => {
  const make = () => createAcknowledged(`${temporaryFolder('acknowledged').path}/log.jsonl`)

  test('must be the last one acknowledged', () => {
    const log = make()
    log.send('page', '1')()
    log.send('page', '2')()
    expect(log.count()).toBe(2)
    expect(lost(log, new Map([['page', '2']]))).toEqual([])
    expect(lost(log, new Map([['page', '1']]))).toEqual(['lost: page was acknowledged as 2, it is 1'])
    expect(lost(log, new Map())).toEqual(['lost: page was acknowledged as 2, it is not there'])
  })

  test('may be replaced by one sent later, answered or not, but not by an earlier one', () => {
    const log = make()
    log.send('page', '1')
    log.send('page', '2')()
    log.send('page', '3')
    expect(lost(log, new Map([['page', '2']]))).toEqual([])
    expect(lost(log, new Map([['page', '3']]))).toEqual([])
    expect(lost(log, new Map([['page', '1']]))).toHaveLength(1)
  })

  test('is not expected if nothing was answered', () => {
    const log = make()
    log.send('page', '1')
    expect(lost(log, new Map())).toEqual([])
  })
})

test('a percentile is one of the values', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1)]).toEqual([50, 95, 100])
  expect(percentile([7], 0.95)).toBe(7)
  expect(percentile([], 0.95)).toBe(0)
})

test('paired times differ if one is nearly always slower, however busy the machine was', () => {
  const busy = Array.from({ length: 101 }, (_, at) => 10 + ((at * 37) % 101))
  const even = comparePairs({ one: busy.map((time, at) => time + (at % 2 === 0 ? 1 : -1)), other: busy })
  expect([Math.abs(even.difference), even.p > 0.5]).toEqual([1, true])
  const slower = comparePairs({ one: busy.map(time => time + 1), other: busy })
  expect([slower.difference, slower.p < 1e-6]).toEqual([1, true])
  // 60 of 100: z is 1.9, whose two tails are 0.0574 (normal distribution).
  const some = comparePairs({
    one: Array.from({ length: 100 }, (_, at) => (at < 60 ? 1 : -1)),
    other: Array(100).fill(0),
  })
  expect(some.p).toBeCloseTo(0.0574, 3)
})
