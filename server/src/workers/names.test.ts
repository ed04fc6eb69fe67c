import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { NamingChoice } from '../naming/naming-settings'
import { startParserPool } from './pool'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const PLAIN = {
  ...{ seriesStrategy: 'series_volume', seriesConfig: {}, bookStrategy: 'filename', bookConfig: {} },
  ...{ numberStrategy: 'smart', titlePreprocessingRules: [] },
} as const satisfies NamingChoice
const GROW = { pattern: '(.)', replacement: '$1'.repeat(8) }
/** Quadratic backtracking: each letter searches for the end of the title. */
const SLOW = { pattern: 'G(.*z)?', replacement: 'G' }

const place = (choice: Partial<NamingChoice>, timeoutMs: number) =>
  pool.names({ choice: { ...PLAIN, ...choice }, files: [{ path: 'Gon/1.cbz', inside: null }], books: [], timeoutMs })

describe('names by patterns', () => {
  test('are made in a separate process, one answer for each request', async () => {
    const titlePreprocessingRules = [{ pattern: 'G(.)', replacement: 'B$1' }]
    const choice = { ...PLAIN, titlePreprocessingRules }
    const file = { path: 'Gon/Gon 3.cbz', fileName: 'Gon 3.cbz', inside: null, seriesBooks: 1 }
    const files = [
      { path: 'Gon/1.cbz', inside: null },
      { path: 'Akira/1.cbz', inside: null },
    ]
    const named = await pool.names({ choice, files, books: [{ file, place: { title: 'Bon' } }], timeoutMs: 30_000 })
    expect(named).toMatchObject({
      kind: 'named',
      places: [
        { path: 'Gon', title: 'Bon' },
        { path: 'Akira', title: 'Akira' },
      ],
      names: [{ title: 'Gon 3', number: 3 }],
    })
  })

  test('that take too long end with their process, and the next ones are made', async () => {
    const titlePreprocessingRules = [...Array<typeof GROW>(9).fill(GROW), ...Array<typeof SLOW>(91).fill(SLOW)]
    const { killed } = pool.counts()
    expect(await place({ titlePreprocessingRules }, 1_500)).toEqual({ kind: 'too-slow' })
    expect(pool.counts().killed).toBe(killed + 1)
    expect(await place({}, 30_000)).toMatchObject({ kind: 'named', places: [{ title: 'Gon' }] })
  })

  test('that expand a title end at the maximum length of a title, and report the length', async () => {
    const made = await place({ titlePreprocessingRules: Array<typeof GROW>(9).fill(GROW) }, 30_000)
    if (made.kind !== 'named') throw new Error(made.kind)
    expect(made.places[0]?.title).toHaveLength(4_096)
    expect(made.output).toBe(4_096 + 'Gon'.length)
  })

  test('that are invalid are refused by name', async () => {
    expect(await place({ titlePreprocessingRules: [{ pattern: '(', replacement: '' }] }, 30_000)).toMatchObject({
      kind: 'refused',
      facts: { path: 'titlePreprocessingRules[0].pattern', reason: 'pattern_bad' },
    })
  })
})
