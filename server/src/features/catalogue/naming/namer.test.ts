import { describe, expect, test } from 'bun:test'
import { LIMITS } from '../../../kernel/limits'
import { type NamingChoice, namingOf } from '../../../naming/naming-settings'
import type { NamesRequest, NamesResult } from '../../../workers/pool.types'
import { namerOf, requestNamer } from './namer'

const PLAIN = {
  ...{ seriesStrategy: 'series_volume', seriesConfig: {}, bookStrategy: 'filename', bookConfig: {} },
  ...{ numberStrategy: 'smart', titlePreprocessingRules: [] },
} as const satisfies NamingChoice
const RULES = { ...PLAIN, titlePreprocessingRules: [{ pattern: 'x', replacement: 'y' }] }
const files = (count: number) => Array.from({ length: count }, (_, i) => ({ path: `S${i}/1.cbz`, inside: null }))

/** Answers like a parser process, with the given time used. */
function poolUsing(used: { readonly tookMs: number; readonly output: number }) {
  const asked: number[] = []
  const timeouts: number[] = []
  return {
    asked,
    timeouts,
    async names({ files, timeoutMs }: NamesRequest & { readonly timeoutMs: number }): Promise<NamesResult> {
      asked.push(files.length)
      timeouts.push(timeoutMs)
      return { kind: 'named', places: files.map(({ path }) => ({ path, title: path })), names: [], ...used }
    },
  }
}

const refusalOf = async (act: Promise<unknown>) =>
  act.then(
    () => null,
    error => [error.code, error.facts?.path],
  )

describe('names for a request', () => {
  test('without patterns are made in this process', async () => {
    const pool = poolUsing({ tookMs: 0, output: 0 })
    expect((await requestNamer(pool, PLAIN).place(files(2))).map(({ title }) => title)).toEqual(['S0', 'S1'])
    expect(pool.asked).toEqual([])
  })

  test.each<[string, Partial<NamingChoice>]>([
    ['title rules', { titlePreprocessingRules: RULES.titlePreprocessingRules }],
    ['a pattern of series', { seriesStrategy: 'custom', seriesConfig: { pattern: '(?P<series>x)' } }],
    ['patterns of file names', { seriesStrategy: 'flat', seriesConfig: { filenamePatterns: ['x'] } }],
    ['a pattern of books', { bookStrategy: 'custom', bookConfig: { pattern: 'x' } }],
    ['titles that say nothing', { bookStrategy: 'smart', bookConfig: { additionalGenericPatterns: ['x'] } }],
  ])('with %s are asked for elsewhere', async (_, choice) => {
    const pool = poolUsing({ tookMs: 0, output: 0 })
    await requestNamer(pool, { ...PLAIN, ...choice }).place(files(1))
    expect(pool.asked).toEqual([1])
  })

  test('are made in batches, which share one time and one size limit', async () => {
    const { batch, requestMs, requestOutput } = LIMITS.naming
    const pool = poolUsing({ tookMs: 10, output: 10 })
    const places = await requestNamer(pool, RULES).place(files(batch + 1))
    expect([places.length, places.at(-1)?.title]).toEqual([batch + 1, `S${batch}/1.cbz`])
    expect([pool.asked, pool.timeouts]).toEqual([
      [batch, 1],
      [requestMs, requestMs - 10],
    ])
    const refused = ['BadRequest', 'titlePreprocessingRules']
    const slow = requestNamer(poolUsing({ tookMs: requestMs * 0.6, output: 0 }), RULES)
    expect(await refusalOf(slow.place(files(batch + 1)))).toEqual(refused)
    const long = requestNamer(poolUsing({ tookMs: 0, output: requestOutput * 0.6 }), RULES)
    expect(await refusalOf(long.place(files(batch + 1)))).toEqual(refused)
  })
})

test('rules that work for long in this process let others go first', async () => {
  const grow = { pattern: '(.)', replacement: '$1'.repeat(8) }
  const naming = namingOf({ ...PLAIN, titlePreprocessingRules: Array<typeof grow>(9).fill(grow) })
  let turns = 0
  let done = false
  const turn = () => {
    turns++
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  await namerOf(naming).place(files(50))
  done = true
  expect(turns).toBeGreaterThan(5)
})
